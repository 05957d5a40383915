// The keys of answers: every document has keys of the table only, in its order, and every row is somewhere.
#include <QtTest>
#include <map>
#include <set>

#include "answer/compute_snapshot.h"
#include "answer/document/run_document.h"
#include "mechanics/contact/contacts.h"
#include "support/test_program.h"

using namespace carom;

namespace {

/// The paths of all numbers and lists in a document, with [0] for every index.
void addPathsIn(const Json& value, const std::string& path, std::set<std::string>& paths) {
  const bool isCount =
      value.is_string() && !value.get_ref<const std::string&>().empty() &&
      value.get_ref<const std::string&>().find_first_not_of("0123456789") == std::string::npos;
  if (value.is_number() || value.is_boolean() || value.is_array() || isCount) paths.insert(path);
  if (value.is_array())
    for (const Json& entry : value) addPathsIn(entry, path + "[0]", paths);
  if (value.is_object())
    for (const auto& [key, member] : value.items())
      addPathsIn(member, path.empty() ? key : path + '.' + key, paths);
}

/// Those that the table has: with the lists that hold numbers.
template <class Keys>
std::set<std::string> knownPaths(const Keys& keys) {
  std::set<std::string> known;
  for (const AnswerKey& key : keys)
    for (std::string path : numberPaths(key))
      for (known.insert(path); path.ends_with("[0]"); known.insert(path)) path.resize(path.size() - 3);
  return known;
}

}  // namespace

class AnswersTest : public QObject {
  Q_OBJECT

  std::set<std::string> m_known = knownPaths(impactKeys());
  std::map<std::string, int> m_present;  ///< in how many documents
  int m_documents = 0;
  std::set<std::string> m_inRuns;  ///< keys

  void check(const SceneInstance& instance, const Scene& scene, const Question& question) {
    const auto problem = impactAt(*instance.mechanism, instance.initial.q, instance.initial.p);
    if (!problem) {
      QVERIFY(closedContacts(*instance.mechanism, instance.initial.q).empty());
      return;
    }
    const ResolveAnswer answer = answerQuestion(question, *problem, &scene, {}, {});
    const Json json = impactDocument({scene.name(), instance.mechanism->coordinates(), &instance, answer});
    auto row = impactKeys().begin();
    for (const auto& [key, value] : json.items()) {
      row = std::find_if(row, impactKeys().end(), [&](const ImpactKey& each) { return each.key == key; });
      QVERIFY2(row != impactKeys().end(), key.c_str());
      ++m_present[key];
    }
    ++m_documents;
    std::set<std::string> paths;
    addPathsIn(json, "", paths);
    for (const std::string& path : paths)
      QVERIFY2(m_known.contains(path) || path.starts_with("derived."), path.c_str());
    QCOMPARE(impactDocument({"", {}, &instance, answer}, {"dof"}).size(), std::size_t{1});
  }

 private slots:
  void documentsHaveTheKeysOfTheTableAndNoOthers_data() {
    QTest::addColumn<QString>("name");
    for (const BuiltinScene& scene : builtinScenes())
      QTest::newRow(scene.name.c_str()) << QString::fromStdString(scene.name);
  }

  void documentsHaveTheKeysOfTheTableAndNoOthers() {
    QFETCH(QString, name);
    const auto scene = Scene::open(name.toStdString());
    const SceneInstance instance = scene->instantiate({});
    std::vector<Question> questions(7);
    questions[1].settings.restitution = 0.5;
    questions[2].settings.reflectionRestitution = 0.5;
    questions[3].settings.rule = OrderingRule{OrderingRule::Kind::MostInfeasible, {}, 1};
    questions[4].settings.rule = OrderingRule{OrderingRule::Kind::FrictionLcp, {}, 1};
    questions[5].sample = 20;
    questions[6].maxStates = 5;
    for (const Question& question : questions) check(instance, *scene, question);
    if (name != "billiard-break" && name != "newtons-cradle") return;
    Question gaps, gradient;
    gaps.gaps = 20;
    gradient.gradient = true;
    check(instance, *scene, gaps);
    check(instance, *scene, gradient);
  }

  /// Words of a million contacts, groups and numerical jams are not among the built-in scenes.
  void everyKeyIsInSomeDocumentAndAMissingOneIsExplained() {
    const std::set<std::string_view> rare{"path_length", "path_begins", "path_ends",
                                          "groups",      "near_jam",    "limit_normals"};
    for (const ImpactKey& key : impactKeys()) {
      const int present = m_present[std::string(key.key)];
      QVERIFY2(present > 0 || rare.contains(key.key), key.key.data());
      if (present == m_documents) continue;
      const bool isExplained = std::ranges::any_of(
          std::array{"None", "With", "where", "Of ", "or ", "Its "},
          [&](const char* word) { return key.help.find(word) != std::string_view::npos; });
      QVERIFY2(isExplained, key.key.data());
    }
  }

