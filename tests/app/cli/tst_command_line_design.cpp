// `carom design` as scripts use it; its answers are checked by `carom resolve`.
#include <QTemporaryDir>
#include <cmath>
#include <numbers>

#include "support/carom_process.h"
#include "support/test_program.h"

using namespace carom::process;

class CommandLineDesignTest : public QObject {
  Q_OBJECT
 private slots:
  void aBreakBecomesOrthogonal() {
    const Run run = runCarom("design billiard-break --set theta=80deg --vary theta --pairs ac:bc=2 --json");
    QCOMPARE(run.status, 0);
    QVERIFY2(run.err.isEmpty(), run.err);
    const Json json = run.json();
    COMPARE_JSON(json["found"], true);
    COMPARE_JSON(json["variables"][0]["name"], "theta");
    COMPARE_JSON(json["variables"][0]["unit"], "rad");
    COMPARE_JSON(json["pairs"][0]["contacts"], (Json{"ac", "bc"}));
    COMPARE_JSON(json["pairs"][0]["multiplicity"], 2);
    QVERIFY(json["residual"].get<double>() <= 1e-12);
    QVERIFY(json["iterations"].get<int>() < 10);
    QVERIFY(json["xi"]["before"].get<double>() > 1e-3);
    QVERIFY(json["xi"]["after"].get<double>() < 1e-12);
    const double before = json["variables"][0]["before"], after = json["variables"][0]["after"];
    QVERIFY(std::abs(before - 80 * std::numbers::pi / 180) < 1e-15);
    QVERIFY(std::abs(after - std::numbers::pi / 2) < 1e-12);
    const QString set = QStringLiteral("theta=%1").arg(after, 0, 'g', 17);
    const Run check = runCarom({"resolve", "billiard-break", "--set", set, "--json"});
    QVERIFY(std::abs(check.json()["gram"][0][1].get<double>()) <= 1e-12);
  }

  void withoutASolutionThereIsTheNearestMiss() {
    const char* words = "design billiard-break --set theta=80deg --vary ra --pairs ac:bc";
    const Run run = runCarom((QByteArray(words) + " --json").constData());
    QCOMPARE(run.status, 0);
    const Json json = run.json();
    COMPARE_JSON(json["found"], false);
    const Json& pair = json["pairs"][0];
    QVERIFY(pair["after"].get<double>() < pair["before"].get<double>());
    QVERIFY(json["variables"][0]["after"].get<double>() >= 0.01);  // where the slider ends
    QVERIFY(runCarom(words).out.contains("nearest miss"));
  }

  void theDefaultsAreFreeParametersAndAllPairs() {
    const Run run = runCarom("design billiard-break --set theta=80deg --json");
    QCOMPARE(run.status, 0);
    const Json json = run.json();
    COMPARE_JSON(json["found"], true);
    QCOMPARE(json["variables"].size(), std::size_t(4));
    QCOMPARE(json["pairs"].size(), std::size_t(1));
  }

  void theNearestMultiplicityIsPicked() {
    const Run run =
        runCarom("design billiard-break --set theta=150deg --vary rc --pairs ac:bc=nearest --json");
    const Json json = run.json();
    COMPARE_JSON(json["found"], true);
    COMPARE_JSON(json["pairs"][0]["multiplicity"], 3);
  }

