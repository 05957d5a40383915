// `carom audit` and `carom conform` as scripts use them; tests/engine/audit checks their numbers.
#include <QTemporaryDir>
#include <cmath>
#include <random>
#include <set>

#include "support/carom_process.h"
#include "support/test_program.h"

using namespace carom::process;

namespace {

QString put(const QTemporaryDir& folder, const QString& name, const QByteArray& bytes) {
  QFile file(folder.filePath(name));
  if (file.open(QIODevice::WriteOnly)) file.write(bytes);
  return file.fileName();
}

/// What another program writes of the scene falling-rod: semi-implicit Euler with steps of 1 ms, e = 0.7 and
/// friction, velocities, and columns that may be those of other places, units and clocks.
struct RodProgram {
  double friction = 0, degrees = 1, rise = 0, clock = 0, tick = 1, turnedRate = 1;
  bool hasVelocities = true;
  int samples = 401;

  QByteArray csv() const {
    constexpr double h = 1e-3, g = 9.81, e = 0.7, inertia = 1.0 / 12;
    double x = 0, y = 0.6, angle = 0.1, vx = 0.3, vy = -1, turn = 0;
    QByteArray text = "time,rod.x,rod.y,rod.angle";
    text += hasVelocities ? ",v:rod.x,v:rod.y,v:rod.angle\n" : "\n";
    const auto number = [](double value) { return QByteArray::number(value, 'g', 16); };
    for (int i = 0; i < samples; ++i) {
      text += number(clock + tick * i * h) + ',' + number(x) + ',' + number(y + rise) + ',' +
              number(degrees * angle);
      if (hasVelocities)
        text += ',' + number(vx) + ',' + number(vy) + ',' + number(turnedRate * degrees * turn);
      text += '\n';
      vy -= g * h;
      for (const double arm : {-0.5, 0.5}) {
        const double rx = arm * std::cos(angle), ry = arm * std::sin(angle);
        const double closing = vy + rx * turn, slip = vx - ry * turn;
        if (y + ry > 0 || closing >= 0) continue;
        const double along = slip > 0 ? -friction : friction;
        const double P = -(1 + e) * closing / (1 + rx * (rx - along * ry) / inertia);
        vx += along * P;
        vy += P;
        turn += (rx - along * ry) * P / inertia;
      }
      x += h * vx;
      y += h * vy;
      angle += h * turn;
    }
    return text;
  }
};

QByteArray bytesOf(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

}  // namespace

class CommandLineAuditTest : public QObject {
  Q_OBJECT
 private slots:
  /// A run of Carom, audited with its coefficients unknown, gives them back.
  void aRunOfCaromIsExplained() {
    QTemporaryDir folder;
    const QString csv = folder.filePath("run.csv"), table = folder.filePath("jumps.csv");
    QCOMPARE(runCarom({"simulate", "bouncing-ball", "--set", "e=0.7", "--set", "mu=0.2", "--set", "et=0",
                       "--set", "speed=3", "--until", "0.6", "--csv", csv})
                 .status,
             0);
    const QStringList words{"audit", "bouncing-ball", csv, "--set", "et=0", "--json", "--csv", table};
    const Run run = runCarom(words);
    QVERIFY2(run.status == 0, run.err);
    QVERIFY(run.err.isEmpty());
    const Json json = run.json();
    COMPARE_JSON(json["complete"], true);
    QVERIFY(!json["jumps"].empty());
    for (const Json& jump : json["jumps"]) {
      COMPARE_JSON(jump["verdict"], "explained");
      COMPARE_JSON(jump["words"][0]["word"], Json{"ball-floor"});
      QVERIFY(jump["energy"]["change"] < 0);
    }
    const Json& fit = json["fit"];
    QVERIFY(std::abs(fit["restitution"]["ball-floor"]["value"].get<double>() - 0.7) < 1e-4);
    // The first impact is at the start, and the ball sticks at the later ones, which tells nothing of μ.
    QVERIFY(fit["friction"].empty());
    for (const Json& jump : json["jumps"]) COMPARE_JSON(jump["words"][0]["friction"]["ball-floor"], nullptr);
    QCOMPARE(bytesOf(table).trimmed().split('\n').size(), static_cast<qsizetype>(json["jumps"].size()) + 1);
    QCOMPARE(runCarom(words).out, run.out);
    const Run plain = runCarom({"audit", "bouncing-ball", csv, "--set", "et=0"});
    for (const char* part : {"explained", "ball-floor", "energy that appeared"})
      QVERIFY2(plain.out.contains(part), part);
  }

