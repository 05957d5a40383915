// `carom simulate` as scripts use it.
#include <QFile>
#include <QTemporaryDir>
#include <cmath>

#include "support/carom_process.h"
#include "support/test_program.h"

using namespace carom::process;

namespace {

Run simulate(const QByteArray& arguments) {
  return runCarom(("simulate " + arguments).constData());
}

}  // namespace

class CommandLineSimulateTest : public QObject {
  Q_OBJECT
 private slots:
  void oneEntryAStep();
  void everyKthStepAndTheLastAreReported();
  void theDoublePendulumKeepsItsEnergy();
  void impactsAreListed();
  void alternativesAreToldWhereAskedFor();
  void aJamHasNoOrderings();
  void oneImpactFollowsAGivenOrdering();
  void aPushIsAnImpulseWithItsWork();
  void localErrorsFallWithTheCubeOfTheStep();
  void aStartFileTakesThePlaceOfTheInitialState();
  void exactFlightsAreReportedToo();
  void csvHasALineAStep();
  void quantitiesAreReportedByTheirKeys();
  void extremesAreThoseOfClosedForms();
  void faultsAreOneLineAndAStatus_data();
  void faultsAreOneLineAndAStatus();
  void limitsLeaveWhatWasComputed();
  void smallBodiesAreTold();
};

void CommandLineSimulateTest::oneEntryAStep() {
  const Run run = simulate("double-pendulum --until 0.1 --step 1e-2 --json");
  QCOMPARE(run.status, 0);
  const Json json = run.json();
  QCOMPARE(json["times"].size(), std::size_t{11});
  for (const char* key : {"energy", "momentum", "q"}) QCOMPARE(json[key].size(), std::size_t{11});
  QCOMPARE(json["times"][0].get<double>(), 0.0);
  QVERIFY(std::abs(json["times"][10].get<double>() - 0.1) < 1e-15);
  QVERIFY(std::abs(json["energy"][0].get<double>() - 2 * 9.81) < 1e-9);  // above hanging rest
  QCOMPARE(json["initial"]["p"].size(), std::size_t{2});
  QVERIFY(json["final"]["q"] == json["q"][10]);
  QVERIFY(json["complete"].get<bool>() && !json.contains("stopped"));
}

void CommandLineSimulateTest::everyKthStepAndTheLastAreReported() {
  const Json json = simulate("double-pendulum --until 0.1 --step 1e-2 --every 4 --json").json();
  QCOMPARE(json["times"].size(), std::size_t{4});
  const double expected[] = {0, 0.04, 0.08, 0.1};
  for (std::size_t i = 0; i < 4; ++i) QVERIFY(std::abs(json["times"][i].get<double>() - expected[i]) < 1e-15);
}

void CommandLineSimulateTest::theDoublePendulumKeepsItsEnergy() {
  const Json error =
      simulate("double-pendulum --until 100 --step 1e-2 --every 1000000 --json").json()["energy_error"];
  for (const char* key : {"max_relative", "first_tenth", "last_tenth"}) {
    QVERIFY(error[key].get<double>() < 6.5e-3);
    QVERIFY(error[key].get<double>() > 1e-3);
  }
}

void CommandLineSimulateTest::impactsAreListed() {
  const Json json =
      simulate("falling-rod --set tilt=10deg --until 0.4 --policy least-infeasible --json").json();
  QVERIFY(json["impacts"].size() >= 2);
  const Json& first = json["impacts"][0];
  QCOMPARE(first["time"].get<double>(), 0.0);
  QVERIFY(first["contacts"] == Json::array({"rod.left-floor"}));
  QVERIFY(first["path"] == Json::array({"rod.left-floor"}));
  QVERIFY(first["outcomes"].is_null() && first["xi"].is_null() && !first["plastic"].get<bool>());
  QVERIFY(std::abs(first["energy_after"].get<double>() - first["energy_before"].get<double>()) < 1e-14);
  QVERIFY(json["energy_error"]["max_relative"].get<double>() < 1e-10);
}

void CommandLineSimulateTest::alternativesAreToldWhereAskedFor() {
  const Json impact =
      simulate("billiard-break --set theta=120deg --until 0.01 --alternatives --json").json()["impacts"][0];
  QCOMPARE(impact["outcomes"].size(), std::size_t{2});
  QVERIFY(std::abs(impact["xi"].get<double>() - std::sqrt(5) / 4) < 1e-14);
  QVERIFY(impact["outcomes"][0]["example"] != impact["outcomes"][1]["example"]);
  const Json single =
      simulate("falling-rod --set tilt=10deg --until 0.01 --alternatives --json").json()["impacts"][0];
  QCOMPARE(single["outcomes"].size(), std::size_t{1});
  QCOMPARE(single["xi"].get<double>(), 0.0);
}

