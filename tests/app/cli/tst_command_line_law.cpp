// `carom law` as scripts use it.
#include <QFile>
#include <QTemporaryDir>
#include <algorithm>
#include <cmath>

#include "support/carom_process.h"
#include "support/test_program.h"

using namespace carom::process;

namespace {

Run law(const QByteArray& arguments) {
  return runCarom(("law " + arguments).constData());
}

void compareNumbers(const Json& list, const std::vector<double>& expected) {
  QCOMPARE(list.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i)
    QVERIFY2(std::abs(list[i].get<double>() - expected[i]) < 1e-14, list.dump().c_str());
}

}  // namespace

/// An answer without the key "made".
static Json withoutRecord(Json answer) {
  answer.erase("made");
  return answer;
}

class CommandLineLawTest : public QObject {
  Q_OBJECT
 private slots:
  void theDocumentHasItsKeys();
  void everyLawAnswers_data();
  void everyLawAnswers();
  void theSpecialImpulsesFollowTheirFormulas();
  void allLawsAnswerAsEachAlone();
  void aLawThatRefusesLeavesTheOthersTheirAnswers();
  void pathAndAccessibleSetAreInTheAxesOfTheCommandLine();
  void aHingeIsHeldOrCollides();
  void whatHasNoPointsIsNull();
  void coefficientsReachTheirLaw();
  void valuesAreExpressionsWithUnits();
  void theNormalMayBeAnyAxis();
  void aReportSaysWhatIsBroken();
  void aContactThatOpensHasNoImpulse();
  void aGrazingContactIsClosedByFriction();
  void aRestitutionAboveOneIsTakenAndItsLimitGiven();
  void everyImpulseThatALawAllowsIsListed();
  void figuresAreMadeFromParameters();
  void faultsAreOneLineAndAStatus_data();
  void faultsAreOneLineAndAStatus();
};

/// W = (1, −0.8; −0.8, 1): the contact sticks on the line of e = 1, beyond the energy that there was.
void CommandLineLawTest::theDocumentHasItsKeys() {
  const Run run = law("whittaker --mass 1/0.36,0.8/0.36;0.8/0.36,1/0.36 --velocity -1,1 --friction 2 --json");
  QCOMPARE(run.status, 0);
  QVERIFY2(run.err.isEmpty(), run.err);
  const Json json = run.json();
  QStringList keys;
  for (const auto& [key, value] : json.items()) keys += QString::fromStdString(key);
  QCOMPARE(keys, (QStringList{"energy", "frictionless", "impulse", "largest_restitution", "made", "mode",
                              "permissible", "solutions", "sticking", "velocity"}));
  compareNumbers(json["impulse"], {1.2 / 0.36, 0.6 / 0.36});
  compareNumbers(json["velocity"], {1, 0});
  compareNumbers({json["energy"]["before"], json["energy"]["after"]}, {0.2 / 0.36, 0.5 / 0.36});
  COMPARE_JSON(json["permissible"],
               (Json{{"energy", false}, {"separation", true}, {"compression", true}, {"friction", true}}));
  COMPARE_JSON(json["mode"], "stick");
}

void CommandLineLawTest::everyLawAnswers_data() {
  QTest::addColumn<QByteArray>("name");
  for (const char* name : {"routh", "whittaker", "smith", "pfeiffer-glocker", "bilinear", "chatterjee-ruina",
                           "composite", "brach", "routh-newton", "routh-work"})
    QTest::newRow(name) << QByteArray(name);
}

/// Without friction they are one: only V_n turns.
void CommandLineLawTest::everyLawAnswers() {
  QFETCH(QByteArray, name);
  const Run run = law(name + " --mass 2,0,0;0,3,0;0,0,3 --velocity -1,1,0 --restitution 0.5 --json");
  QCOMPARE(run.status, 0);
  const Json json = run.json();
  compareNumbers(json["impulse"], {3, 0, 0});
  compareNumbers(json["velocity"], {0.5, 1, 0});
  QVERIFY2(!run.out.contains("-0"), run.out);
}