  void runsHaveTheKeysOfTheTableAndNoOthers_data() { documentsHaveTheKeysOfTheTableAndNoOthers_data(); }

  /// Streamed or made at once, the document of a run is the same, and its CSV has the same numbers.
  void runsHaveTheKeysOfTheTableAndNoOthers() {
    QFETCH(QString, name);
    const std::shared_ptr<const Scene> scene = Scene::open(name.toStdString());
    const SceneInstance instance = scene->instantiate({});
    Question question;
    question.settings.run.duration = 0.004;
    question.localError = true;
    question.alternatives = instance.mechanism->contacts().size() < 8;
    question.maxSteps = 3;
    question.quantities = {"E total", "p " + instance.mechanism->coordinates().at(0).name};
    const RecordedMotion motion = recordMotion(scene, instance, question, 1, {}, {});
    const Json json = runDocument(motion);
    std::string text, csv;
    writeRunJson([&text](std::string_view piece) { text += piece; }, motion);
    QCOMPARE(Json::parse(text).dump(), json.dump());
    auto row = runKeys().begin();
    for (const auto& [key, value] : json.items()) {
      row = std::find_if(row, runKeys().end(), [&](const RunKey& each) { return each.key == key; });
      QVERIFY2(row != runKeys().end(), key.c_str());
      m_inRuns.insert(key);
    }
    std::set<std::string> paths;
    addPathsIn(json, "", paths);
    const std::set<std::string> known = knownPaths(runKeys());
    for (const std::string& path : paths)
      QVERIFY2(known.contains(path) || path.starts_with("derived.") || path.starts_with("quantities."),
               path.c_str());
    QCOMPARE(runDocument(motion, {"final"}).size(), std::size_t{1});

    writeRunCsv([&csv](std::string_view piece) { csv += piece; }, motion);
    const QStringList lines = QString::fromStdString(csv).split('\n', Qt::SkipEmptyParts);
    QCOMPARE(lines.size(), static_cast<qsizetype>(json.at("times").size()) + 1);
    QCOMPARE(lines[0].split(',').size(), 4 + 2 * qsizetype{instance.mechanism->dof()});
    std::vector<double> numbers{json.at("times").back(), json.at("energy").back()};
    for (const char* const key : {"q", "momentum"})
      for (const double number : json.at(key).back()) numbers.push_back(number);
    for (const std::string& key : question.quantities)
      numbers.push_back(json.at("quantities").at(key).back());
    // The momentum is that of the step; M v after M⁻¹ p has its rounding.
    const double p = json.at("momentum").back().at(0), again = numbers.back();
    QVERIFY2(std::abs(p - again) <= 1e-12 * (std::abs(p) + 1), qPrintable(QString::number(p - again)));
    const QStringList cells = lines.back().split(',');
    for (std::size_t i = 0; i < numbers.size(); ++i)
      QCOMPARE(cells[static_cast<qsizetype>(i)].toDouble(), numbers[i]);
  }

  void everyKeyIsInSomeRun() {
    for (const RunKey& key : runKeys())
      QVERIFY2(m_inRuns.contains(std::string(key.key)) || key.key == "variation" || key.key == "growth" ||
                   key.key == "small_body",
               key.key.data());
  }

  /// While a body is dragged an undo may take it away; the drag then is of nothing.
  void aDragOfABodyThatIsGoneMovesNothing() {
    for (const int body : {1, 2, 3, 400, -1}) {
      SnapshotRequest request;
      request.scene = Scene::open("billiard-break");
      request.drag = DragRequest{body, {1, 1, 0}};
      const SnapshotPtr snapshot = computeSnapshot(request, {}, {});
      QCOMPARE(snapshot->placement.has_value(), body == 1 || body == 2);
      QVERIFY(snapshot->report);
    }
  }

  void sensitivityKeepsItsMeaningWithTheGradient() {
    const auto scene = Scene::open("billiard-break");
    const Assignments set{{"theta", "120deg"}};
    const SceneInstance instance = scene->instantiate(set);
    const auto problem = impactAt(*instance.mechanism, instance.initial.q, instance.initial.p);
    Question question;
    question.assignments = set;
    const auto sensitivityOf = [&] {
      const ResolveAnswer answer = answerQuestion(question, *problem, scene.get(), {}, {});
      return impactDocument({"", {}, &instance, answer}).at("sensitivity");
    };
    const Json plain = sensitivityOf();
    question.gradient = true;
    const Json both = sensitivityOf();
    for (const auto& [key, value] : plain.items()) QVERIFY(both.at(key) == value);
    for (const char* const key : {"slopes", "refused", "reason"})
      QVERIFY(both.contains(key) && !plain.contains(key));
  }
};

CAROM_TEST(AnswersTest);

#include "tst_answers.moc"