/// A rod in Painlevé's range: it jams where it is not asked to turn, and may lift off where it turns fast.
void CommandLineSimulateTest::aJamHasNoOrderings() {
  QTemporaryDir folder;
  const auto run = [&](const char* velocity, const char* more) {
    QFile file(folder.filePath("rod.carom.json"));
    if (!file.open(QIODevice::WriteOnly)) return Run{};
    file.write(R"({"format": 1, "title": "Rod", "gravity": [0, -9.81, 0], "bodies": [
      {"name": "rod", "joints": ["planar"], "mass": 1, "inertia": "1/12",
       "shapes": [{"type": "segment", "from": [-0.5, 0, 0], "to": [0.5, 0, 0], "radius": 0}]},
      {"name": "floor", "shapes": [{"type": "half-space", "normal": [0, 1, 0]}]}],
      "defaults": {"restitution": 0, "friction": 1.6},
      "initial": {"q": {"rod.y": "sin(1)/2", "rod.angle": 1}, "velocity": )");
    file.write(velocity);
    file.write("}}");
    file.close();
    return simulate(file.fileName().toUtf8() + " --until 0.1 " + more);
  };
  const Run jammed = run(R"({"rod.x": -1})", "--alternatives --json");
  QVERIFY2(jammed.status == 0, jammed.err);
  const Json json = jammed.json(), &impact = json["impacts"][0];
  QCOMPARE(json["impacts"].size(), std::size_t{1});
  QVERIFY(impact["no_solution"].get<bool>() && impact["outcomes"].is_null() && impact["xi"].is_null());
  QVERIFY(std::abs(impact["energy_before"].get<double>() - impact["energy_after"].get<double>() -
                   (0.5 - 0.375 * std::sin(1) * std::sin(1))) < 1e-12);
  QVERIFY(json["several_solutions"].empty());
  QVERIFY(run(R"({"rod.x": -1})", "").out.contains("no solution of Coulomb's law"));
  const char* turning = R"json({"rod.x": "-1 - 2.5*sin(1)", "rod.y": "2.5*cos(1)", "rod.angle": 5})json";
  const Json several = run(turning, "--json").json()["several_solutions"];
  QCOMPARE(several.size(), std::size_t{1});
  QVERIFY(several[0]["rule"] == "least-forces" && several[0]["solutions"] == 2);
  QVERIFY(run(turning, "").out.contains("2 solutions of Coulomb's law"));
}

void CommandLineSimulateTest::oneImpactFollowsAGivenOrdering() {
  for (const char* first : {"ac", "bc"}) {
    const QByteArray word = first;
    const Json json =
        simulate("billiard-break --set theta=120deg --until 0.01 --follow 0:" + word + " --json").json();
    QCOMPARE(json["impacts"][0]["path"][0].get<std::string>(), std::string(first));
  }
}

void CommandLineSimulateTest::aPushIsAnImpulseWithItsWork() {
  const Run run =
      simulate("newtons-cradle --set n=2 --until 1 --push ball0@0.5=0.25,0 --push ball1@20ms=0,2,0 --json");
  QCOMPARE(run.status, 0);
  const Json json = run.json();
  QCOMPARE(json["pushes"].size(), std::size_t{2});
  const Json& first = json["pushes"][0];  // across the line, on which the balls are kept
  QCOMPARE(first["body"].get<std::string>(), std::string("ball1"));
  QCOMPARE(first["time"].get<double>(), 0.02);
  QCOMPARE(first["work"].get<double>(), 0.0);
  const Json& second = json["pushes"][1];  // ball0 rests after the impact: ½ 0.25²
  QVERIFY(std::abs(second["work"].get<double>() - 0.03125) < 1e-15);
  QVERIFY(std::abs(json["final"]["p"][0].get<double>() - 0.25) < 1e-15);
  QVERIFY(std::abs(json["ledger"]["push"].back().get<double>() - 0.03125) < 1e-15);
  QVERIFY(json["energy_error"]["max_relative"].get<double>() < 1e-14);
  QVERIFY(simulate("newtons-cradle --until 1 --json").json()["pushes"].empty());
}