/// M = (2, 0.5; 0.5, 1): P_I = −V_n/W_nn, W_nn = 1/1.75, and P_II = −M V.
void CommandLineLawTest::theSpecialImpulsesFollowTheirFormulas() {
  const Json first = law("routh --mass 2,0.5;0.5,1 --velocity -1,3 --json").json();
  compareNumbers(first["frictionless"], {1.75, 0});
  compareNumbers(first["sticking"], {0.5, -2.5});
  const Json second = law("routh --mass 1,0.5;0.5,2 --velocity 3,-1 --normal 0,1 --json").json();
  compareNumbers(second["frictionless"], {0, 1.75});
  compareNumbers(second["sticking"], {-2.5, 0.5});
}

/// Spheres, which every law covers.
void CommandLineLawTest::allLawsAnswerAsEachAlone() {
  const QByteArray impact = " --mass 2,0;0,1 --velocity -1,1 --friction 0.4 --restitution 0.5";
  const Json all = law("all" + impact + " --json").json();
  QCOMPARE(all.size(), 2U);  // and how it was made
  QCOMPARE(all["laws"].size(), 12U);
  for (const auto& [name, answer] : all["laws"].items())
    COMPARE_JSON(answer, withoutRecord(law(QByteArray::fromStdString(name) + impact + " --json").json()));
  const Run table = law("all" + impact);
  QCOMPARE(table.status, 0);
  for (const auto& [name, answer] : all["laws"].items())
    QVERIFY2(table.out.contains("\n  " + QByteArray::fromStdString(name) + ' '), table.out);
}

/// The bilinear law covers spheres only; Whittaker's gains energy here.
void CommandLineLawTest::aLawThatRefusesLeavesTheOthersTheirAnswers() {
  const QByteArray impact = "all --mass 3,-2;-2,3 --velocity -1,-1 --friction 2";
  const Json laws = law(impact + " --json").json()["laws"];
  QCOMPARE(laws["bilinear"].size(), 1U);
  QVERIFY(laws["bilinear"]["refused"].get<std::string>().find("spheres or discs") != std::string::npos);
  for (const auto& [name, answer] : laws.items()) QCOMPARE(answer.contains("impulse"), name != "bilinear");
  COMPARE_JSON(laws["whittaker"]["permissible"]["energy"], false);
  const Run table = law(impact);
  QVERIFY2(table.out.contains("\nbilinear refused: bilinear law: the masses couple"), table.out);
  const auto breaksEnergy = [](const QByteArray& line) {
    return line.startsWith("  whittaker ") && line.endsWith(" energy");
  };
  QVERIFY2(std::ranges::any_of(table.lines(), breaksEnergy), table.out);
}

/// The contact sticks at P_n = 0.5, before the end of compression.
void CommandLineLawTest::pathAndAccessibleSetAreInTheAxesOfTheCommandLine() {
  const QByteArray impact =
      " --mass 1,0;0,1 --velocity 0.5,-1 --normal 0,1 --friction 1 --restitution 0.5 --path --accessible 4";
  const Json json = law("chatterjee-ruina" + impact + " --json").json();
  QCOMPARE(json["path"].size(), 4U);
  compareNumbers(json["path"][1], {-0.5, 0.5});
  compareNumbers(json["path"][2], {-0.5, 1});
  compareNumbers(json["path"][3], {-0.5, 1.5});
  QCOMPARE(json["accessible"].size(), 4U);
  compareNumbers(json["accessible"][0], {0, 1});
  compareNumbers(json["accessible"][1], {0, 2});
  compareNumbers(json["accessible"][2], {-1, 2});
  compareNumbers(json["accessible"][3], {-1, 1});
  const Json all = law("all" + impact + " --json").json();
  COMPARE_JSON(all["laws"]["chatterjee-ruina"], withoutRecord(json));
  COMPARE_JSON(json["path_law"], "routh");
  const Json newton =
      law("routh-newton --mass 3,-2;-2,3 --velocity -1,-1 --friction 0.5 --path --json").json();
  COMPARE_JSON(newton["path_law"], "routh-newton");
  COMPARE_JSON(newton["path"].back(), newton["impulse"]);
  QVERIFY(law("routh-work" + impact).out.contains("\nRouth's path by routh-work (N·s)\n"));
  const QByteArray text = law("routh" + impact).out;
  for (const char* part : {"\nRouth's path (N·s)\n", "\nAccessible impulses (N·s)\n"})
    QVERIFY2(text.contains(part), text);
}