  /// The sentences, the figure of the jumps, and the recordings of engines.
  void verdictsAreExplainedAndDrawn() {
    QTemporaryDir folder;
    const QString data = QStringLiteral(CAROM_TEST_DATA "/recordings/"), csv = folder.filePath("jumps.csv"),
                  svg = folder.filePath("jumps.svg");
    const QStringList words{"audit", "newtons-cradle", data + "bullet-cradle.csv", "--set", "n=3"};
    const Run run = runCarom(words + QStringList{"--why", "--csv", csv});
    QVERIFY2(run.status == 0, run.err);
    const QByteArray text = run.out.simplified();
    for (const char* part : {"ball0-ball1 and ball1-ball2 meet between",
                             "No impact of rigid bodies gives energy", "Energy changed by 0.14"})
      QVERIFY2(text.contains(part), part);
    QVERIFY(!runCarom(words).out.contains("No impact of rigid bodies"));
    const Run figure = runCarom({"figure", "audit", "--data", csv, "-o", svg});
    QVERIFY2(figure.status == 0, figure.err);
    QVERIFY(bytesOf(svg).contains("<svg"));
    const Run none = runCarom({"figure", "audit", "--data", data + "bullet-cradle.csv", "-o", svg});
    QCOMPARE(none.status, 1);
    QVERIFY2(none.err.contains("expected the jumps of"), none.err);
    // Least noise beyond any jump leaves nothing to explain.
    const Run noisy = runCarom(words + QStringList{"--least-noise", "1mm,0.1deg", "--json"});
    QVERIFY2(noisy.status == 0, noisy.err);
    QVERIFY(noisy.json()["noise"][0]["deviation"].get<double>() >= 1e-3);
  }

  /// A recording without its scene is no scene with an error.
  void aRecordingAloneIsToldApart() {
    for (const char* file : {"run.csv", "run.NPZ"}) {
      const Run run = runCarom(QStringList{file});
      QCOMPARE(run.status, 2);
      QVERIFY2(run.err.contains(QByteArray(file) + ": is a recording; expected the scene"), run.err);
      VERIFY_ONE_LINE(run);
    }
  }

  /// The figure scene and its movie show a recording beside the run, and are made again without it.
  void scenesShowRecordings() {
    const QTemporaryDir folder;
    const QString run = folder.filePath("run.csv"), movie = folder.filePath("a.gif"),
                  again = folder.filePath("b.gif");
    const QStringList scene{"figure", "scene", "--scene", "bouncing-ball", "--set", "speed=3"};
    QCOMPARE(runCarom({"simulate", "bouncing-ball", "--set", "speed=3", "--set", "et=0", "--until", "0.5",
                       "--step", "2e-3", "--csv", run})
                 .status,
             0);
    const QStringList shown = scene + QStringList{"--recording", run, "--jump", "1"};
    const QString numbers = folder.filePath("n.csv");
    Run answer = runCarom(shown + QStringList{"--until", "0.5", "--view", R"({"time":0.4})", "-o", numbers});
    QVERIFY2(answer.status == 0, answer.err);
    QFile table(numbers);
    QVERIFY(table.open(QIODevice::ReadOnly));
    const QByteArray bodies = table.readAll();
    QVERIFY2(bodies.contains("ball (recording),") && bodies.contains("ball (Carom from jump 1),"), bodies);
    answer = runCarom(
        shown + QStringList{"--until", "0.05", "--movie", movie, "--movie-size", "160x100", "--fps", "5"});
    if (answer.err.contains("ffmpeg")) QSKIP("ffmpeg is not installed");
    QVERIFY2(answer.status == 0, answer.err);
    // A recording of another time has no place beside the run.
    const QString late = put(folder, "late.json", R"({"time-shift": 100})");
    answer = runCarom(scene + QStringList{"--recording", run, "--map", late, "-o", numbers});
    QCOMPARE(answer.status, 1);
    QVERIFY2(answer.err.contains("--recording: is from 100 s to 100.5 s"), answer.err);
    VERIFY_ONE_LINE(answer);
    QVERIFY(QFile::remove(run));
    answer = runCarom({"figure", "--from", movie, "--movie", again, "--movie-size", "160x100", "--fps", "5"});
    QVERIFY2(answer.status == 0, answer.err);
    QFile first(movie), second(again);
    QVERIFY(first.open(QIODevice::ReadOnly) && second.open(QIODevice::ReadOnly));
    QCOMPARE(first.readAll(), second.readAll());
    const QString figure = folder.filePath("a.pdf");
    for (const QStringList& words :
         {scene + QStringList{"--recording", run, "-o", figure},
          QStringList{"figure", "energy", "--recording", movie, "-o", figure},
          scene + QStringList{"--recording", CAROM_TEST_DATA "/recordings/bullet-wall.csv", "-o", figure},
          scene + QStringList{"--jump", "1", "-o", figure}}) {
      answer = runCarom(words);
      QVERIFY(answer.status != 0);
      VERIFY_ONE_LINE(answer);
    }
  }