  /// Coordinates are named as in the scene file, and the file that is written has the design.
  void coordinatesVaryAndTheSceneIsWritten() {
    const QTemporaryDir folder;
    const QString file = folder.filePath("designed.carom.json");
    const Run run = runCarom({"design", "billiard-break", "--set", "theta=80deg", "--vary",
                              "a.x,a.y=0.03:0.05,b.x,b.y", "--closed", "ac", "-o", file, "--json"});
    QCOMPARE(run.status, 0);
    const Json json = run.json();
    COMPARE_JSON(json["found"], true);
    COMPARE_JSON(json["variables"][1]["name"], "a.y");
    COMPARE_JSON(json["variables"][1]["unit"], "m");
    COMPARE_JSON(json["starts"], 1);
    QCOMPARE(json["gaps"].size(), std::size_t{2});
    COMPARE_JSON(json["gaps"][0]["contact"], "ac");
    QVERIFY(std::abs(json["gaps"][0]["after"].get<double>()) < 1e-12);
    const Json check = runCarom({"resolve", file, "--json"}).json();
    QVERIFY(std::abs(check["gram"][0][1].get<double>()) <= 1e-12);
    const QString missing = folder.filePath("missing.carom.json");
    const Run miss =
        runCarom({"design", "billiard-break", "--set", "theta=80deg", "--vary", "ra", "-o", missing});
    QCOMPARE(miss.status, 0);
    QVERIFY(!QFile::exists(missing));
  }

  void aRobotOnTwoFeetIsDesigned() {
    const Run run = runCarom("design rhex --json");
    QCOMPARE(run.status, 0);
    const Json json = run.json();
    COMPARE_JSON(json["found"], true);
    QStringList words{"resolve", "rhex", "--json"};
    for (const Json& variable : json["variables"])
      words << "--set"
            << QStringLiteral("%1=%2")
                   .arg(variable["name"].get<std::string>().c_str())
                   .arg(variable["after"].get<double>(), 0, 'g', 17);
    QVERIFY(std::abs(runCarom(words).json()["gram"][0][1].get<double>()) <= 1e-12);
  }

  void theFactorOfTolerancesIsMaximised() {
    const Run run = runCarom(
        "design billiard-break --set theta=80deg --vary theta=70deg:110deg --tolerance theta=0.5deg "
        "--below 0.01 --samples 100 --json");
    QCOMPARE(run.status, 0);
    const Json json = run.json();
    COMPARE_JSON(json["scale"]["before"], nullptr);
    QVERIFY(json["scale"]["after"].get<double>() > 0.1);
    QVERIFY(std::abs(json["variables"][0]["after"].get<double>() - std::numbers::pi / 2) < 0.01);
    QVERIFY(json["evaluations"].get<int>() > 1);
    QVERIFY(!runCarom("design billiard-break --json").json().contains("scale"));
  }

  void faultsAreOneLineAndAStatus_data() {
    addFaults({
        {"design", 2, "scene"},
        {"design no-such-scene", 2, "no-such-scene"},
        {"design billiard-break --vary thta", 2, "theta"},
        {"design billiard-break --vary theta --below 0.01", 2, "both or none"},
        {"design billiard-break --vary a.x --tolerance theta=1 --below 0.01", 2, "coordinate"},
        {"design billiard-break --vary a.w", 2, "a.x"},
        {"design billiard-break --vary a.x,a.x", 2, "twice"},
        {"design billiard-break --closed ad", 2, "ac"},
        {"design billiard-break --vary theta,theta", 2, "twice"},
        {"design newtons-cradle --vary n", 2, "count"},
        {"design newtons-cradle", 2, "free"},
        {"design billiard-break --pairs ac", 2, "CONTACT:CONTACT=M"},
        {"design billiard-break --pairs ac:bd", 2, "bc"},
        {"design billiard-break --pairs ac:ac", 2, "itself"},
        {"design billiard-break --pairs ac:bc=1", 2, "M"},
        {"design billiard-break --set theta=200deg", 1, "theta"},
        {"design billiard-break --vary theta=1", 2, "LEAST:GREATEST"},
        {"design billiard-break --vary theta=1:x", 2, "x"},
        {"design billiard-break --vary theta=2:1", 2, "smaller"},
        {"design billiard-break --vary theta --weight ra=1", 2, "vary"},
        {"design billiard-break --vary theta --weight theta", 2, "NAME=WEIGHT"},
        {"design billiard-break --vary theta --weight theta=0", 2, "weight"},
    });
  }
  void faultsAreOneLineAndAStatus() { VERIFY_FAULT(); }
};

CAROM_TEST(CommandLineDesignTest);
#include "tst_command_line_design.moc"
