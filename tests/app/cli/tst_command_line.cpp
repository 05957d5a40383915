// The command line as scripts see it: the real program, its exit statuses, lines and documents.
#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <csignal>
#include <functional>

#include "impact/impact_report.h"
#include "impact/resolve.h"
#include "mechanics/contact/contacts.h"
#include "scene/scene.h"
#include "support/carom_process.h"
#include "support/test_program.h"

using namespace carom::process;

class CommandLineTest : public QObject {
  Q_OBJECT

 private slots:
  void faultsAreOneLineAndAStatus_data();
  void faultsAreOneLineAndAStatus();
  void badSceneFilesSayWhereAndWhy_data();
  void badSceneFilesSayWhereAndWhy();
  void aSceneInWhichNothingMovesIsRefused();
  void withoutADisplayTheCommandsAreShown();
  void helpAndVersionAreAnswers();
  void helpFindsNamesByAPart();
  void scenesAreListed();

  void resolveGivesEveryKey();
  void billiardBreakHasItsKnownIndeterminacy();
  void countsAreExact_data();
  void countsAreExact();
  void energySurvivesHundredsOfThousandsOfReflections();
  void aJamIsAnAnswerWithItsWeights();
  void aFeasibleMomentumHasTheEmptyOrdering_data();
  void aFeasibleMomentumHasTheEmptyOrdering();
  void numbersReadBackToTheSameDoubles();
  void aLimitIsStatusThree();
  void interruptingEndsWithWhatWasFound();
  void aPolicyFollowsOneOrdering_data();
  void aPolicyFollowsOneOrdering();
  void thePolicyOfTheFrictionLcpFollowsNone();
  void aSceneFileIsReadByPath();
  void theLastSettingWins();
  void peopleGetWordsAndTables();

  void sweepIsATableInSi();
  void sweepHasNullWhereTheSceneIsImpossible();
  void sweepOfTwoParametersHasTheFirstOutermost();
  void sweepGivesCountsExactly();
  void sweepEndsMayBeExpressions();

  void figuresAreWrittenInTheFormatOfTheirEnding_data();
  void figuresAreWrittenInTheFormatOfTheirEnding();
  void aFigureIsWrittenWholeOrNotAtAll();
  void everyListedFigureCanBeMade();

  void outputThatCannotBeWrittenIsAFault_data();
  void outputThatCannotBeWrittenIsAFault();
};