  /// A recording that cannot be read is refused before there is a window.
  void theWindowRefusesABadRecording() {
    QTemporaryDir folder;
    const Run run = runCarom({"newtons-cradle", "--recording", put(folder, "bad.csv", "time,x\n1\n")});
    QCOMPARE(run.status, 1);
    QVERIFY2(run.err.contains("line 2"), run.err);
    QCOMPARE(run.err.count('\n'), 1);
  }

  void badInputGetsOneLine_data() {
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<QByteArray>("csv");
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("part");
    const QByteArray good = "time,ball0.x,ball1.x\n0,0,1\n";
    QTest::newRow("unknown column")
        << QStringList()
        << QByteArray("time,bal0.x,ball1.x\n0,0,1\n1,0,1\n2,0,1\n3,0,1\n4,0,1\n5,0,1\n6,0,1\n7,0,1\n") << 1
        << QByteArray("bal0.x");
    QTest::newRow("few rows") << QStringList() << good << 1 << QByteArray("at least 8");
    QTest::newRow("map") << QStringList{"--map", "webots"} << good << 2
                         << QByteArray("is no map and no file");
    QTest::newRow("range") << QStringList{"--restitution", "0.9:0.1"} << good << 1
                           << QByteArray("expected a range");
    QTest::newRow("both") << QStringList{"--restitution", "scene", "--friction", "1"} << good << 2
                          << QByteArray("not with --restitution scene");
    QTest::newRow("length") << QStringList{"--gap-error", "2kg.."} << good << 2
                            << QByteArray("expected a length");
    QTest::newRow("long name of a map") << QStringList{"--map", QString(5000, 'x')} << good << 2
                                        << QByteArray("expected scene, mujoco, drake");
    QTest::newRow("semicolons") << QStringList() << QByteArray(good).replace(',', ';') << 1
                                << QByteArray("line 1, header: separates its names by semicolons");
    QTest::newRow("no number") << QStringList() << good + "x,0,1\n"
                               << 1 << QByteArray("csv: line 3, column 'time': is not a number");
    QTest::newRow("noise") << QStringList{"--least-noise", "1mm,x"} << good << 2
                           << QByteArray("expected a length, or a length and an angle");
    QTest::newRow("share") << QStringList{"--model-error", "2"} << good << 1
                           << QByteArray("expected a share");
  }
  void badInputGetsOneLine() {
    QFETCH(QStringList, options);
    QFETCH(QByteArray, csv);
    QFETCH(int, status);
    QFETCH(QByteArray, part);
    QTemporaryDir folder;
    const Run run = runCarom(
        QStringList{"audit", "newtons-cradle", put(folder, "run.csv", csv), "--set", "n=2"} + options);
    QCOMPARE(run.status, status);
    QVERIFY2(run.err.contains(part), run.err);
    QCOMPARE(run.err.count('\n'), 1);
    QVERIFY(run.out.isEmpty());
  }

  /// A map may have another one as its base, and a ring of maps ends.
  /// Where Carom's own run would not fit, the reason is said and not "does not move as the scene does".
  void whatAuditsDoNotFollowIsNamed_data() {
    QTest::addColumn<QByteArray>("part");
    QTest::addColumn<QByteArray>("reason");
    QTest::newRow("dry friction") << QByteArray(
                                         R"("dampers": [{"coordinate": "a.x", "damping": 0, "friction": 3}])")
                                  << QByteArray("dry friction");
    // Its run is followed from the start, as one without motors.
    const QByteArray motors =
        R"json("motors": [{"coordinate": "a.x", "proportional": 2e4, "derivative": 2000, "reference": "sin(20*t)"}])json";
    QTest::newRow("fast motors, no contact") << motors << QByteArray("a scene without contacts");
    QTest::newRow("other fast motors") << motors << QByteArray("among motors or dampers that are fast");
    // A run of 0.8 m without noise moves as its scene does; what is missing is said.
    QTest::newRow("no contact, with a loop")
        << QByteArray(R"("loops": [{"type": "tie", "coordinate": "a.x", "to": "a.y", "ratio": 2}])")
        << QByteArray("a scene without contacts");
  }
  void whatAuditsDoNotFollowIsNamed() {
    QFETCH(QByteArray, part);
    QFETCH(QByteArray, reason);
    QTemporaryDir folder;
    const QString scene = put(folder, "slide.carom.json",
                              R"({"format": 1, "title": "slide", "gravity": [0, 0, 0],
      "bodies": [{"name": "a", "joints": ["x", "y"], "mass": 2, "shapes": [{"type": "ball", "radius": 0.1}]}], )" +
                                  part + R"(, "initial": {"velocity": {"a.x": 2}}})");
    const QString csv = folder.filePath("run.csv");
    const Run made = runCarom({"simulate", scene, "--until", "0.5", "--csv", csv});
    QVERIFY2(made.status == 0, made.err);
    QFile file(scene);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QByteArray text = file.readAll();
    if (QByteArray(QTest::currentDataTag()).startsWith("other")) text.replace("20*t", "29*t");
    const Run run = runCarom({"audit", put(folder, "audited.carom.json", text), csv});
    QCOMPARE(run.status, 1);
    QVERIFY2(run.err.contains(reason) && run.err.count('\n') == 1, run.err);
  }

