// What is known of an impact is said in the same words everywhere, and is what a search by brute force finds.
#include <QLabel>
#include <QTableView>
#include <random>

#include "answer/impact_of_run.h"
#include "base/impact_words.h"
#include "common/selection.h"
#include "motion/xi_curve_data.h"
#include "scene/summary_bar.h"
#include "support/carom_process.h"
#include "support/snapshot_factory.h"
#include "support/widget_test.h"
#include "support/window_test.h"
#include "timeline/impact_log_model.h"

using namespace carom;

using process::Json;

namespace {

/// Balls that touch a central one at random angles, and some that are a gap away; random radii, densities and
/// velocities.
std::string randomScene(std::mt19937& chance) {
  const auto within = [&](double a, double b) { return std::uniform_real_distribution(a, b)(chance); };
  const int count = static_cast<int>(chance() % 4);
  Json scene = {{"format", 1}, {"title", "Random"}};
  Json bodies = Json::array(), q = Json::object(), v = Json::object();
  const auto add = [&](const std::string& name, double r, double x, double y) {
    bodies.push_back({{"name", name},
                      {"joints", {"x", "y"}},
                      {"mass", std::pow(10, within(-1, 1))},
                      {"shapes", {{{"type", "ball"}, {"radius", r}}}}});
    q[name + ".x"] = x, q[name + ".y"] = y;
    v[name + ".x"] = within(-1, 1), v[name + ".y"] = within(-1, 1);
  };
  const double r = within(0.05, 0.1);
  add("c", r, 0, 0);
  // With quarter turns between them the contacts are orthogonal, where the other bodies do not touch each
  // other.
  const bool isSquare = chance() % 3 == 0;
  for (int i = 0; i < count; ++i) {
    const double other = within(0.03, isSquare ? 0.05 : 0.04);
    const double angle = M_PI / 2 * i + (isSquare ? 0.3 : within(-0.3, 0.3));
    const double distance = (r + other) * (chance() % 6 == 0 ? 1.5 : 1);
    add("b" + std::to_string(i), other, distance * std::cos(angle), distance * std::sin(angle));
  }
  scene["bodies"] = bodies;
  scene["initial"] = {{"q", q}, {"velocity", v}};
  return scene.dump(1);
}

/// The ends of all orderings of elastic reflections, by contact coordinates alone: c_j → c_j − 2 G_ji c_i.
void findEnds(const Eigen::MatrixXd& gram, const Eigen::VectorXd& c, const Eigen::VectorXd& lambda,
              std::vector<Eigen::VectorXd>& ends, int& steps) {
  constexpr double closes = -1e-10;
  bool isEnd = true;
  if (ends.size() > 1 || ++steps > 200'000) return;  // two decide it
  for (int i = 0; i < c.size(); ++i) {
    if (c[i] >= closes) continue;
    isEnd = false;
    Eigen::VectorXd impulses = lambda;
    impulses[i] -= 2 * c[i];
    findEnds(gram, c - 2 * c[i] * gram.col(i), impulses, ends, steps);
  }
  if (!isEnd) return;
  // Impulses give one momentum where their difference has no length in the kinetic metric.
  for (const Eigen::VectorXd& end : ends)
    if ((lambda - end).dot(gram * (lambda - end)) < 1e-16) return;
  ends.push_back(lambda);
}

/// Whether each pair of normals has an angle of π − π/m, or all are orthogonal: the outcome is unique for
/// every momentum.
bool fitsReflectionGroup(const Eigen::MatrixXd& gram) {
  for (int i = 0; i < gram.rows(); ++i)
    for (int j = 0; j < i; ++j) {
      const double m = M_PI / std::acos(std::clamp(-gram(i, j), -1.0, 1.0));
      if (std::abs(m - std::round(m)) > 1e-9 * m || m < 1.5) return false;
    }
  return true;
}

}  // namespace

class TestOneVocabulary : public QObject {
  Q_OBJECT

  Selection selection;
  int curves = 0;  ///< that were asked

  /// The words of the pill, of the row of the initial impact in the log, and of the curve where it has the
  /// value.
  void verifyWindow(const Snapshot& shown, const SnapshotPtr& pointer) {
    const QString word = verdictText(verdictOf(shown.report.get()));
    SummaryBar bar(&selection);
    bar.setSnapshot(pointer);
    QString pill;
    for (const auto* label : bar.findChildren<QLabel*>())
      if (label->property("role") == "pill") pill = label->text();
    QCOMPARE(pill, word);
    if (!shown.report || !shown.trajectory || shown.trajectory->initialImpact() < 0) return;
    ImpactLogModel log;
    log.setSnapshot(pointer);
    const int row = shown.trajectory->initialImpact();
    const auto column = static_cast<int>(ImpactLogModel::Column::Verdict);
    const ImpactEvent& event = shown.trajectory->impacts[static_cast<std::size_t>(row)];
    if (isOrdered(event) && event.alternatives == shown.report)
      QCOMPARE(log.index(row, column).data().toString(), word);
    if (!shown.curve || !whyNoCurve(shown).isEmpty()) return;
    ++curves;
    const XiCurveData curve = xiCurveData(shown, *shown.curve);
    QCOMPARE(curve.presentVerdict, std::optional(verdictOf(shown.report.get())));
    // Where ξ is 0 at the present value the curve says what the pill says, or no more than is known of this
    // momentum.
    const bool isUnique = verdictOf(shown.report.get()) == Verdict::UniqueForEveryMomentum;
    QCOMPARE(verdictText(curve.verdictAt(curve.present)), isUnique ? word : verdictText(Verdict::UniqueHere));
  }