void CommandLineTest::faultsAreOneLineAndAStatus_data() {
  QTest::addColumn<QString>("arguments");
  QTest::addColumn<int>("status");
  QTest::addColumn<QString>("mention");
  const auto row = [](const char* arguments, int status, const char* mention) {
    QTest::newRow(arguments) << QString::fromUtf8(arguments) << status << QString::fromUtf8(mention);
  };
  row("resolve", 2, "scene");
  row("resolve no-such-scene", 2, "billiard-break");
  row("no-such-scene", 2, "no-such-scene");
  row("resolve billiard-break --frobnicate", 2, "--frobnicate");
  row("resolve billiard-break extra", 2, "extra");
  row("resolve billiard-break --set thta=1", 2, "theta, ra, rb, rc, density, speed");
  row("resolve billiard-break --set theta=3*", 2, "3*");
  row("resolve billiard-break --set theta=3*frob", 2, "frob");
  row("resolve billiard-break --set theta", 2, "NAME=EXPR");
  row("resolve billiard-break --set =3", 2, "NAME=EXPR");
  row("resolve billiard-break --set", 2, "--set");
  row("resolve billiard-break --set theta=30deg", 1, "overlap");
  row("resolve billiard-break --set ra=0", 1, "mass");
  row("resolve billiard-break --set ra=-1mm", 1, "ra");
  row("resolve billiard-break --set speed=1/0", 1, "speed");
  row("resolve newtons-cradle --set n=2.5", 1, "n");
  row("resolve billiard-break --max-states 0", 2, "--max-states");
  row("resolve billiard-break --max-states -1", 2, "--max-states");
  row("resolve billiard-break --max-states 1e3", 2, "--max-states");
  row("resolve billiard-break --policy fastest", 2, "most-infeasible");
  row("resolve billiard-break --policy priority:ac,zz", 2, "zz");
  row("resolve billiard-break --policy random:", 2, "random");
  row("resolve billiard-break --restitution", 2, "--restitution");
  row("resolve billiard-break --restitution high", 2, "high");
  row("resolve billiard-break --restitution 1.5", 1, "from 0 to 1");
  row("resolve billiard-break --restitution -0.5", 1, "from 0 to 1");
  row("resolve billiard-break --restitution 0/0", 1, "from 0 to 1");
  row("resolve billiard-break --reflection-restitution 2", 1, "from 0 to 1");
  row("resolve billiard-break --restitution 0.5 --reflection-restitution 0.5", 2, "exclude");
  row("resolve billiard-break --sample 0", 2, "--sample");
  row("resolve billiard-break --sample 1e3", 2, "--sample");
  row("resolve billiard-break --gaps many", 2, "--gaps");
  row("resolve billiard-break --gaps 10 --seed x", 2, "--seed");
  row("resolve billiard-break --seed 3", 2, "--sample or --gaps");
  row("resolve billiard-break --sample 5 --reflection-restitution 0.5", 2, "exclude");
  row("resolve billiard-break --gaps 5 --reflection-restitution 0.5", 2, "exclude");
  row("resolve billiard-break --sample 5 --policy random:1", 2, "exclude");
  row("resolve billiard-break --gaps 5 --policy random:1", 2, "exclude");
  row("resolve billiard-break --gradient --policy random:1", 2, "exclude");
  row("sweep billiard-break", 2, "--over");
  row("sweep billiard-break --over theta", 2, "NAME=A:B:N");
  row("sweep billiard-break --over theta=60deg:90deg", 2, "NAME=A:B:N");
  row("sweep billiard-break --over theta=60deg:90deg:0", 2, "whole number");
  row("sweep billiard-break --over theta=60deg:90+:3", 2, "90+");
  row("sweep billiard-break --over thta=60deg:90deg:3", 2, "theta");
  row("sweep billiard-break --over ra=1:2:2 --over rb=1:2:2 --over rc=1:2:2", 2, "two");
  row("sweep billiard-break --over ra=1:2:2 --over ra=1:2:2", 2, "twice");
  row("sweep billiard-break --over theta=60deg:90deg:3 --measure xy", 2, "orderings");
  row("sweep billiard-break --over theta=60deg:90deg:3 --measure gram:ac:zz", 2, "zz");
  row("figure", 2, "--list");
  row("figure no-such-figure -o x.pdf", 2, "ordering-graph");
  row("figure outcomes", 2, "-o");
  row("figure outcomes --scene pen -o x.pdf", 1, "--impact");
  row("figure ordering-graph --scene pen -o x.pdf", 1, "--impact");
  row("figure outcomes -o x.bmp", 2, ".pdf");
  row("figure outcomes -o x.pdf --width 3kg", 2, "3kg");
  row("figure outcomes -o x.pdf --dpi 0", 2, "--dpi");
  row("figure outcomes -o x.pdf --models", 2, "outcome-set");
  row("figure outcomes -o x.pdf --ordering ac,zz", 2, "zz");
  row("figure outcomes -o x.pdf --ordering ac,ac", 1, "ac,ac");
  row("figure outcomes -o /no/such/folder/x.pdf", 1, "/no/such/folder");
  row("figure xi-curve --scene trapped-ball -o x.pdf", 1, "sweep");
  row("sweep billiard-break --over theta=60kg:120kg:3", 2,
      "60kg has the unit kg; expected a number in rad or deg");
  row("robust billiard-break --tolerance theta=0.5mm", 2, "0.5mm has the unit mm");
  row("simulate bouncing-ball --until 5kg", 2, "has the unit kg; expected a number in s, ms or us");
}

void CommandLineTest::faultsAreOneLineAndAStatus() {
  QFETCH(QString, arguments);
  QFETCH(int, status);
  QFETCH(QString, mention);
  const Run run = runCarom(arguments.split(' '));
  QCOMPARE(run.status, status);
  VERIFY_ONE_LINE(run);
  QVERIFY2(QString::fromUtf8(run.err).contains(mention), run.err);
}

void CommandLineTest::badSceneFilesSayWhereAndWhy_data() {
  QTest::addColumn<QByteArray>("text");
  QTest::addColumn<QString>("mention");
  const QByteArray good = QByteArray::fromStdString(carom::Scene::open("billiard-break")->text());
  const auto changed = [&](const char* before, const char* after) {
    QByteArray text = good;
    const auto at = text.indexOf(before);
    Q_ASSERT(at >= 0);
    return text.replace(at, static_cast<qsizetype>(qstrlen(before)), after);
  };
  QTest::newRow("empty") << QByteArray() << "line 1";
  QTest::newRow("truncated") << good.left(good.size() / 2) << "line ";
  QTest::newRow("binary") << QByteArray(
                                 "\x7f"
                                 "ELF\0\1\2\3",
                                 8)
                          << "line 1";
  QTest::newRow("not an object") << QByteArray("[1, 2]") << "object";
  QTest::newRow("unknown key") << changed("\"bodies\"", "\"bodis\"") << "bodis";
  QTest::newRow("newer format") << changed("\"format\": 1", "\"format\": 2") << "format";
  QTest::newRow("mass 0") << changed("\"density*4/3*pi*ra^3\"", "0") << "mass";
  QTest::newRow("mass NaN") << changed("\"density*4/3*pi*ra^3\"", "\"0/0\"") << "mass";
  QTest::newRow("undefined parameter") << changed("4/3*pi*ra^3", "4/3*pi*rx^3") << "rx";
  QTest::newRow("overlap") << changed("\"90deg\"", "\"50deg\"") << "overlap";
  QTest::newRow("nothing but brackets") << QByteArray(1'000'000, '[') << "nest";
  QTest::newRow("far too long") << QByteArray(100'000'000, '[') << "longer than";
}