  /// The recorded velocities are those of an integrator of second order with the step of 1 ms.
  void leastNoiseIsThatOfVelocitiesToo() {
    QTemporaryDir folder;
    const QString csv = folder.filePath("run.csv");
    const Run made = runCarom({"simulate", "minitaur", "--until", "0.1", "--csv", csv, "--json"});
    QVERIFY2(made.status == 0, made.err);
    Json hits = Json::array(), found = Json::array();
    const Json motion = made.json();
    for (std::size_t i = 1; i < motion["impacts"].size(); ++i)  // the first is at the start
      for (const Json& contact : motion["impacts"][i]["path"]) hits.push_back(contact);
    const auto audited = [&](const char* noise) {
      return runCarom({"audit", "minitaur", csv, "--least-noise", noise, "--json"}).json()["jumps"];
    };
    const Json jumps = audited("0.03mm,0.03deg");
    QVERIFY(jumps.size() >= 8);
    for (const Json& jump : jumps) {
      COMPARE_JSON(jump["verdict"], "explained");
      for (const Json& contact : jump["words"][0]["word"]) found.push_back(contact);
    }
    QCOMPARE(found, hits);
    // Three times that noise no longer tells for sure in which order feet close within 0.4 ms.
    const Json noisy = audited("0.1mm,0.1deg");
    QCOMPARE(noisy.size(), jumps.size());
    for (std::size_t i = 0; i < noisy.size(); ++i) {
      QVERIFY(noisy[i]["verdict"] == "explained" || noisy[i]["verdict"] == "undecided");
      QCOMPARE(noisy[i]["words"][0]["word"], jumps[i]["words"][0]["word"]);
    }
  }

  /// A recording that begins after its impact: the last ball of a cradle leaves, the others rest, and noise
  /// opens no contact between these.
  void aRecordingAfterItsImpactNamesTheContactThatOpens_data() {
    QTest::addColumn<double>("noise");
    for (const double noise : {0.0, 1e-9, 1e-7, 1e-5}) QTest::addRow("%g m", noise) << noise;
  }
  void aRecordingAfterItsImpactNamesTheContactThatOpens() {
    QFETCH(double, noise);
    for (unsigned seed = 0; seed < 8; ++seed) {
      std::mt19937 random(seed);
      std::normal_distribution<double> deviate;
      QByteArray csv = "time";
      for (int ball = 0; ball < 5; ++ball) csv += ",ball" + QByteArray::number(ball) + ".x";
      for (int row = 0; row <= 50; ++row) {
        const double time = 1e-3 * row;
        csv += '\n' + QByteArray::number(time);
        for (int ball = 0; ball < 5; ++ball)  // of 0.1 m; the last flies with 1 m/s
          csv += ',' +
                 QByteArray::number(0.1 * ball + (ball == 4 ? time : 0) + noise * deviate(random), 'g', 17);
      }
      QTemporaryDir folder;
      const Run run = runCarom({"audit", "newtons-cradle", put(folder, "run.csv", csv + '\n')});
      QVERIFY2(run.status == 0, run.err);
      const QString told = run.out.simplified();
      QVERIFY2(told.contains("no velocity jumps; at the first sample these contacts open: ball3-ball4; the "),
               run.out);
    }
  }