void CommandLineSimulateTest::localErrorsFallWithTheCubeOfTheStep() {
  const auto error = [](const QByteArray& step) {
    return simulate("double-pendulum --until 1 --local-error --json --every 1000 --step " + step)
        .json()["local_error"]["q"][0]
        .get<double>();
  };
  const double ratio = error("2e-3") / error("1e-3");
  QVERIFY2(ratio > 7 && ratio < 9, qPrintable(QString::number(ratio)));
}

void CommandLineSimulateTest::aStartFileTakesThePlaceOfTheInitialState() {
  QTemporaryDir folder;
  QFile file(folder.filePath("start.json"));
  QVERIFY(file.open(QIODevice::WriteOnly));
  file.write(R"({"q": [0.5, 0.25], "p": [0.1, -0.2]})");
  file.close();
  const Json json =
      simulate("double-pendulum --until 0.01 --json --start " + file.fileName().toUtf8()).json();
  QVERIFY(json["initial"]["q"] == Json::array({0.5, 0.25}));
  QVERIFY(json["momentum"][0] == Json::array({0.1, -0.2}));
}

void CommandLineSimulateTest::exactFlightsAreReportedToo() {
  const Json json = simulate("newtons-cradle --until 1 --step 0.25 --json").json();
  QCOMPARE(json["times"].size(), std::size_t{5});
  QCOMPARE(json["impacts"].size(), std::size_t{1});
  QVERIFY(json["energy_error"]["max_relative"].get<double>() < 1e-14);
}

/// Of a ball at rest that one other hits: its momentum is the impulse, and the gap is that of the places.
void CommandLineSimulateTest::quantitiesAreReportedByTheirKeys() {
  const QStringList ask{"simulate",   "billiard-break", "--set",      "theta=120deg", "--until",
                        "0.1",        "--quantity",     "gap ac",     "--quantity",   "impulse ac",
                        "--quantity", "E total",        "--quantity", "v a.x"};
  const Json json = runCarom(ask + QStringList{"--json"}).json();
  const Json& quantities = json["quantities"];
  QCOMPARE(quantities.size(), std::size_t{4});
  QStringList names;
  for (const Json& coordinate : json["coordinates"])
    names += QString::fromStdString(coordinate["name"].get<std::string>());
  const auto at = [&](const Json& row, const char* name) {
    return row[static_cast<std::size_t>(names.indexOf(QLatin1String(name)))].get<double>();
  };
  constexpr double radius = 0.0286;
  const std::size_t steps = json["times"].size();
  QCOMPARE(quantities["gap ac"].size(), steps);
  for (std::size_t i = 0; i < steps; ++i) {
    const Json &q = json["q"][i], &p = json["momentum"][i];
    const double gap = std::hypot(at(q, "a.x") - at(q, "c.x"), at(q, "a.y") - at(q, "c.y")) - 2 * radius;
    QVERIFY(std::abs(quantities["gap ac"][i].get<double>() - gap) < 1e-15);
    const double pushed = std::hypot(at(p, "a.x"), at(p, "a.y"));
    QVERIFY(std::abs(quantities["impulse ac"][i].get<double>() - pushed) < 1e-15);
    QVERIFY(std::abs(quantities["E total"][i].get<double>() - json["energy"][0].get<double>()) < 1e-15);
  }
  // The balls meet at the start: ac opens and a leaves with a speed that stays.
  const Json& extremes = json["extremes"];
  QCOMPARE(extremes.size(), std::size_t{4});
  COMPARE_JSON(extremes[0]["name"], "gap ac");
  COMPARE_JSON(extremes[0]["unit"], "m");
  COMPARE_JSON(extremes[0]["start"], quantities["gap ac"][0]);
  COMPARE_JSON(extremes[0]["end"], quantities["gap ac"][steps - 1]);
  QVERIFY(std::abs(extremes[0]["greatest"].get<double>() - quantities["gap ac"][steps - 1].get<double>()) <
          1e-15);
  QVERIFY(std::abs(extremes[2]["greatest"].get<double>() - extremes[2]["least"].get<double>()) < 1e-15);
  const QByteArray lines = runCarom(ask + QStringList{"--csv", "-"}).out;
  QVERIFY(lines.left(lines.indexOf('\n')).endsWith("p:c.y,gap ac,impulse ac,E total,v a.x"));
  const Run wrong = runCarom({"simulate", "billiard-break", "--until", "0.1", "--quantity", "gap ax"});
  QCOMPARE(wrong.status, 2);
  QVERIFY(wrong.err.contains("unknown quantity \"gap ax\"; expected one of gap ac"));
  QCOMPARE(runCarom({"simulate", "billiard-break", "--until", "0.1", "--quantity", "growth"}).status, 2);
}