/// A rod of mass and length 1 across the normal, hinged at its other end: W = 4 at the tip, −2 between, 4 at
/// the hinge along the normal; the intact rod has 3. It strikes at speed 1 without friction and rebound.
void CommandLineLawTest::aHingeIsHeldOrCollides() {
  const QByteArray rod = "routh --mass 0.25,0;0,1 --velocity -1,0 --hinge -2,0,4,0;0,1,0,1";
  const Json json = law(rod + " --restitution 0 --json").json();
  compareNumbers(json["impulse"], {1 / 3.0, 0});
  compareNumbers(json["hinge"]["impulse"], {1 / 3.0, 0});
  compareNumbers(json["hinge"]["reaction"], {1 / 6.0, 0});
  COMPARE_JSON(json["hinge"]["complete"], true);
  QVERIFY(json["hinge"]["collisions"] > 5);
  // Elastic: the free tip returns at 1, the hinge takes 1/4 of 2 from it.
  const Json elastic = law(rod + " --json").json();
  compareNumbers(elastic["velocity"], {1, 0});
  compareNumbers(elastic["hinge"]["velocity"], {0.5, 0});
  COMPARE_JSON(elastic["hinge"]["collisions"], 1);
  const Run turned =
      law("routh --mass 1,0;0,0.25 --normal 0,1 --velocity 0,-1 --hinge 0,-2,4,0;1,0,0,1 --json");
  compareNumbers(turned.json()["hinge"]["velocity"], {0, 0.5});
  QVERIFY(law(rod).out.contains("second place of impact: 1 collision at the contact"));
  QVERIFY(law("routh --mass 0.25,0;0,1 --velocity -1,1 --hinge -2,0,4,0;0,1,0,1")
              .err.contains("the hinge allows"));
  QVERIFY(law("routh --mass 1,0;0,1 --velocity -1,0 --hinge 1,0,1").err.contains("leaves the normal free"));
  QVERIFY(law("routh --mass 1,0;0,1 --velocity -1,0 --hinge 1,0").err.contains("3 numbers in each row"));
}

/// The ratio of Brach's law has no end at an infinite μ.
void CommandLineLawTest::whatHasNoPointsIsNull() {
  const QByteArray impact =
      "brach --mass 1,0;0,1 --velocity -1,0.5 --friction inf --tangential 0.1 --accessible 4";
  const Json json = law(impact + " --json").json();
  QVERIFY(json["accessible"].is_null());
  QVERIFY(!json.contains("path"));
  compareNumbers(json["impulse"], {2, -0.2});
  QVERIFY(law(impact).out.endsWith("\nAccessible impulses: none\n"));
}

void CommandLineLawTest::coefficientsReachTheirLaw() {
  const QByteArray sphere = " --mass 2,0;0,1 --velocity -1,1 --restitution 0.5 --json";
  compareNumbers(law("bilinear --friction inf --tangential 0.25" + sphere).json()["impulse"], {3, -1.25});
  compareNumbers(law("bilinear --friction 0.1 --tangential 0.25" + sphere).json()["impulse"], {3, -0.3});
  COMPARE_JSON(law("bilinear --friction 0.1" + sphere).json()["mode"], "slip");
  compareNumbers(law("composite --friction 9 --tangential 1 --sigma 0.25" + sphere).json()["impulse"],
                 {3, -1.25});
  const Json beyond = law("brach --friction 0.1 --tangential 0.2" + sphere).json();
  compareNumbers(beyond["impulse"], {3, -0.6});
  COMPARE_JSON(beyond["permissible"]["friction"], false);
}

void CommandLineLawTest::valuesAreExpressionsWithUnits() {
  const Json json =
      law("routh --mass 2*1000g,0;0,1 --velocity -100cm,sqrt(4) --friction 1/4 --restitution 1/2 --json")
          .json();
  compareNumbers(json["impulse"], {3, -0.75});
}

void CommandLineLawTest::theNormalMayBeAnyAxis() {
  const Json json = law("routh --mass 1,0,0;0,1,0;0,0,2 --velocity 1,0,-1 --normal 0,0,1 --friction 0.25 "
                        "--restitution 0.5 --json")
                        .json();
  compareNumbers(json["impulse"], {-0.75, 0, 3});
  compareNumbers(json["velocity"], {0.25, 0, 0.5});
  const Json oblique =
      law("chatterjee-ruina --mass 1,0;0,1 --velocity -0.6,-0.8 --normal 0.6,0.8 --friction 1 --json").json();
  compareNumbers(oblique["impulse"], {1.2, 1.6});
  compareNumbers(oblique["velocity"], {0.6, 0.8});
}