  static void verifyCommandLine(const QString& scene, const Snapshot& shown) {
    const std::string word(wordsOf(verdictOf(shown.report.get())));
    const process::Run json = process::runCarom({"resolve", "--json", scene});
    QCOMPARE(json.status, 0);
    QCOMPARE(json.json().at("verdict").get<std::string>(), word);
    const process::Run text = process::runCarom({"resolve", scene});
    const bool isJammed = word == "jammed";  // the certificate's sentence begins with it
    QVERIFY2(text.out.contains(isJammed ? QByteArray("Jammed") : QByteArray::fromStdString(word)), text.out);
  }

 private slots:
  void initTestCase() { prepareWindowTest(); }

  void theWordsAreTheSameInEveryTable() {
    QSet<QString> all;
    for (int i = 0; i < verdictCount; ++i) {
      const auto verdict = static_cast<Verdict>(i);
      QVERIFY(!wordsOf(verdict).empty());
      QCOMPARE(verdictText(verdict), QString::fromStdString(std::string(wordsOf(verdict))));
      all << verdictText(verdict);
    }
    QCOMPARE(all.size(), verdictCount);
  }

  void builtInScenes_data() {
    QTest::addColumn<QString>("scene");
    for (const BuiltinScene& scene : builtinScenes())
      QTest::newRow(scene.name.c_str()) << QString::fromStdString(scene.name);
  }
  void builtInScenes() {
    QFETCH(QString, scene);
    const SnapshotPtr shown = makeSnapshot(scene.toStdString());
    verifyWindow(*shown, shown);
    if (QTest::currentTestFailed()) return;
    verifyCommandLine(scene, *shown);
  }

  void randomScenes() {
    std::mt19937 chance(42);
    QTemporaryDir folder;
    std::map<Verdict, int> seen;
    for (int k = 0; k < 500; ++k) {
      const std::string text = randomScene(chance);
      SnapshotRequest request;
      request.scene = Scene::parse(text, "random");
      request.settings.run.duration = 1e-4;  // the impact alone
      const SnapshotPtr shown = answerTo(std::move(request));
      const Verdict verdict = verdictOf(shown->report.get());
      ++seen[verdict];
      verifyWindow(*shown, shown);
      if (QTest::currentTestFailed()) return qWarning("%s", text.c_str());
      if (shown->report && shown->report->problem.contactCount() > 0) {
        const ImpactProblem& problem = shown->report->problem;
        std::vector<Eigen::VectorXd> ends;
        int steps = 0;
        const Eigen::VectorXd c = problem.contactCoordinates();
        findEnds(problem.gram(), c, Eigen::VectorXd::Zero(c.size()), ends, steps);
        const bool closes = c.minCoeff() < -1e-10;
        const Verdict found = !closes                               ? Verdict::NothingCloses
                              : ends.size() > 1                     ? Verdict::OrderMatters
                              : fitsReflectionGroup(problem.gram()) ? Verdict::UniqueForEveryMomentum
                                                                    : Verdict::UniqueHere;
        QVERIFY2(verdict == found,
                 (std::string(wordsOf(verdict)) + ", not " + std::string(wordsOf(found)) + text).c_str());
      } else {
        QCOMPARE(verdict, Verdict::NoImpact);
      }
      if (k % 20 != 0) continue;
      const QString file = folder.filePath("random.carom.json");
      QFile disk(file);
      QVERIFY(disk.open(QIODevice::WriteOnly | QIODevice::Truncate));
      disk.write(QByteArray::fromStdString(text));
      disk.close();
      verifyCommandLine(file, *shown);
      if (QTest::currentTestFailed()) return;
    }
    for (const Verdict verdict : {Verdict::NoImpact, Verdict::NothingCloses, Verdict::UniqueHere,
                                  Verdict::UniqueForEveryMomentum, Verdict::OrderMatters})
      QVERIFY2(seen[verdict] >= 5,
               (std::string(wordsOf(verdict)) + ": " + std::to_string(seen[verdict])).c_str());
  }
};

CAROM_OFFSCREEN_TEST(TestOneVocabulary);
#include "tst_one_vocabulary.moc"