/// A ball that is thrown up at v: it rises by v²/2g, its mean height until it is back is two thirds of that.
/// Two discs that pass each other at a distance b, between the ends of one straight flight: the least gap is
/// b less the radii.
void CommandLineSimulateTest::extremesAreThoseOfClosedForms() {
  QTemporaryDir folder;
  const QString thrown = folder.filePath("thrown.carom.json"),
                passing = folder.filePath("passing.carom.json");
  const auto write = [](const QString& path, const char* text) {
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text);
  };
  write(thrown, R"({"format": 1, "gravity": [0, -10, 0], "bodies": [{"name": "a", "mass": 2, "inertia": 1,
    "joints": ["planar"], "shapes": [{"type": "ball", "radius": 0.1}]}], "initial": {"q": {},
    "velocity": {"a.y": 3}}})");
  write(passing, R"({"format": 1, "bodies": [
    {"name": "a", "mass": 1, "joints": ["x", "y"], "shapes": [{"type": "ball", "radius": 0.1}]},
    {"name": "b", "mass": 3, "joints": ["x", "y"], "shapes": [{"type": "ball", "radius": 0.2}]}],
    "contacts": [{"between": ["a", "b"]}],
    "initial": {"q": {"a.x": -1, "b.x": 1, "b.y": 0.5}, "velocity": {"a.x": 2, "b.x": -1}}})");
  const Json up =
      runCarom({"simulate", thrown, "--until", "0.6", "--step", "0.1", "--quantity", "q a.y", "--json"})
          .json()["extremes"][0];
  QVERIFY(std::abs(up["greatest"].get<double>() - 0.45) < 1e-6);
  QVERIFY(std::abs(up["mean"].get<double>() - 0.3) < 1e-6);
  QVERIFY(std::abs(up["start"].get<double>()) < 1e-12 && std::abs(up["end"].get<double>()) < 1e-9);
  const Json by = runCarom({"simulate", passing, "--until", "1", "--quantity", "gap a-b", "--json"})
                      .json()["extremes"][0];
  // 2000 times are 0.5 ms apart, in which the discs go on by 1.5 mm: (0.75 mm)²/2b at most.
  QVERIFY(std::abs(by["least"].get<double>() - 0.2) < 6e-7);
  QVERIFY(by["start"] > by["least"] && by["end"] > by["least"]);
}

void CommandLineSimulateTest::csvHasALineAStep() {
  QTemporaryDir folder;
  const QString path = folder.filePath("motion.csv");
  QCOMPARE(simulate("falling-rod --until 0.01 --csv " + path.toUtf8()).status, 0);
  QFile file(path);
  QVERIFY(file.open(QIODevice::ReadOnly));
  const QList<QByteArray> lines = file.readAll().trimmed().split('\n');
  QCOMPARE(lines.size(), 12);
  QCOMPARE(lines[0], QByteArray("time,energy,rod.x,rod.y,rod.angle,p:rod.x,p:rod.y,p:rod.angle"));
  for (const QByteArray& line : lines) QCOMPARE(line.count(','), 7);
}