/// Such a scene can be opened and built on, but has no momentum to reflect and no motion.
void CommandLineTest::aSceneInWhichNothingMovesIsRefused() {
  QTemporaryDir folder;
  const QString path = folder.filePath("still.carom.json");
  QFile file(path);
  QVERIFY(file.open(QIODevice::WriteOnly));
  file.write(R"({"format": 1, "bodies": []})");
  file.close();
  for (const QStringList& arguments :
       {QStringList{"resolve", path}, QStringList{"simulate", path, "--until", "1"}}) {
    const Run run = runCarom(arguments);
    QCOMPARE(run.status, 1);
    VERIFY_ONE_LINE(run);
    QVERIFY2(run.err.contains("still.carom.json"), run.err);
    QVERIFY2(run.err.contains("nothing moves"), run.err);
  }
}

void CommandLineTest::badSceneFilesSayWhereAndWhy() {
  QFETCH(QByteArray, text);
  QFETCH(QString, mention);
  QTemporaryDir folder;
  const QString path = folder.filePath("bad.carom.json");
  QFile file(path);
  QVERIFY(file.open(QIODevice::WriteOnly));
  QCOMPARE(file.write(text), text.size());
  file.close();
  for (const QStringList& arguments : {QStringList{"resolve", path}, QStringList{path}}) {
    const Run run = runCarom(arguments);
    QCOMPARE(run.status, 1);
    VERIFY_ONE_LINE(run);
    QVERIFY2(run.err.contains("bad.carom.json"), run.err);
    QVERIFY2(QString::fromUtf8(run.err).contains(mention), run.err);
  }
}

void CommandLineTest::withoutADisplayTheCommandsAreShown() {
  const Run run = runCarom(QStringList{});
  QCOMPARE(run.status, 1);
  QVERIFY(run.out.isEmpty());
  QVERIFY(run.err.startsWith("carom: no display"));
  for (const char* command : {"scenes", "resolve", "sweep", "figure"})
    QVERIFY2(run.err.contains(QByteArray("\n  ") + command + ' '), run.err);
}

void CommandLineTest::helpAndVersionAreAnswers() {
  const Run version = runCarom("--version");
  QCOMPARE(version.status, 0);
  QVERIFY(QRegularExpression("^carom \\d+\\.\\d+\\.\\d+( \\([0-9a-f]{12}(, changed)?\\))?\n$")
              .match(version.out)
              .hasMatch());
  for (const char* arguments : {"--help", "resolve --help", "sweep --help", "figure --help"}) {
    const Run help = runCarom(arguments);
    QCOMPARE(help.status, 0);
    QVERIFY(help.out.contains("Options:"));
    QVERIFY(help.err.isEmpty());
  }
}

void CommandLineTest::helpFindsNamesByAPart() {
  const auto found = runCarom("help local-err");
  QCOMPARE(found.status, 0);
  QVERIFY(found.out.startsWith("--local-error (simulate)"));
  const auto none = runCarom("help zzzz");
  QCOMPARE(none.status, 2);
  QCOMPARE(none.err.count('\n'), 1);
  QCOMPARE(none.err.count(" study,"), 1);  // its commands once, though it has six
}

void CommandLineTest::scenesAreListed() {
  const Run run = runCarom("scenes");
  QCOMPARE(run.status, 0);
  QByteArrayList names;
  for (const QByteArray& line : run.lines()) {
    QCOMPARE(line.count('\t'), 2);
    names += line.left(line.indexOf('\t'));
  }
  for (const char* name : {"billiard-break", "newtons-cradle", "converging-line", "line-and-wall", "galperin",
                           "rack-break", "trapped-ball"})
    QVERIFY2(names.contains(name), name);
}