void CommandLineLawTest::aReportSaysWhatIsBroken() {
  const Run run =
      law("brach --mass 2,0;0,1 --velocity -1,1 --friction 0.1 --tangential 0.2 --restitution 0.5");
  QCOMPARE(run.status, 0);
  const QString text = QString::fromUtf8(run.out);
  for (const char* part : {"brach: slip, not permissible", "N·s", "m/s", "Contact energy 1.500 J before"})
    QVERIFY2(text.contains(QString::fromUtf8(part)), run.out);
  QCOMPARE(text.count("BROKEN"), 1);
  for (const QByteArray& line : run.lines())
    if (line.contains("BROKEN")) QVERIFY2(line.contains("friction cone"), line);
}

void CommandLineLawTest::aContactThatOpensHasNoImpulse() {
  const QByteArray opening = "smith --mass 2,0;0,1 --velocity 1,1 --friction 0.1";
  compareNumbers(law(opening + " --json").json()["impulse"], {0, 0});
  QVERIFY(law(opening).out.startsWith("smith: does not close, permissible\n"));
}

/// Routh's path goes to P_II and on to 1.5 P_n along the line of sticking.
void CommandLineLawTest::aGrazingContactIsClosedByFriction() {
  const QByteArray grazing = "all --mass 1,0.8;0.8,1 --velocity 0,-1 --friction 2 --restitution 0.5 --path";
  const Json laws = law(grazing + " --json").json()["laws"];
  compareNumbers(laws["chatterjee-ruina"]["impulse"], {0.8, 1});
  compareNumbers(laws["whittaker"]["impulse"], {0.8, 1});
  const double smith = 1 + std::sqrt(3.0 / 13);
  compareNumbers(laws["smith"]["impulse"], {0.8 * smith, smith});
  for (const char* name : {"routh", "pfeiffer-glocker"}) compareNumbers(laws[name]["impulse"], {1.2, 1.32});
  compareNumbers(laws["routh"]["frictionless"], {0, 0});
  compareNumbers(laws["routh"]["path"].back(), {1.2, 1.32});
}

/// 003 Fig. 9: a nearly grazing disc may rebound with up to 16.6 times its approach.
void CommandLineLawTest::aRestitutionAboveOneIsTakenAndItsLimitGiven() {
  const QByteArray disc = "bilinear --mass 1,0;0,1 --velocity -0.05,1 --friction 0.5 --tangential 0.5";
  const double largest = law(disc + " --json").json()["largest_restitution"];
  QVERIFY(largest > 16.5 && largest < 16.7);
  compareNumbers(law(disc + " --restitution 16 --json").json()["impulse"], {0.85, -0.425});
  const Run refused = law(disc + " --restitution 17");
  QCOMPARE(refused.status, 1);
  QVERIFY2(refused.err.contains("expected a number from 0 to 16.6"), refused.err);
}

void CommandLineLawTest::everyImpulseThatALawAllowsIsListed() {
  const QByteArray impact =
      " --mass 3.0253,0.8789,0.1475;0.8789,1.7756,0.1611;0.1475,0.1611,0.5351 "
      "--velocity -0.00394253,-0.319666,0.860395 --friction 3.76163 --restitution 0.298172 --json";
  const Json whittaker = law("whittaker" + impact).json();
  QCOMPARE(whittaker["solutions"].size(), 3U);
  COMPARE_JSON(whittaker["solutions"][0]["impulse"], whittaker["impulse"]);
  COMPARE_JSON(whittaker["solutions"][0]["mode"], "stick");
  COMPARE_JSON(whittaker["solutions"][1]["mode"], "slip");
  QCOMPARE(law("chatterjee-ruina" + impact).json()["solutions"].size(), 1U);
}