  /// Springs that vibrate within 20 ms: flights are followed by the steps of the run, and what these err by
  /// is no jump. The words are those of the run, and e is that of its feet, 1.
  void ownRunsWithFastSpringsAreExplained_data() {
    QTest::addColumn<QString>("scene");
    QTest::addColumn<QString>("until");
    QTest::addColumn<QString>("step");
    for (const char* step : {"1e-3", "2e-4", "5e-5"})
      QTest::addRow("minitaur, %s s", step) << "minitaur"
                                            << "0.05" << step;
    QTest::newRow("rhex, whose shins turn by half a radian in a step") << "rhex"
                                                                       << "0.6"
                                                                       << "1e-3";
  }
  void ownRunsWithFastSpringsAreExplained() {
    QFETCH(QString, scene);
    QFETCH(QString, until);
    QFETCH(QString, step);
    QTemporaryDir folder;
    const QString csv = folder.filePath("run.csv");
    const Json made =
        runCarom({"simulate", scene, "--until", until, "--step", step, "--csv", csv, "--json"}).json();
    Json hits = Json::array(), found = Json::array();
    for (std::size_t i = 1; i < made["impacts"].size(); ++i)  // the first is at the start
      for (const Json& contact : made["impacts"][i]["path"]) hits.push_back(contact);
    const Run run = runCarom({"audit", scene, csv, "--json"});
    QVERIFY2(run.status == 0, run.err);
    const Json json = run.json();
    for (const Json& jump : json["jumps"]) {
      COMPARE_JSON(jump["verdict"], "explained");
      for (const Json& contact : jump["words"][0]["word"]) found.push_back(contact);
    }
    COMPARE_JSON(json["unexamined"], Json::array());
    QVERIFY(hits.size() > 8);
    QCOMPARE(found, hits);
    QCOMPARE(json["recorded_step"].get<double>(), step.toDouble());
    const Json e = json["fit"]["restitution"]["all contacts"];
    const double error = e["error"].get<double>();
    QVERIFY2(error < 1e-5 && std::abs(e["value"].get<double>() - 1) <= 3 * error, e.dump().c_str());
    for (const Json& jump : json["jumps"]) {
      const Json energy = jump["energy"];
      QVERIFY2(std::abs(energy["change"].get<double>()) <= 3 * energy["error"].get<double>(),
               jump.dump().c_str());
      QVERIFY2(jump["xi"].is_number(), jump.dump().c_str());
    }
  }

  /// A leg of rhex hits three times within 4 ms, in which its shin turns by a radian: no balance of one place
  /// tells what happened, and no such jump of an own run is impossible.
  /// A run of MuJoCo: the rule is told, and by how much its hits are late.
  void runsOfEnginesSayTheirRule() {
    const QString data = QString(CAROM_TEST_DATA) + "/recordings/mujoco-pendulum";
    const QStringList command{"audit", data + ".carom.json", data + ".csv", "--map", "mujoco"};
    const Run text = runCarom(command + QStringList{"--why"});
    QVERIFY2(text.out.contains("a run of the semi-implicit Euler rule with steps of 0.005000 s"), text.out);
    QVERIFY2(text.out.simplified().contains("s late, as those of engines are"), text.out);
    const Json json = runCarom(command + QStringList{"--json"}).json();
    COMPARE_JSON(json["recorded_rule"], "semi-implicit Euler rule");
    QCOMPARE(json["jumps"].size(), std::size_t{2});
    for (const Json& jump : json["jumps"]) {
      COMPARE_JSON(jump["verdict"], "explained");
      QVERIFY(jump["late"].get<double>() >= 0.005 && jump["late"].get<double>() < 0.02);
    }
  }

  /// Verdicts may be about the recording or the scene: a hint says where to look.
  void whatMayBeWrongIsHinted_data() {
    QTest::addColumn<QByteArray>("csv");
    QTest::addColumn<QString>("hint");
    QTest::newRow("as the scene") << RodProgram{}.csv() << "";
    QTest::newRow("degrees") << RodProgram{.degrees = 180 / M_PI}.csv()
                             << "Are the units, signs and zeros of the columns those of the scene";
    QTest::newRow("another floor") << RodProgram{.rise = 0.03, .samples = 261}.csv()
                                   << R"(A map with "offset": "rod.y")";
    QTest::newRow("friction") << RodProgram{.friction = 0.4}.csv()
                              << "have no friction: give it one in the scene";
  }
  void whatMayBeWrongIsHinted() {
    QFETCH(QByteArray, csv);
    QFETCH(QString, hint);
    QTemporaryDir folder;
    const QString file = put(folder, "rod.csv", csv);
    const Run json = runCarom({"audit", "falling-rod", file, "--json"});
    QVERIFY2(json.status == 0, json.err);
    const Json hints = json.json()["hints"];
    QCOMPARE(hints.size(), hint.isEmpty() ? std::size_t{0} : std::size_t{1});
    const Run text = runCarom({"audit", "falling-rod", file});
    if (hint.isEmpty()) {
      for (const Json& jump : json.json()["jumps"]) COMPARE_JSON(jump["verdict"], "explained");
      return;
    }
    QVERIFY2(hints[0].get<std::string>().find(hint.toStdString()) != std::string::npos,
             hints[0].get<std::string>().c_str());
    QVERIFY2(text.out.simplified().contains(hint.toUtf8()), text.out);
    for (const Json& jump : json.json()["jumps"])
      if (!jump["rubbing"].is_null()) {
        COMPARE_JSON(jump["verdict"] == "explained", false);
        QVERIFY(jump["rubbing"]["value"].get<double>() > 5 * jump["rubbing"]["error"].get<double>());
      }
  }