void CommandLineTest::resolveGivesEveryKey() {
  const Json json = resolve("newtons-cradle --set n=3");
  for (const char* key : {"scene", "dof", "coordinates", "contacts", "gram", "certificate", "terminates",
                          "margin", "bounds", "complete", "states", "orderings", "lengths", "outcomes", "xi",
                          "xi_minimal", "xi_pair", "choice", "energy"})
    QVERIFY2(json.contains(key), key);
  COMPARE_JSON(json["scene"], "newtons-cradle");
  COMPARE_JSON(json["dof"], 3);
  COMPARE_JSON(json["coordinates"][0], Json::parse(R"({"name": "ball0.x", "unit": "m"})"));
  COMPARE_JSON(json["contacts"][0]["bodies"], Json::parse(R"(["ball0", "ball1"])"));
  QVERIFY(std::abs(json["contacts"][0]["approach"].get<double>() + std::sqrt(0.5)) < 1e-15);
  QVERIFY(std::abs(json["contacts"][0]["approach_speed"].get<double>() + 1) < 1e-15);
  COMPARE_JSON(json["certificate"]["reason"], "coxeter");
  COMPARE_JSON(json["certificate"]["group"], "A2");
  COMPARE_JSON(json["certificate"]["unique"], true);
  COMPARE_JSON(json["certificate"]["multiplicity"], Json::parse("[[1,3],[3,1]]"));
  COMPARE_JSON(json["bounds"], Json::parse(R"({"seghete2014": 6, "seghete2010": 3})"));
  QVERIFY(std::abs(json["margin"].get<double>() - 0.5) < 1e-12);
  COMPARE_JSON(json["states"], 3);
  COMPARE_JSON(json["lengths"], Json::parse(R"({"min": 2, "max": 2})"));
  const Json& outcome = json["outcomes"][0];
  COMPARE_JSON(outcome["example"], Json::parse(R"(["ball0-ball1", "ball1-ball2"])"));
  COMPARE_JSON(outcome["minimal"], true);
  COMPARE_JSON(outcome["impulses"].size(), 2);
  COMPARE_JSON(json["choice"]["nearest"], 0);
  QVERIFY(json["choice"]["conic"]["energy_loss"].is_number());
  QVERIFY(json["choice"]["convex"]["momentum"].is_array());
  COMPARE_JSON(json["energy"]["before"], 0.5);
}

void CommandLineTest::billiardBreakHasItsKnownIndeterminacy() {
  const Json json = resolve("billiard-break --set theta=120deg");
  QVERIFY(std::abs(json["xi"].get<double>() - std::sqrt(5) / 4) < 1e-14);
  COMPARE_JSON(json["orderings"], "2");
  COMPARE_JSON(json["outcomes"].size(), 2);
  COMPARE_JSON(json["xi_pair"], Json::parse("[0, 1]"));
  COMPARE_JSON(json["certificate"]["unique"], false);
  COMPARE_JSON(json["certificate"]["reason"], "pair-breaks");
  QVERIFY(json["certificate"]["multiplicity"][0][1].is_null());
  QVERIFY(std::abs(resolve("billiard-break --set theta=90deg")["xi"].get<double>()) < 1e-14);
  // Exactly where a and b touch, the third contact belongs to the impact, too.
  const Json touching = resolve("billiard-break --set theta=60deg");
  COMPARE_JSON(touching["contacts"].size(), 3);
  COMPARE_JSON(touching["contacts"][2]["name"], "ab");
  QVERIFY(std::abs(touching["xi"].get<double>() - 0.75) < 1e-12);
}

void CommandLineTest::countsAreExact_data() {
  QTest::addColumn<QByteArray>("arguments");
  QTest::addColumn<std::string>("orderings");
  QTest::addColumn<int>("states");
  QTest::addColumn<int>("length");
  QTest::newRow("line 3") << QByteArray("converging-line --set n=3") << std::string("2") << 6 << 3;
  QTest::newRow("line 4") << QByteArray("converging-line --set n=4") << std::string("16") << 24 << 6;
  QTest::newRow("line 5") << QByteArray("converging-line --set n=5") << std::string("768") << 120 << 10;
  QTest::newRow("line 6") << QByteArray("converging-line --set n=6") << std::string("292864") << 720 << 15;
  QTest::newRow("line 8") << QByteArray("converging-line --set n=8") << std::string("48608795688960") << 40320
                          << 28;
  QTest::newRow("wall 2") << QByteArray("line-and-wall --set n=2") << std::string("2") << 8 << 4;
  QTest::newRow("wall 4") << QByteArray("line-and-wall --set n=4") << std::string("24024") << 384 << 16;
}

