// `carom compare` and `carom sweep --measure distance:MODEL` as scripts use them.
#include <cmath>

#include "support/carom_process.h"
#include "support/test_program.h"

using namespace carom::process;

namespace {

Run compare(const QByteArray& arguments) {
  return runCarom(("compare " + arguments).constData());
}

Json model(const Json& document, const char* name) {
  for (const Json& entry : document["models"])
    if (entry["name"] == name) return entry;
  return nullptr;
}

void compareVelocity(const Json& entry, const std::vector<double>& expected, double tolerance) {
  QCOMPARE(entry["velocity"].size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i)
    QVERIFY2(std::abs(entry["velocity"][i].get<double>() - expected[i]) < tolerance, entry.dump().c_str());
}

}  // namespace

class CommandLineCompareTest : public QObject {
  Q_OBJECT
 private slots:
  void theDocumentHasItsModels();
  void threeBallsAreThoseOfTheLiterature();
  void restitutionIsThatOfAllModels();
  void contactsThatDifferHaveTheirOwn();
  void stiffnessNamesContacts();
  void aCloudLiesWhereItSays();
  void whatHasNoAnswerSaysWhy();
  void aTableIsForPeople();
  void aSweepMeasuresTheDistance();
  void faultsAreOneLineAndAStatus_data();
  void faultsAreOneLineAndAStatus();
};

void CommandLineCompareTest::theDocumentHasItsModels() {
  const Run run = compare("billiard-break --set theta=120deg --json");
  QCOMPARE(run.status, 0);
  QVERIFY2(run.err.isEmpty(), run.err);
  const Json json = run.json();
  QStringList names;
  for (const Json& entry : json["models"]) {
    names += QString::fromStdString(entry["name"].get<std::string>());
    for (const char* key :
         {"name", "momentum", "energy", "feasible", "rounds", "distance", "nearest", "in_hull"})
      QVERIFY2(entry.contains(key), key);
    QVERIFY(std::abs(entry["energy"].get<double>() / json["energy"]["before"].get<double>() - 1) < 1e-8);
    COMPARE_JSON(entry["feasible"], true);
  }
  QCOMPARE(names,
           (QStringList{"moreau", "newton-lcp", "poisson-lcp", "generalized-reflections", "compliant-linear",
                        "compliant-hertz", "gauss-seidel", "most-infeasible", "friction-lcp"}));
  for (const char* name : {"moreau", "generalized-reflections"}) {
    const Json entry = model(json, name);
    QVERIFY(std::abs(entry["distance"].get<double>() - 1 / std::sqrt(12)) < 1e-12);
    COMPARE_JSON(entry["in_hull"], false);
  }
  COMPARE_JSON(model(json, "gauss-seidel")["in_hull"], true);
  COMPARE_JSON(json["complete"], true);
}

void CommandLineCompareTest::threeBallsAreThoseOfTheLiterature() {
  const Json json = compare("newtons-cradle --set n=3 --json").json();
  compareVelocity(model(json, "newton-lcp"), {-1 / 3., 2 / 3., 2 / 3.}, 1e-12);
  compareVelocity(model(json, "generalized-reflections"), {0, 0, 1}, 1e-12);
  compareVelocity(model(json, "compliant-linear"), {-0.1303, 0.1502, 0.9800}, 0.5e-4);
  compareVelocity(model(json, "compliant-hertz"), {-0.0710, 0.0764, 0.9945}, 0.5e-4);
  QVERIFY(std::abs(model(json, "moreau")["distance"].get<double>() - std::sqrt(2 / 3.)) < 1e-12);
}

/// Of two equal balls: v⁺ = ((1 − e)/2, (1 + e)/2).
void CommandLineCompareTest::restitutionIsThatOfAllModels() {
  const Json json = compare("newtons-cradle --set n=2 --restitution 0.5 --json").json();
  for (const Json& entry : json["models"]) {
    if (entry["momentum"].is_null()) continue;
    compareVelocity(entry, {0.25, 0.75}, 1e-12);
    QVERIFY(entry["distance"].get<double>() < 1e-12);
  }
  COMPARE_JSON(model(json, "compliant-linear")["momentum"], nullptr);
  COMPARE_JSON(json["contacts"][0]["restitution"], 0.5);
}

/// What a scene gives its contacts is what the models take.
void CommandLineCompareTest::contactsThatDifferHaveTheirOwn() {
  const Json json = compare("bouncing-ball --set e=0.8 --json").json();
  COMPARE_JSON(json["contacts"][0]["restitution"], 0.8);
  const double before = -std::sqrt(0.5);
  QVERIFY(std::abs(model(json, "moreau")["velocity"][1].get<double>() + 0.8 * before) < 1e-12);
}

void CommandLineCompareTest::stiffnessNamesContacts() {
  const Json equal = compare("newtons-cradle --set n=3 --json").json();
  const Json alike =
      compare("newtons-cradle --set n=3 --stiffness ball0-ball1=5,ball1-ball2=5 --json").json();
  const Json differing = compare("newtons-cradle --set n=3 --stiffness ball0-ball1=1e9 --json").json();
  const auto velocity = [](const Json& json) {
    return model(json, "compliant-linear")["velocity"].get<std::vector<double>>();
  };
  compareVelocity(model(alike, "compliant-linear"), velocity(equal), 1e-7);
  // The first contact is done before the second one has begun: a sequence.
  compareVelocity(model(differing, "compliant-linear"), {0, 0, 1}, 1e-3);
  COMPARE_JSON(differing["contacts"][0]["stiffness"], 1e9);
}