  /// A floor that is 3 cm elsewhere is found; of one that is 3 m away the gap at the largest change is told.
  void anOffsetIsFoundOrTheGapTold() {
    QTemporaryDir folder;
    const QString map = put(folder, "map.json", R"({"offset": "rod.y"})");
    const auto audited = [&](double rise, const QStringList& more) {
      const QString csv = put(folder, "rod.csv", RodProgram{.rise = rise}.csv());
      return runCarom(QStringList{"audit", "falling-rod", csv, "--map", map} + more);
    };
    const Json near = audited(0.03, {"--json"}).json();
    const Json& estimate = near["mapping"]["estimates"][0];
    // Late hits overlap by up to some mm.
    QVERIFY(std::abs(estimate["value"].get<double>() + 0.03) < 4e-3);
    for (const Json& jump : near["jumps"]) COMPARE_JSON(jump["verdict"], "explained");
    const Run far = audited(3, {});
    QVERIFY2(far.status != 0 && far.err.simplified().contains("with 'rod.right-floor' open by 2.99"),
             far.err);
  }

  /// Velocities in other units than their coordinates are named.
  void velocitiesThatAreNoRatesAreNamed() {
    QTemporaryDir folder;
    const QString map =
        put(folder, "map.json", R"({"coordinates": {"rod.angle": {"column": "rod.angle", "unit": "deg"}}})");
    const QString csv = put(folder, "rod.csv", RodProgram{.degrees = 180 / M_PI}.csv());
    const Run run = runCarom({"audit", "falling-rod", csv, "--map", map});
    QVERIFY(run.status != 0);
    QVERIFY2(run.err.contains("'v:rod.angle' is 57.2"), run.err);
    const QString turned = put(folder, "turned.csv", RodProgram{.turnedRate = -1}.csv());
    const Run other = runCarom({"audit", "falling-rod", turned});
    QVERIFY2(other.err.contains("'v:rod.angle' is not the rate") || other.err.contains("'v:rod.angle' is -1"),
             other.err);
  }

  /// Times in ms are refused at once: a rod would fall for minutes.
  void timesInAnotherUnitAreRefused() {
    QTemporaryDir folder;
    for (const bool has : {false, true}) {
      const QString csv = put(folder, "rod.csv", RodProgram{.tick = 1000, .hasVelocities = has}.csv());
      const Run run = runCarom({"audit", "falling-rod", csv});
      QVERIFY(run.status != 0);
      QVERIFY2(run.err.contains("has samples 1 s apart") && run.err.contains("'rod.y' by 4.9 m"), run.err);
      const QString map = put(folder, "map.json", R"({"time": {"column": "time", "unit": "ms"}})");
      const Run right = runCarom({"audit", "falling-rod", csv, "--map", map, "--json"});
      QVERIFY2(right.status == 0, right.err);
      for (const Json& jump : right.json()["jumps"]) COMPARE_JSON(jump["verdict"], "explained");
    }
  }

  /// Times are told to a sample, however late the clock; overlaps in one line for each contact.
  void timesAndOverlapsAreShort() {
    QTemporaryDir folder;
    const QString csv = put(folder, "rod.csv", RodProgram{.clock = 5000}.csv());
    const Run run = runCarom({"audit", "falling-rod", csv});
    QVERIFY2(run.out.contains("5000.248"), run.out);
    QCOMPARE(run.out.count("overlaps"), 2);
  }