void CommandLineTest::countsAreExact() {
  QFETCH(QByteArray, arguments);
  QFETCH(std::string, orderings);
  QFETCH(int, states);
  QFETCH(int, length);
  const Json json = resolve(arguments);
  COMPARE_JSON(json["orderings"], orderings);
  COMPARE_JSON(json["states"], states);
  COMPARE_JSON(json["lengths"]["min"], length);
  COMPARE_JSON(json["lengths"]["max"], length);
  COMPARE_JSON(json["outcomes"].size(), 1);
  COMPARE_JSON(json["complete"], true);
  QVERIFY(!json.contains("limit"));
}

void CommandLineTest::energySurvivesHundredsOfThousandsOfReflections() {
  const Json json = resolve("galperin --set digits=5");
  COMPARE_JSON(json["lengths"], Json::parse(R"({"min": 314159, "max": 314159})"));
  COMPARE_JSON(json["outcomes"][0]["example"].size(), 314159);
  QVERIFY(json["energy"]["worst_relative_error"].get<double>() <= 1e-13);
}

void CommandLineTest::aJamIsAnAnswerWithItsWeights() {
  for (const char* policy : {"", " --policy most-infeasible"}) {
    const Run run = runCarom(QByteArray("resolve trapped-ball --json") + policy);
    QCOMPARE(run.status, 0);
    const Json json = run.json();
    COMPARE_JSON(json["terminates"], false);
    COMPARE_JSON(json["jammed"]["weights"], Json::parse("[0.5, 0.5]"));
    COMPARE_JSON(json["outcomes"], Json::array());
    COMPARE_JSON(json["certificate"]["reason"], "jammed");
    QVERIFY(!json.contains("margin"));
  }
}

void CommandLineTest::aFeasibleMomentumHasTheEmptyOrdering_data() {
  QTest::addColumn<QByteArray>("speed");
  QTest::newRow("at rest") << QByteArray("0");
  QTest::newRow("parting") << QByteArray("-1");
}

void CommandLineTest::aFeasibleMomentumHasTheEmptyOrdering() {
  QFETCH(QByteArray, speed);
  const Json json = resolve("billiard-break --set speed=" + speed);
  COMPARE_JSON(json["orderings"], "1");
  COMPARE_JSON(json["states"], 1);
  COMPARE_JSON(json["lengths"], Json::parse(R"({"min": 0, "max": 0})"));
  COMPARE_JSON(json["outcomes"][0]["example"], Json::array());
  QVERIFY(std::abs(json["outcomes"][0]["velocity"][4].get<double>() - speed.toDouble()) < 1e-15);
  COMPARE_JSON(json["xi"], 0.0);
}

void CommandLineTest::numbersReadBackToTheSameDoubles() {
  using namespace carom;
  const SceneInstance instance =
      Scene::open("billiard-break")->instantiate({{"theta", "100deg"}, {"ra", "0.031"}});
  const auto problem = impactAt(*instance.mechanism, instance.initial.q, instance.initial.p);
  const ImpactReport report = resolveImpact(*problem);
  const Json json = resolve("billiard-break --set theta=100deg --set ra=0.031");
  COMPARE_JSON(json["outcomes"].size(), report.outcomes.size());
  for (std::size_t i = 0; i < report.outcomes.size(); ++i) {
    const auto momentum = json["outcomes"][i]["momentum"].get<std::vector<double>>();
    for (std::size_t j = 0; j < momentum.size(); ++j)
      QVERIFY(momentum[j] == report.outcomes[i].momentum[static_cast<Eigen::Index>(j)]);
  }
  QVERIFY(json["xi"].get<double>() == report.indeterminacy.xi);
}

void CommandLineTest::aLimitIsStatusThree() {
  for (const char* most : {"1", "2", "1000"}) {
    const Run run = runCarom(QByteArray("resolve rack-break --set rows=5 --json --max-states ") + most);
    QCOMPARE(run.status, 3);
    const Json json = run.json();
    COMPARE_JSON(json["complete"], false);
    COMPARE_JSON(json["limit"], "max-states");
    QVERIFY(json["states"].get<int>() <= QByteArray(most).toInt());
    QVERIFY(json["orderings"].is_null());
    QVERIFY(json["xi_interval"][0].get<double>() <= json["xi_interval"][1].get<double>());
  }
}

/// Whether a process has blocked SIGINT: from then on, Ctrl-C is asked for and not the end.
bool blocksInterrupt(qint64 pid) {
  QFile status(QStringLiteral("/proc/%1/status").arg(pid));
  if (!status.open(QIODevice::ReadOnly)) return false;
  const auto match = QRegularExpression("SigBlk:\\s*([0-9a-f]+)").match(status.readAll());
  return match.hasMatch() && (match.captured(1).toULongLong(nullptr, 16) >> (SIGINT - 1) & 1);
}