void CommandLineSimulateTest::faultsAreOneLineAndAStatus_data() {
  QTest::addColumn<QString>("arguments");
  QTest::addColumn<int>("status");
  QTest::addColumn<QString>("says");
  const auto row = [](const char* name, const char* arguments, int status, const char* says) {
    QTest::newRow(name) << QString(arguments) << status << QString(says);
  };
  row("no time", "double-pendulum", 2, "--until");
  row("no scene", "--until 1", 2, "scene");
  row("unknown scene", "triple-pendulum --until 1", 2, "triple-pendulum");
  row("time of nothing", "double-pendulum --until 0", 1, "--until 0: expected a time > 0");
  row("step of nothing", "double-pendulum --until 1 --step 0", 1, "--step 0: expected a time > 0");
  row("step backwards", "double-pendulum --until 1 --step=-1e-3", 1, "expected a time > 0");
  row("no number", "double-pendulum --until soon", 2, "--until soon");
  row("every 0th", "double-pendulum --until 1 --every 0", 2, "--every 0");
  row("restitution", "pen --until 1 --restitution 1.5", 1, "--restitution 1.5");
  row("no impact to follow", "pen --until 1 --follow pen", 2, "--follow pen");
  row("no body to push", "pen --until 1 --push 0.5=1,0", 2, "--push");
  row("no such body to push", "pen --until 1 --push pin@0.5=1,0", 2, "pin");
  row("one component of a push", "pen --until 1 --push pen@0.5=1", 2, "components");
  row("a push before the start", "pen --until 1 --push pen@-1=1,0", 1, "time >= 0");
  row("no such contact to follow", "pen --until 1 --follow 0:nib", 2, "nib");
  row("unknown policy", "double-pendulum --until 1 --policy best", 2, "--policy best");
  row("unknown contact", "falling-rod --until 1 --policy priority:nose", 2, "nose");
  row("no start file", "double-pendulum --until 1 --start /nowhere/start.json", 1, "/nowhere/start.json");
  row("bad parameter", "double-pendulum --until 1 --set m1=-1", 1, "m1");
}

void CommandLineSimulateTest::faultsAreOneLineAndAStatus() {
  QFETCH(QString, arguments);
  QFETCH(int, status);
  QFETCH(QString, says);
  const Run run = simulate(arguments.toUtf8());
  QCOMPARE(run.status, status);
  VERIFY_ONE_LINE(run);
  QVERIFY2(run.err.contains(says.toUtf8()), run.err);
}

void CommandLineSimulateTest::limitsLeaveWhatWasComputed() {
  const Run run = simulate("trapped-ball --until 1 --json");
  QCOMPARE(run.status, 0);  // a jam is an answer
  const Json json = run.json();
  QVERIFY(!json["complete"].get<bool>());
  QCOMPARE(json["stopped"]["time"].get<double>(), 0.0);
  QVERIFY(json["stopped"]["reason"].get<std::string>().find("jammed") == 0);
  QCOMPARE(json["times"].size(), std::size_t{1});
}

/// A box that falls on a floor moves alike at any scale of lengths and gravity, until the nanometre of closed
/// gaps is seen; the run says so there.
void CommandLineSimulateTest::smallBodiesAreTold() {
  QTemporaryDir folder;
  const auto run = [&](double scale, const char* more) {
    QFile file(folder.filePath("box.carom.json"));
    if (!file.open(QIODevice::WriteOnly)) return Run{};
    file.write(QString(R"({"format": 1, "title": "Box", "gravity": [0, "-9.81*%1", 0], "bodies": [
      {"name": "box", "joints": ["planar"], "mass": 1, "inertia": "2.5e-4*%1^2",
       "shapes": [{"type": "box", "size": ["0.1*%1", "0.05*%1", "0.05*%1"]}]},
      {"name": "floor", "shapes": [{"type": "half-space", "normal": [0, 1, 0]}]}],
      "defaults": {"restitution": 0.5, "friction": 0.3},
      "initial": {"q": {"box.y": "0.2*%1", "box.angle": 0.3}, "velocity": {"box.x": "0.3*%1"}}})")
                   .arg(scale, 0, 'g', 17)
                   .toUtf8());
    file.close();
    return simulate(file.fileName().toUtf8() + " --until 1 " + more);
  };
  const Json large = run(1, "--json").json();
  QVERIFY(!large.contains("small_body"));
  QVERIFY(!run(1, "").out.contains("count as closed"));
  for (const double scale : {1e-9, 1e-7, 1e-5, 1e-4, 1e-3, 0.1}) {
    const Json json = run(scale, "--json").json();
    const double shift = json["final"]["q"][0].get<double>() / scale - large["final"]["q"][0].get<double>();
    QVERIFY2(json.contains("small_body") == scale < 9e-4, qPrintable(QString::number(scale)));
    QVERIFY2(json.contains("small_body") || std::abs(shift) < 1e-4, qPrintable(QString::number(shift)));
    if (!json.contains("small_body")) continue;
    QCOMPARE(json["small_body"]["body"].get<std::string>(), std::string("box"));
    QVERIFY(std::abs(json["small_body"]["size"].get<double>() / scale - std::hypot(0.1, 0.05)) < 1e-12);
    QVERIFY(run(scale, "").out.contains("Gaps up to 1e-09 m count as closed, beside box of "));
  }
}

CAROM_TEST(CommandLineSimulateTest);
#include "tst_command_line_simulate.moc"