  void hitsThatFollowEachOtherFasterThanSamplesAreUndecided() {
    QTemporaryDir folder;
    const QString csv = folder.filePath("run.csv");
    const QStringList scene{"rhex", "--set", "phi=-3.1deg", "--set", "speed=1.72"};
    QCOMPARE(runCarom(QStringList{"simulate"} + scene + QStringList{"--until", "0.2", "--csv", csv}).status,
             0);
    const Json jumps = runCarom(QStringList{"audit"} + scene + QStringList{csv, "--json"}).json()["jumps"];
    int undecided = 0;
    for (const Json& jump : jumps) {
      if (jump["verdict"] == "explained") continue;
      COMPARE_JSON(jump["verdict"], "undecided");
      ++undecided;
      QVERIFY(jump["window"][1].get<double>() - jump["window"][0].get<double>() > 3e-3);
      QVERIFY2(jump["momentum"]["error"].is_null(), jump["momentum"].dump().c_str());
    }
    QCOMPARE(jumps.size(), std::size_t{6});
    QCOMPARE(undecided, 1);
  }

  /// Places that are rounded to a micrometre, every second sample, or a last sample much later are of no
  /// rule.
  void otherRecordingsAreFollowedExactly_data() {
    QTest::addColumn<int>("every");
    QTest::addColumn<double>("round");
    QTest::newRow("rounded") << 1 << 1e-6;
    QTest::newRow("every second step") << 2 << 0.0;
    QTest::newRow("with a gap at the end") << 1 << 0.0;
  }
  void otherRecordingsAreFollowedExactly() {
    QFETCH(int, every);
    QFETCH(double, round);
    QTemporaryDir folder;
    const QString csv = folder.filePath("run.csv");
    QCOMPARE(runCarom({"simulate", "minitaur", "--until", "0.05", "--step", "1e-4", "--csv", csv}).status, 0);
    const QList<QByteArray> lines = bytesOf(csv).trimmed().split('\n');
    const QList<QByteArray> names = lines[0].split(',');
    QByteArray text;
    for (qsizetype i = 0; i < lines.size(); i = i == 0 ? 1 : i + every) {
      QList<QByteArray> entries = lines[i].split(',');
      if (every == 1 && round == 0 && i + 1 == lines.size()) entries[0] = "1e9";
      for (qsizetype k = 0; k < names.size(); ++k) {
        if (names[k] == "energy" || names[k].contains(':')) continue;
        const double value = entries[k].toDouble();
        text +=
            (text.isEmpty() || text.endsWith('\n') ? "" : ",") +
            (i == 0 || k == 0 || round == 0 ? entries[k]
                                            : QByteArray::number(std::round(value / round) * round, 'g', 17));
      }
      text += '\n';
    }
    const Run run = runCarom({"audit", "minitaur", put(folder, "other.csv", text), "--json"});
    QVERIFY2(run.status == 0, run.err);
    QVERIFY2(run.json()["recorded_step"].is_null(), run.json()["recorded_step"].dump().c_str());
  }

  /// The error of an integrator is smooth along a flight, and no jump, however small it is.
  void aFlightOfOneMillisecondStepsHasNoJump() {
    QTemporaryDir folder;
    const QString csv = folder.filePath("run.csv");
    QCOMPARE(runCarom({"simulate", "tumbling-box", "--until", "1", "--csv", csv}).status, 0);
    const Run run = runCarom({"audit", "tumbling-box", csv});
    QVERIFY2(run.err.contains("never touches"), run.err + run.out);
  }

  void mapsInARingAreRefused() {
    QTemporaryDir folder;
    const QString csv = put(folder, "run.csv", "time,ball0.x,ball1.x\n0,0,1\n");
    const QString a = folder.filePath("a.json"), b = folder.filePath("b.json");
    put(folder, "a.json", "{\"base\": \"" + b.toUtf8() + "\"}");
    put(folder, "b.json", "{\"base\": \"" + a.toUtf8() + "\"}");
    const Run run = runCarom({"audit", "newtons-cradle", csv, "--set", "n=2", "--map", a});
    QCOMPARE(run.status, 1);
    QVERIFY2(run.err.contains("maps that do not lead in a ring"), run.err);
    QCOMPARE(run.err.count('\n'), 1);
    put(folder, "b.json", "{\"base\": \"body\"}");
    QVERIFY(runCarom({"audit", "newtons-cradle", csv, "--set", "n=2", "--map", a})
                .err.contains("one moving body"));
  }