void CommandLineTest::interruptingEndsWithWhatWasFound() {
  QProcess process;
  start(process, {"resolve", "rack-break", "--set", "rows=6", "--json", "--max-states", "100000000"});
  QVERIFY(process.waitForStarted());
  QTRY_VERIFY_WITH_TIMEOUT(blocksInterrupt(process.processId()), 20'000);
  ::kill(static_cast<pid_t>(process.processId()), SIGINT);
  const Run run = finish(process);
  QCOMPARE(run.status, 3);
  QVERIFY(run.err.isEmpty());
  COMPARE_JSON(run.json()["complete"], false);
  COMPARE_JSON(run.json()["limit"], "cancelled");
}

void CommandLineTest::aPolicyFollowsOneOrdering_data() {
  QTest::addColumn<QByteArray>("policy");
  for (const char* policy : {"most-infeasible", "least-infeasible", "approach-speed", "priority:bc,ac",
                             "random:1", "random:2", "gauss-seidel"})
    QTest::newRow(policy) << QByteArray(policy);
}

void CommandLineTest::aPolicyFollowsOneOrdering() {
  QFETCH(QByteArray, policy);
  const QByteArray scene = "billiard-break --set theta=140deg";
  const Json path = resolve(scene + " --policy " + policy);
  COMPARE_JSON(path, resolve(scene + " --policy " + policy));
  COMPARE_JSON(path["complete"], true);
  COMPARE_JSON(path["outcomes"].size(), 1);
  COMPARE_JSON(path["outcomes"][0]["example"], path["path"]);
  COMPARE_JSON(path["states"], path["path"].size() + 1);
  if (policy.startsWith("priority")) COMPARE_JSON(path["path"][0], "bc");
  bool known = false;
  const Json all = resolve(scene);
  for (const Json& outcome : all["outcomes"])
    known = known || outcome["momentum"] == path["outcomes"][0]["momentum"];
  QVERIFY(known);
}

/// The answer is that of the model of `carom compare`, and that of the first impact of the run.
void CommandLineTest::thePolicyOfTheFrictionLcpFollowsNone() {
  const Json json = resolve("rack-friction --policy friction-lcp");
  COMPARE_JSON(json["path"], nullptr);
  COMPARE_JSON(json["at_once"]["model"], "friction-lcp");
  COMPARE_JSON(json["outcomes"].size(), 1);
  const Json& outcome = json["outcomes"][0];
  COMPARE_JSON(outcome["example"], nullptr);
  const auto vectorOf = [](const Json& list) { return list.get<std::vector<double>>(); };
  const auto distance = [](const std::vector<double>& a, const std::vector<double>& b) {
    double worst = 0;
    for (std::size_t i = 0; i < a.size(); ++i) worst = std::max(worst, std::abs(a[i] - b[i]));
    return worst;
  };
  const Run compared = runCarom(QByteArray("compare rack-friction --json"));
  const Json models = compared.json()["models"];
  const auto model = std::ranges::find_if(models, [](const Json& m) { return m["name"] == "friction-lcp"; });
  QVERIFY(model != models.end());
  const std::vector<double> momentum = vectorOf(outcome["momentum"]);
  QVERIFY(distance(momentum, vectorOf((*model)["momentum"])) < 1e-12);
  const double lost = json["energy"]["before"].get<double>() - (*model)["energy"].get<double>();
  QVERIFY(std::abs(outcome["energy_loss"].get<double>() - lost) < 1e-12);
  const Json run =
      runCarom(QByteArray("simulate rack-friction --until 0.01 --policy friction-lcp --json")).json();
  COMPARE_JSON(run["impacts"][0]["at_once"], true);
  COMPARE_JSON(run["impacts"][0]["path"], nullptr);
  QVERIFY(distance(momentum, vectorOf(run["final"]["p"])) < 1e-9);
}

void CommandLineTest::aSceneFileIsReadByPath() {
  QTemporaryDir folder;
  const QString path = folder.filePath(QStringLiteral("mein stoß.carom.json"));
  QFile file(path);
  QVERIFY(file.open(QIODevice::WriteOnly));
  file.write(QByteArray::fromStdString(carom::Scene::open("newtons-cradle")->text()));
  file.close();
  const Run run = runCarom(QStringList{"resolve", path, "--json"});
  QCOMPARE(run.status, 0);
  COMPARE_JSON(run.json()["scene"], "mein stoß");
  COMPARE_JSON(run.json()["dof"], 5);
}

void CommandLineTest::theLastSettingWins() {
  Json twice = resolve("billiard-break --set theta=90deg --set theta=120deg"),
       once = resolve("billiard-break --set theta=120deg");
  COMPARE_JSON(twice["made"]["parameters"], once["made"]["parameters"]);
  for (Json* document : {&twice, &once}) document->erase("made");  // the command lines differ
  COMPARE_JSON(twice, once);
}

void CommandLineTest::peopleGetWordsAndTables() {
  const Run run = runCarom("resolve billiard-break --set theta=120deg");
  QCOMPARE(run.status, 0);
  QVERIFY(run.err.isEmpty());
  for (const char* part : {"ξ = 0.5590", "order matters", "2 orderings", "ac bc", "bc ac", "impulse ac"})
    QVERIFY2(run.out.contains(part), part);
  QVERIFY(runCarom("resolve trapped-ball").out.contains("Jammed"));
}

void CommandLineTest::sweepIsATableInSi() {
  const Run run = runCarom("sweep billiard-break --over theta=60deg:180deg:3 --measure xi");
  QCOMPARE(run.status, 0);
  const auto lines = run.lines();
  QCOMPARE(lines.size(), qsizetype(4));
  QCOMPARE(lines[0], QByteArray("theta,xi"));
  QCOMPARE(lines[1].split(',')[0].toDouble(), M_PI / 3);
  QCOMPARE(lines[3].split(',')[0].toDouble(), M_PI);
  QVERIFY(std::abs(lines[1].split(',')[1].toDouble() - 0.75) < 1e-12);
  QVERIFY(std::abs(lines[2].split(',')[1].toDouble() - std::sqrt(5) / 4) < 1e-14);
  QVERIFY(std::abs(lines[3].split(',')[1].toDouble()) < 1e-12);
}

void CommandLineTest::sweepHasNullWhereTheSceneIsImpossible() {
  const QByteArray arguments = "sweep billiard-break --over theta=30deg:90deg:3";
  const Json json = runCarom(arguments + " --json").json();
  QVERIFY(json["values"][0].is_null());
  QVERIFY(json["values"][1].is_number());
  COMPARE_JSON(json["complete"], true);
  QVERIFY(runCarom(arguments).lines()[1].endsWith(','));
}

void CommandLineTest::sweepOfTwoParametersHasTheFirstOutermost() {
  const QByteArray arguments =
      "sweep billiard-break --over theta=90deg:180deg:2 --over ra=20mm:40mm:3 --measure gram:ac:bc";
  const Json json = runCarom(arguments + " --json").json();
  COMPARE_JSON(json["over"][0]["name"], "theta");
  COMPARE_JSON(json["over"][1]["values"], Json::parse("[0.02, 0.03, 0.04]"));
  COMPARE_JSON(json["measure"], "gram:ac:bc");
  COMPARE_JSON(json["values"].size(), 2);
  COMPARE_JSON(json["values"][0].size(), 3);
  for (const Json& orthogonal : json["values"][0]) QVERIFY(std::abs(orthogonal.get<double>()) < 1e-15);
  const auto lines = runCarom(arguments).lines();
  QCOMPARE(lines[0], QByteArray("theta,ra,gram:ac:bc"));
  QCOMPARE(lines.size(), qsizetype(7));
  QCOMPARE(lines[2].split(',')[1].toDouble(), 0.03);
  QCOMPARE(lines[5].split(',')[2].toDouble(), json["values"][1][1].get<double>());
}

void CommandLineTest::sweepGivesCountsExactly() {
  const Json json = runCarom("sweep converging-line --over n=5:8:4 --measure orderings --json").json();
  COMPARE_JSON(json["values"], Json::parse(R"(["768", "292864", "1100742656", "48608795688960"])"));
  const Json outcomes =
      runCarom("sweep billiard-break --over theta=90deg:120deg:2 --measure outcomes --json").json();
  COMPARE_JSON(outcomes["values"], Json::parse("[1, 2]"));
}

void CommandLineTest::sweepEndsMayBeExpressions() {
  const Json json = runCarom("sweep billiard-break --over ra=rc/2:2*28.6mm:2 --json").json();
  COMPARE_JSON(json["over"][0]["values"], Json::parse("[0.0143, 0.0572]"));
}

void CommandLineTest::figuresAreWrittenInTheFormatOfTheirEnding_data() {
  QTest::addColumn<QString>("ending");
  QTest::addColumn<QByteArray>("beginning");
  QTest::newRow("pdf") << "pdf" << QByteArray("%PDF-");
  QTest::newRow("svg") << "svg" << QByteArray("<?xml");
  QTest::newRow("png") << "png" << QByteArray("\x89PNG");
  QTest::newRow("csv") << "csv" << QByteArray("theta");
}

void CommandLineTest::figuresAreWrittenInTheFormatOfTheirEnding() {
  QFETCH(QString, ending);
  QFETCH(QByteArray, beginning);
  QTemporaryDir folder;
  const QString path = folder.filePath("fig." + ending);
  const Run run = runCarom(QStringList{"figure", "billiard-xi", "-o", path, "--width", "88mm"});
  QCOMPARE(run.status, 0);
  QVERIFY2(run.err.isEmpty() && run.out.isEmpty(), run.err + run.out);
  QFile file(path);
  QVERIFY(file.open(QIODevice::ReadOnly));
  const QByteArray bytes = file.readAll();
  QVERIFY2(bytes.startsWith(beginning), bytes.left(80));
  if (ending == "png") QCOMPARE(QImage(path).width(), qRound(88 / 25.4 * 300));
}

void CommandLineTest::aFigureIsWrittenWholeOrNotAtAll() {
  QTemporaryDir folder;
  const QString path = folder.filePath("fig.pdf");
  QFile file(path);
  QVERIFY(file.open(QIODevice::WriteOnly));
  file.write("before");
  file.close();
  if (carom::tests::countsLines) QSKIP("the counters of lines would not fit, either");
  // No file may grow beyond a kilobyte: the figure does not fit.
  const Run run = runCarom(QStringList{"figure", "billiard-xi", "-o", path}, [] {
    const rlimit small{1024, 1024};
    ::setrlimit(RLIMIT_FSIZE, &small);
    std::signal(SIGXFSZ, SIG_IGN);
  });
  QCOMPARE(run.status, 1);
  VERIFY_ONE_LINE(run);
  QVERIFY(file.open(QIODevice::ReadOnly));
  QCOMPARE(file.readAll(), QByteArray("before"));
  QCOMPARE(QDir(folder.path()).entryList(QDir::Files | QDir::Hidden), QStringList{"fig.pdf"});
}

void CommandLineTest::everyListedFigureCanBeMade() {
  const Run list = runCarom("figure --list");
  QCOMPARE(list.status, 0);
  QTemporaryDir folder;
  QByteArrayList names;
  for (const QByteArray& line : list.lines()) names += line.left(line.indexOf('\t'));
  for (const char* name :
       {"billiard-xi", "xi-curve", "energy", "momentum", "ordering-graph", "outcomes", "scene"})
    QVERIFY2(names.contains(name), name);
  names.removeOne("bullet-energy");  // which draws a file: tst_command_line_peers
  names.removeOne("study");          // likewise: tst_command_line_study
  names.removeOne("robust");         // likewise: tst_command_line_robust
  names.removeOne("futures");        // likewise: tst_command_line_futures
  names.removeOne("orbit");          // likewise: tst_command_line_futures
  names.removeOne("audit");          // likewise: tst_command_line_audit
  for (const QByteArray& name : names) {
    const QString path = folder.filePath(QString::fromUtf8(name) + ".pdf");
    const Run run = runCarom(QStringList{"figure", QString::fromUtf8(name), "-o", path});
    QVERIFY2(run.status == 0 && run.err.isEmpty(), name + ": " + run.err);
    QVERIFY(QFileInfo(path).size() > 1000);
  }
}

void CommandLineTest::outputThatCannotBeWrittenIsAFault_data() {
  QTest::addColumn<QString>("arguments");
  for (const char* arguments : {"scenes", "--help", "resolve billiard-break", "resolve billiard-break --json",
                                "figure --list", "sweep billiard-break --over theta=60deg:90deg:3"})
    QTest::newRow(arguments) << QString(arguments);
}

void CommandLineTest::outputThatCannotBeWrittenIsAFault() {
  QFETCH(QString, arguments);
  const auto closed = [] { ::close(STDOUT_FILENO); };
  const auto full = [] {
    const int device = ::open("/dev/full", O_WRONLY);
    ::dup2(device, STDOUT_FILENO);
  };
  for (const std::function<void()>& output : {std::function<void()>(closed), {full}}) {
    const Run run = runCarom(arguments.split(' '), output);
    QCOMPARE(run.status, 1);
    VERIFY_ONE_LINE(run);
    QVERIFY(run.err.contains("standard output"));
  }
  // A reader that went away, as `| head` does, is no fault.
  const Run unread = runCarom(arguments.split(' '), [] {
    int ends[2];
    if (::pipe(ends) != 0) return;
    ::dup2(ends[1], STDOUT_FILENO);
    ::close(ends[0]);
    ::close(ends[1]);
  });
  QCOMPARE(unread.status, 128 + SIGPIPE);
  QVERIFY2(unread.err.isEmpty(), unread.err);
}

CAROM_TEST(CommandLineTest);
#include "tst_command_line.moc"