void CommandLineCompareTest::aCloudLiesWhereItSays() {
  const Json json = compare("newtons-cradle --set n=3 --cloud 40 --seed 3 --json").json();
  QCOMPARE(json["cloud"].size(), std::size_t{2});
  for (const Json& cloud : json["cloud"]) {
    COMPARE_JSON(cloud["samples"], 40);
    COMPARE_JSON(cloud["inside_hull"], 0);  // of one outcome
    for (const Json& p : cloud["momenta"]) {
      double sum = 0, squares = 0;
      for (const Json& value : p) {
        sum += value.get<double>();
        squares += value.get<double>() * value.get<double>();
      }
      QVERIFY(std::abs(sum - 1) < 1e-9);
      QVERIFY(std::abs(squares - 1) < 1e-4);
    }
  }
  COMPARE_JSON(json["cloud"][0]["exponent"], 1.0);
  COMPARE_JSON(json["cloud"][1]["exponent"], 1.5);
  const Json again = compare("newtons-cradle --set n=3 --cloud 40 --seed 3 --json").json();
  QVERIFY(again == json);
}

void CommandLineCompareTest::whatHasNoAnswerSaysWhy() {
  const Json json = compare("trapped-ball --json").json();
  for (const char* name : {"generalized-reflections", "compliant-linear", "gauss-seidel"}) {
    const Json entry = model(json, name);
    COMPARE_JSON(entry["momentum"], nullptr);
    QVERIFY2(entry["reason"].get<std::string>().size() > 10, name);
  }
  COMPARE_JSON(model(json, "newton-lcp")["several_multipliers"], true);
}

void CommandLineCompareTest::aTableIsForPeople() {
  const Run run = compare("billiard-break --set theta=120deg --cloud 10");
  QCOMPARE(run.status, 0);
  for (const char* words : {"Generalized reflections", "0.2887", "outcome 2", "10 samples"})
    QVERIFY2(run.out.contains(words), run.out);
}

void CommandLineCompareTest::aSweepMeasuresTheDistance() {
  const Run run = runCarom("sweep billiard-break --over theta=90deg:120deg:2 --measure distance:moreau");
  QCOMPARE(run.status, 0);
  const QList<QByteArray> lines = run.lines();
  QCOMPARE(lines[0], QByteArray("theta,distance:moreau"));
  QVERIFY(lines[1].split(',')[1].toDouble() < 1e-12);
  QVERIFY(std::abs(lines[2].split(',')[1].toDouble() - 1 / std::sqrt(12)) < 1e-12);
  const Run none =
      runCarom("sweep newtons-cradle --over n=2:3:2 --measure distance:compliant-hertz --why --set speed=2");
  QCOMPARE(none.status, 0);
  QVERIFY(none.lines()[1].split(',')[1].toDouble() < 1e-7);
}

void CommandLineCompareTest::faultsAreOneLineAndAStatus_data() {
  QTest::addColumn<QByteArray>("arguments");
  QTest::addColumn<int>("status");
  QTest::addColumn<QByteArray>("says");
  const auto add = [](const char* arguments, int status, const char* says) {
    QTest::newRow(arguments) << QByteArray(arguments) << status << QByteArray(says);
  };
  add("compare no-such-scene", 2, "no-such-scene");
  add("compare", 2, "scene");
  add("compare newtons-cradle --restitution 2", 1, "--restitution");
  add("compare newtons-cradle --restitution x", 2, "--restitution");
  add("compare newtons-cradle --stiffness ball0", 2, "CONTACT=RATIO");
  add("compare newtons-cradle --stiffness xx=1", 2, "ball0-ball1");
  add("compare newtons-cradle --stiffness ball0-ball1=0", 1, "> 0");
  add("compare newtons-cradle --stiffness ball0-ball1=1/0", 1, "> 0");
  add("compare newtons-cradle --stiffness ball0-ball1=1,ball0-ball1=2", 2, "twice");
  add("compare newtons-cradle --cloud 0", 2, "--cloud");
  add("compare newtons-cradle --cloud 1000000 --max-memory 1MB", 2, "--max-memory");
  add("compare newtons-cradle --seed 3", 2, "--cloud");
  add("compare newtons-cradle --cloud 5 --restitution 0.5", 2, "e = 1");
  add("sweep newtons-cradle --over n=2:3:2 --measure distance:bullet", 2, "moreau");
}

void CommandLineCompareTest::faultsAreOneLineAndAStatus() {
  QFETCH(QByteArray, arguments);
  QFETCH(int, status);
  QFETCH(QByteArray, says);
  const Run run = runCarom(arguments.constData());
  QCOMPARE(run.status, status);
  VERIFY_ONE_LINE(run);
  QVERIFY2(run.err.contains(says), run.err);
}

CAROM_TEST(CommandLineCompareTest);
#include "tst_command_line_compare.moc"
