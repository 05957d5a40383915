// `carom landing` as scripts use it.
#include <sys/stat.h>

#include <QDir>
#include <QTemporaryDir>
#include <cmath>

#include "support/carom_process.h"
#include "support/test_program.h"

using namespace carom::process;

class CommandLineLandingTest : public QObject {
  Q_OBJECT

  static QByteArray read(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
  }
  static void write(const QString& path, const QByteArray& text) {
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text);
  }
  /// A trunk on two legs with hips that turn about an axis, and boxes as feet.
  static QByteArray biped(const QByteArray& axis) {
    QByteArray legs;
    for (const char* const side : {"-", ""})
      legs += QByteArray("<body name='leg") + (*side ? "R" : "L") + "' pos='0 " + side +
              ".1 0'><joint name='hip" + (*side ? "R" : "L") + "' axis='" + axis +
              "'/><geom type='capsule' size='.02' fromto='0 0 0 0 0 -.35' contype='0' conaffinity='0'/>"
              "<geom type='box' size='.08 .04 .02' pos='0 0 -.4'/></body>";
    return "<mujoco><worldbody><body name='trunk' pos='0 0 1'><freejoint/>"
           "<geom type='box' size='.1 .12 .1' pos='0 0 .1'/>" +
           legs + "</body></worldbody><actuator><motor joint='hipL'/></actuator></mujoco>";
  }

 private slots:
  /// The stance of rhex is that of its scene, and so are G and ξ.
  void theStanceOfASceneThatStandsIsItsOwn() {
    const Run run = runCarom("landing rhex --samples 20 --points 3 --json");
    QVERIFY2(run.status == 0 && run.err.isEmpty(), run.err);
    const Json json = run.json(), resolved = runCarom("resolve rhex --json").json();
    for (const Json& move : json["moved"]) QVERIFY(std::abs(move["by"].get<double>()) < 1e-12);
    QCOMPARE(json["stance"]["pairs"].size(), std::size_t{1});
    QVERIFY(std::abs(json["stance"]["pairs"][0]["gram"].get<double>() -
                     resolved["gram"][0][1].get<double>()) < 1e-12);
    COMPARE_JSON(json["stance"]["unique"], resolved["certificate"]["unique"]);
    // The scene falls at 1 m/s, too, and does not turn.
    QVERIFY(std::abs(json["stance"]["xi"].get<double>() - resolved["xi"].get<double>()) < 1e-12);
  }

  /// The rules of pairs are those of reflections without loss: the restitution of the feet plays no part.
  void feetReflectWithoutLoss() {
    QTemporaryDir folder;
    Json lossy = Json::parse(read(CAROM_SOURCE "/resources/scenes/rhex.carom.json").toStdString());
    lossy["defaults"]["restitution"] = 0.3;
    write(folder.filePath("lossy.carom.json"), QByteArray::fromStdString(lossy.dump()));
    const QStringList more{"--samples", "5", "--points", "3", "--json"};
    Json one = runCarom(QStringList{"landing", "rhex"} + more).json(),
         other = runCarom(QStringList{"landing", folder.filePath("lossy.carom.json")} + more).json();
    for (const char* key : {"stance", "tilted", "spread", "nearest"}) COMPARE_JSON(one[key], other[key]);
    QVERIFY(one["stance"]["xi"].get<double>() > 0);
    const QByteArray words = "reflects without loss";
    QVERIFY(runCarom({"landing", folder.filePath("lossy.carom.json"), "--points", "1"}).out.contains(words));
    QVERIFY(!runCarom({"landing", "rhex", "--points", "1"}).out.contains(words));
  }

  /// What the answer calls the nearest unique stance is one: set there, the scene is unique.
  void theNearestUniqueStanceIsUnique() {
    const Run run = runCarom("landing minitaur --samples 10 --points 1 --json");
    QCOMPARE(run.status, 0);
    const Json json = run.json();
    QVERIFY(json["nearest"].is_object());
    QStringList words{"resolve", "minitaur", "--json"};
    for (const Json& move : json["nearest"]["moved"])
      words << "--set"
            << QString::fromStdString(move["name"].get<std::string>()) + '=' +
                   QString::number(move["value"].get<double>(), 'g', 17);
    const Run there = runCarom(words);
    QVERIFY2(there.status == 0, there.err);
    COMPARE_JSON(there.json()["certificate"]["unique"], true);
    QVERIFY(std::abs(there.json()["gram"][0][1].get<double>()) < 1e-9);
    // It is where the curve of the scene over its spread is 0: both feet are orthogonal at 49.1 degrees.
    for (const Json& move : json["nearest"]["moved"])
      if (move["name"] == "front-a.angle")
        QVERIFY(std::abs(move["value"].get<double>() + M_PI / 2 - 49.1 * M_PI / 180) < 0.01);
  }

  /// A robot that is the same from both sides is as ambiguous when it pitches either way.
  void aSymmetricRobotLandsSymmetrically() {
    const Json json = runCarom("landing minitaur --samples 30 --points 5 --seed 3 --json").json();
    const Json& tilted = json["tilted"];
    QCOMPARE(tilted.size(), std::size_t{5});
    for (std::size_t i = 0; i < 5; ++i) {
      QVERIFY(tilted[i]["stands"] == true);
      QVERIFY(std::abs(tilted[i]["xi"].get<double>() - tilted[4 - i]["xi"].get<double>()) < 1e-9);
    }
    const Json& spread = json["spread"];
    COMPARE_JSON(spread["samples"], 30);
    QVERIFY(spread["median"] <= spread["q95"] && spread["q95"] <= spread["max"]);
    QCOMPARE(runCarom("landing minitaur --samples 30 --points 5 --seed 3 --json").json(), json);
  }

  /// In the plane the pitch is the angle of the trunk: held at the same values it gives the same stances.
  void theAngleOfTheTrunkIsThePitch() {
    const Json tilted =
        runCarom("landing minitaur --samples 1 --tilt 10deg --points 5 --json").json()["tilted"];
    const Json over =
        runCarom("landing minitaur --samples 1 --over trunk.angle=-10deg:10deg:5 --json").json();
    QVERIFY(!over.contains("tilted"));
    COMPARE_JSON(over["over"][0]["name"], "trunk.angle");
    COMPARE_JSON(over["over"][0]["unit"], "rad");
    QCOMPARE(over["over"][0]["values"].size(), std::size_t{5});
    QCOMPARE(over["stances"].size(), std::size_t{5});
    for (std::size_t i = 0; i < 5; ++i) {
      const Json& one = over["stances"][i];
      QCOMPARE(one["at"][0], over["over"][0]["values"][i]);
      QVERIFY(std::abs(one["at"][0].get<double>() - tilted[i]["pitch"].get<double>()) < 1e-15);
      QVERIFY(std::abs(one["xi"].get<double>() - tilted[i]["xi"].get<double>()) < 1e-12);
      QVERIFY(std::abs(one["off_unique"].get<double>() - tilted[i]["off_unique"].get<double>()) < 1e-12);
    }
  }

  /// Where the robot stands on a plane changes nothing; a leg that is held higher does. A second coordinate
  /// is a row for each of its values.
  void aLandingIsTheSameAnywhereOnAPlane() {
    const QTemporaryDir folder;
    const QString csv = folder.filePath("over.csv"), figure = folder.filePath("over.pdf");
    const QStringList words{"landing",   "minitaur",
                            "--samples", "1",
                            "--over",    "trunk.x=-20cm:30cm:3",
                            "--over",    "front-a.angle=-35deg:-5deg:4"};
    const Run run = runCarom(words + QStringList{"--json"});
    QVERIFY2(run.status == 0, run.err);
    const Json json = run.json(), stances = json["stances"];
    QCOMPARE(stances.size(), std::size_t{12});
    for (std::size_t row = 0; row < 4; ++row)
      for (std::size_t column = 0; column < 3; ++column) {
        const Json& one = stances[3 * row + column];
        QVERIFY(one["stands"] == true);
        QCOMPARE(one["at"], Json({json["over"][0]["values"][column], json["over"][1]["values"][row]}));
        QVERIFY(std::abs(one["xi"].get<double>() - stances[3 * row]["xi"].get<double>()) < 1e-9);
      }
    QVERIFY(std::abs(stances[0]["xi"].get<double>() - stances[9]["xi"].get<double>()) > 1e-5);
    QCOMPARE(runCarom(words + QStringList{"-o", csv}).status, 0);
    QVERIFY2(read(csv).contains("\ntrunk.x (m),front-a.angle (°),ξ\n-0.2,-35,"), read(csv));
    QCOMPARE(runCarom({"figure", "study", "--data", csv, "-o", figure}).status, 0);
    QVERIFY(runCarom(words).out.contains("trunk.x (columns) and front-a.angle (rows)"));
  }

  /// Both ends of a rod touch a floor at one angle only.
  void aStanceThatCannotBeSaysSo() {
    const Json json = runCarom(
                          "landing falling-rod --feet rod.left-floor,rod.right-floor --samples 1 --over "
                          "rod.angle=0:0.2:3 --json")
                          .json();
    QCOMPARE(json["stances"].size(), std::size_t{3});
    COMPARE_JSON(json["stances"][0]["stands"], true);
    for (const std::size_t i : {1, 2}) {
      COMPARE_JSON(json["stances"][i]["stands"], false);
      QVERIFY(!json["stances"][i]["refused"].get<std::string>().empty());
      QVERIFY(json["stances"][i]["xi"].is_null());
    }
  }

  /// A biped of MJCF whose feet are flat: each of them closes with its four corners at once.
  void aRobotsFileIsAnswered() {
    const QTemporaryDir folder;
    const QString robot = folder.filePath("biped.xml"), scene = folder.filePath("biped.carom.json");
    write(robot, biped("0 0 1"));
    const Run run = runCarom({"landing", robot, "--points", "3", "--samples", "10", "--json"});
    QVERIFY2(run.status == 0, run.err);
    QVERIFY2(run.err.contains("biped.xml: 1 actuator"), run.err);
    const Json json = run.json();
    QCOMPARE(json["feet"].size(), std::size_t{8});
    COMPARE_JSON(json["stance"]["unique"], false);
    // As an impact of the imported scene, with all eight contacts.
    QCOMPARE(runCarom({"import", robot, "--floating", "-o", scene}).status, 0);
    const Json resolved = runCarom({"resolve", scene, "--set", "restitution=1", "--json"}).json();
    QCOMPARE(resolved["contacts"].size(), std::size_t{8});
    QVERIFY(std::abs(json["stance"]["xi"].get<double>() - resolved["xi"].get<double>()) < 1e-9);
  }

  /// In a robot's file feet may be links, also of a name that bodies cannot have, which the import would not
  /// take by itself; in a scene bodies.
  void feetAreContactsBodiesOrLinks() {
    const QTemporaryDir folder;
    const QString robot = folder.filePath("biped.urdf"), scene = folder.filePath("biped.carom.json");
    const auto link = [](const QByteArray& name, const QByteArray& geometry) {
      return "<link name='" + name +
             "'><inertial><origin xyz='0 0 -.1'/><mass value='1'/>"
             "<inertia ixx='.02' iyy='.02' izz='.01' ixy='0' ixz='0' iyz='0'/></inertial>" +
             geometry + "</link>";
    };
    const auto hip = [](const QByteArray& leg, const QByteArray& y) {
      return "<joint name='hip-" + leg + "' type='continuous'><parent link='trunk'/><child link='" + leg +
             "'/><origin xyz='0 " + y + " -.2'/><axis xyz='0 1 0'/></joint>";
    };
    write(robot, "<robot name='biped'>" +
                     link("trunk", "<collision><geometry><box size='.2 .2 .1'/></geometry></collision>") +
                     link("left-leg", "") + link("right-leg", "") + hip("left-leg", ".2") +
                     hip("right-leg", "-.2") + "</robot>");
    const QStringList few{"--points", "1", "--samples", "1", "--json"};
    const Run without = runCarom(QStringList{"landing", robot} + few);
    QVERIFY2(without.status == 2 && without.err.contains("foot"), without.err);
    const Run links = runCarom(QStringList{"landing", robot, "--feet", "left-leg,right-leg"} + few);
    QVERIFY2(links.status == 0, links.err);
    QVERIFY(links.json()["feet"].size() >= 2);
    for (const Json& foot : links.json()["feet"])
      QVERIFY(foot.get<std::string>().find("leg") != std::string::npos);
    const Run wrong = runCarom(QStringList{"landing", robot, "--feet", "left-leg,right-lag"} + few);
    QVERIFY2(wrong.status == 2 && wrong.err.contains("right-lag") && wrong.err.contains("right-leg"),
             wrong.err);
    QCOMPARE(runCarom({"import", robot, "--floating", "--feet", "left-leg,right-leg", "-o", scene}).status,
             0);
    const Run bodies = runCarom(QStringList{"landing", scene, "--feet", "left_leg,right_leg"} + few);
    QVERIFY2(bodies.status == 0, bodies.err);
    COMPARE_JSON(bodies.json()["stance"], links.json()["stance"]);
    // The record has the scene that was made of the file, and not how it was read.
    const QString answer = folder.filePath("answer.json");
    const QStringList ask{"landing", robot, "--feet", "left-leg,right-leg", "--hull-corners", "30"};
    const Run first = runCarom(ask + few);
    write(answer, first.out);
    QVERIFY(QFile::remove(robot));
    const Run again = runCarom({"landing", "--from", answer, "--json"});
    QVERIFY2(again.status == 0, again.err);
    QCOMPARE(again.out, first.out);
  }

  /// Several robots: one table, and a CSV that a figure draws. The record has their scenes, so that the table
  /// is made again without their files.
  void severalRobotsAreOneTable() {
    const QTemporaryDir folder;
    const QString robot = folder.filePath("biped.xml"), csv = folder.filePath("landings.csv"),
                  again = folder.filePath("again.csv"), figure = folder.filePath("landings.pdf");
    write(robot, biped("0 0 1"));
    const QStringList words{"landing", "minitaur", robot, "--points", "5", "--samples", "5"};
    const Run text = runCarom(words);
    QVERIFY2(text.status == 0 && text.out.contains("minitaur") && text.out.contains("biped"), text.err);
    QCOMPARE(runCarom(words + QStringList{"-o", csv}).status, 0);
    const QByteArray table = read(csv);
    QVERIFY(table.contains("# family\npitch (°),robot,ξ\n"));
    QVERIFY(table.contains("# log\n"));  // of the biped it is a thousand times as large
    QCOMPARE(table.count("\n-10,"), 2);
    QFile::remove(robot);
    const Run remade = runCarom({"landing", "--from", csv, "-o", again});
    QVERIFY2(remade.status == 0, remade.err);
    QCOMPARE(read(again), table);
    const Run drawn = runCarom({"figure", "study", "--data", csv, "-o", figure});
    QVERIFY2(drawn.status == 0, drawn.err);
  }

  /// With an even number of tilts none is level: the table has the smallest roll, and says which. Two robots
  /// with one name are told apart.
  void severalRobotsWithoutALevelTilt() {
    const QTemporaryDir folder;
    const QString robot = folder.filePath("biped.xml"), other = folder.filePath("other/biped.xml");
    QVERIFY(QDir().mkpath(folder.filePath("other")));
    write(robot, biped("0 0 1"));
    write(other, biped("0 1 0"));
    const Run run =
        runCarom({"landing", robot, other, "--points", "4", "--samples", "2", "-o", "-", "--quiet"});
    QVERIFY2(run.status == 0 && run.out.contains("other/biped.xml"), run.err);
    const QString csv = folder.filePath("l.csv");
    QCOMPARE(runCarom({"landing", robot, other, "--points", "4", "--samples", "2", "-o", csv}).status, 0);
    const QByteArray table = read(csv);
    QVERIFY2(table.contains("# note: roll = "), table);
    QCOMPARE(table.count("\n-10,"), 2);
  }

  /// A picture of a robot's impact; a pipe in place of a file is refused and not waited for.
  void robotsAreDrawnAndPipesRefused() {
    const QTemporaryDir folder;
    const QString robot = folder.filePath("biped.xml"), pipe = folder.filePath("pipe.urdf");
    write(robot, biped("0 0 1"));
    const Run drawn = runCarom({"figure", "outcomes", "--scene", robot, "-o", folder.filePath("o.pdf")});
    QVERIFY2(drawn.status == 0, drawn.err);
    QFile::remove(robot);
    QCOMPARE(runCarom({"figure", "--from", folder.filePath("o.pdf"), "-o", folder.filePath("p.pdf")}).status,
             0);
    QCOMPARE(read(folder.filePath("p.pdf")), read(folder.filePath("o.pdf")));
    QCOMPARE(::mkfifo(pipe.toLocal8Bit(), 0600), 0);
    QVERIFY(runCarom({"landing", pipe}).status != 0);
  }

  void faultsAreOneLine_data() {
    addFaults({
        {"landing minitaur --feet fronty,back", 2, "front"},
        {"landing minitaur --feet front", 2, "one foot"},
        {"landing billiard-break", 2, "no contact with the ground"},
        {"landing double-pendulum", 2, "no contact with the ground"},
        {"landing minitaur --speed 0", 1, "a number > 0"},
        {"landing minitaur --points 0", 2, "points"},
        {"landing minitaur --repair-inertias", 2, "a robot's description"},
        {"landing minitaur --over trunk.angel=0:1:3", 2, "trunk.angle"},
        {"landing minitaur --over spread=0:1:3", 2, "no coordinate of the robot"},
        {"landing minitaur --over trunk.x=0:1:3 --over trunk.x=0:1:3", 2, "twice"},
        {"landing minitaur --over trunk.x=0:1:3 --tilt 5deg", 2, "--tilt"},
        {"landing minitaur --over trunk.x=0:1:1000001", 2, "1000000 stances at most"},
        {"landing minitaur --over trunk.x=0:1:2 --over trunk.y=0:1:2 --over trunk.angle=0:1:2", 2,
         "one or two"},
    });
  }
  void faultsAreOneLine() { VERIFY_FAULT(); }
};

CAROM_TEST(CommandLineLandingTest);
#include "tst_command_line_landing.moc"