  void theSuiteGoesOutAndComesBack() {
    QTemporaryDir folder;
    const QString out = folder.filePath("suite");
    const Run written = runCarom({"conform", "export", "-o", out});
    QVERIFY2(written.status == 0, written.err);
    const QList<QByteArray> lines = bytesOf(out + "/problems.jsonl").trimmed().split('\n');
    QVERIFY(lines.size() >= 60);
    QByteArray answers;
    std::set<std::string> ids;
    for (const QByteArray& line : lines) {
      const Json problem = Json::parse(line.toStdString());
      for (const char* key : {"id", "mass_matrix", "normals", "momentum", "restitution", "names", "story"})
        QVERIFY2(problem.contains(key), key);
      QVERIFY(ids.insert(problem["id"]).second);
      if (problem.contains("scene"))
        QVERIFY(QFile::exists(out + '/' + QString::fromStdString(problem["scene"]["file"])));
      // An engine that does nothing.
      answers +=
          QByteArray::fromStdString(Json{{"id", problem["id"]}, {"momentum", problem["momentum"]}}.dump()) +
          '\n';
    }
    answers += "{\"id\": \"cradle-3\", \"momentum\": [0, 0, 1]}\n";
    const Run run = runCarom({"conform", "check", put(folder, "answers.jsonl", answers), "--json"});
    QVERIFY2(run.status == 0, run.err);
    const Json json = run.json();
    QCOMPARE(static_cast<qsizetype>(json["problems"].size()), lines.size());
    for (const Json& checked : json["problems"]) {
      const bool stays = checked["id"] == "leaving" || checked["id"] == "grazing";
      QVERIFY2((checked["verdict"] == "right") == stays, checked["id"].get<std::string>().c_str());
      if (checked["id"] == "cradle-3") {
        COMPARE_JSON(checked["repeats"], 2);
        COMPARE_JSON(checked["why"], (Json{"feasibility", "order", "outcome"}));
      }
    }
  }

  /// The problem of a line is that of `resolve --problem`, whose outcomes are right answers.
  void outcomesOfResolveAreRight() {
    QTemporaryDir folder;
    const QString out = folder.filePath("suite");
    QCOMPARE(runCarom({"conform", "export", "-o", out}).status, 0);
    QByteArray answers;
    int several = 0;
    for (const QByteArray& line : bytesOf(out + "/problems.jsonl").trimmed().split('\n')) {
      Json problem = Json::parse(line.toStdString());
      const std::string id = problem["id"];
      if (id != "billiard-break-120" && id != "wedge-60-at-10" && id != "box-flat-e" && id != "random-1")
        continue;
      for (const char* key : {"id", "story", "scene"}) problem.erase(key);
      const Run resolved =
          runCarom({"resolve", "--problem", put(folder, "p.json", QByteArray::fromStdString(problem.dump())),
                    "--json"});
      QVERIFY2(resolved.status == 0, resolved.err);
      const Json outcomes = resolved.json()["outcomes"];
      several += outcomes.size() > 1;
      answers +=
          QByteArray::fromStdString(Json{{"id", id}, {"momentum", outcomes[0]["momentum"]}}.dump()) + '\n';
    }
    const Json json = runCarom({"conform", "check", put(folder, "a.jsonl", answers), "--json"}).json();
    int right = 0, oneOf = 0;
    for (const Json& checked : json["problems"]) {
      right += checked["verdict"] == "right";
      oneOf += checked["verdict"] == "one-of-several";
    }
    QCOMPARE(right + oneOf, 4);
    QCOMPARE(oneOf, several);
    QVERIFY(several > 0);
  }

  void badAnswersAreRefused_data() {
    QTest::addColumn<QByteArray>("answers");
    QTest::addColumn<QByteArray>("part");
    QTest::newRow("no JSON") << QByteArray("{\"id\"") << QByteArray("line 1");
    QTest::newRow("unknown") << QByteArray("\n{\"id\": \"cradle-99\", \"momentum\": []}")
                             << QByteArray("line 2");
    QTest::newRow("size") << QByteArray("{\"id\": \"cradle-3\", \"momentum\": [1]}")
                          << QByteArray("has 1 numbers");
    QTest::newRow("none") << QByteArray("{\"id\": \"cradle-3\"}") << QByteArray("has no \"momentum\"");
    QTest::newRow("text") << QByteArray("{\"id\": \"cradle-3\", \"momentum\": [0, 0, \"1\"]}")
                          << QByteArray("is not a number");
  }
  void badAnswersAreRefused() {
    QFETCH(QByteArray, answers);
    QFETCH(QByteArray, part);
    QTemporaryDir folder;
    const Run run = runCarom({"conform", "check", put(folder, "answers.jsonl", answers)});
    QCOMPARE(run.status, 1);
    QVERIFY2(run.err.contains(part), run.err);
    QCOMPARE(run.err.count('\n'), 1);
  }
};

CAROM_TEST(CommandLineAuditTest);
#include "tst_command_line_audit.moc"