void CommandLineLawTest::faultsAreOneLineAndAStatus_data() {
  QTest::addColumn<QByteArray>("arguments");
  QTest::addColumn<int>("status");
  QTest::addColumn<QByteArray>("says");
  const QByteArray good = " --mass 2,0;0,1 --velocity -1,1";
  const auto add = [&](const char* name, const QByteArray& arguments, int status, const char* says) {
    QTest::newRow(name) << arguments << status << QByteArray(says);
  };
  add("not symmetric", "routh --mass 2,1;0,1 --velocity -1,1", 1, "symmetric positive definite");
  add("not definite", "routh --mass 1,1;1,1 --velocity -1,1", 1, "symmetric positive definite");
  add("negative", "routh --mass -1,0;0,1 --velocity -1,1", 1, "symmetric positive definite");
  add("mass not finite", "routh --mass 1/0,0;0,1 --velocity -1,1", 1, "finite");
  add("velocity not finite", "routh --mass 1,0;0,1 --velocity -1,1/0", 1, "finite");
  add("normal not unit", "routh --normal 1,1" + good, 1, "--normal 1,1: expected a unit vector");
  add("mu < 0", "routh --friction -1" + good, 1, "friction is -1; expected a number");
  add("e > 1", "routh --restitution 1.5" + good, 1,
      "restitution is 1.5, and the impulse is not permissible; expected a number from 0 to 1");
  add("e_t out of range", "pfeiffer-glocker --tangential -0.5" + good, 1, "from 0 to 1");
  add("sigma out of range", "composite --sigma 2" + good, 1, "from 0 to 1");
  add("a law that does not cover it", "bilinear --mass 2,1;1,2 --velocity -1,1", 1, "spheres or discs");
  add("mu < 0 of all", "all --friction -1" + good, 1, "friction is -1; expected a number");
  add("few points", "routh --accessible 3" + good, 2, "--accessible");
  add("unknown law", "newton" + good, 2, "expected routh-newton");
  add("no law", good, 2, "name");
  add("no mass", "routh --velocity -1,1", 2, "--mass");
  add("no velocity", "routh --mass 2,0;0,1", 2, "--velocity");
  add("rows that differ", "routh --mass 2,0;0 --velocity -1,1", 2, "2 numbers");
  add("one row", "routh --mass 2 --velocity -1,1", 2, "2 or 3 rows");
  add("another dimension", "routh --mass 2,0;0,1 --velocity -1,1,0", 2, "2 numbers");
  add("normal of another dimension", "routh --normal 1,0,0" + good, 2, "2 numbers");
  add("unreadable mass", "routh --mass 2,0;0,m --velocity -1,1", 2, "--mass");
  add("unreadable coefficient", "routh --friction rough" + good, 2, "--friction");
  add("unknown option", "routh --spin 3" + good, 2, "--spin");
}

void CommandLineLawTest::faultsAreOneLineAndAStatus() {
  QFETCH(QByteArray, arguments);
  QFETCH(int, status);
  QFETCH(QByteArray, says);
  const Run run = law(arguments);
  QCOMPARE(run.status, status);
  VERIFY_ONE_LINE(run);
  QVERIFY2(run.err.contains(says), run.err);
}

/// M = (1, −0.2; −0.2, 1.2), V = (−1, −0.9): P_II = −M V, by the figure's numbers.
void CommandLineLawTest::figuresAreMadeFromParameters() {
  const QTemporaryDir folder;
  const QString file = folder.filePath("laws.csv");
  const Run run = runCarom({"figure", "impulse-2d-4", "--set", "Mnt=-0.2", "--set", "Vt=-0.9", "-o", file});
  QVERIFY2(run.status == 0, run.err);
  QFile written(file);
  QVERIFY(written.open(QIODevice::ReadOnly));
  const QByteArray text = written.readAll();
  const qsizetype at = text.indexOf("\nP_II,");
  const QList<QByteArray> fields = text.mid(at + 1, text.indexOf('\n', at + 1) - at - 1).split(',');
  QCOMPARE(fields.size(), 3);
  QVERIFY(std::abs(fields[1].toDouble() - (1 - 0.2 * 0.9)) < 1e-12);
  QVERIFY(std::abs(fields[2].toDouble() - (-0.2 + 1.2 * 0.9)) < 1e-12);
  const Run unknown = runCarom({"figure", "impulse-2d-8", "--set", "Mnn=1", "-o", file});
  QVERIFY(unknown.status != 0);
  QVERIFY2(unknown.err.contains("Mnn") && unknown.err.contains("angle"), unknown.err);
}

CAROM_TEST(CommandLineLawTest);
#include "tst_command_line_law.moc"
