// `carom import` of robots as they are published: feet of several shapes, roots without a mass, inertias that
// are a little off, and descriptions that are made to take for ever.
#include <Eigen/Dense>
#include <QElapsedTimer>
#include <QTemporaryDir>
#include <cmath>

#include "support/carom_process.h"
#include "support/test_program.h"

using namespace carom;
using namespace carom::process;

namespace {

QByteArray inertial(double mass = 1, double x = 0.01, double y = 0.01, double z = 0.01) {
  return QString(
             "<inertial><mass value='%1'/><inertia ixx='%2' iyy='%3' izz='%4' ixy='0' ixz='0' "
             "iyz='0'/></inertial>")
      .arg(mass)
      .arg(x)
      .arg(y)
      .arg(z)
      .toUtf8();
}

QByteArray ball(double radius, double x, double y, double z) {
  return QString("<collision><origin xyz='%2 %3 %4'/><geometry><sphere radius='%1'/></geometry></collision>")
      .arg(radius)
      .arg(x)
      .arg(y)
      .arg(z)
      .toUtf8();
}

QByteArray linkOf(const QByteArray& name, const QByteArray& contents = {}) {
  return "<link name='" + name + "'>" + contents + "</link>";
}

QByteArray jointOf(const QByteArray& child, const QByteArray& parent, const QByteArray& type,
                   const QByteArray& xyz, const QByteArray& rpy = "0 0 0") {
  return "<joint name='to_" + child + "' type='" + type + "'><parent link='" + parent + "'/><child link='" +
         child + "'/><origin xyz='" + xyz + "' rpy='" + rpy + "'/><axis xyz='0 1 0'/>" +
         (type == "revolute" ? "<limit lower='-1' upper='1' effort='1' velocity='1'/>" : "") + "</joint>";
}

QByteArray robot(const QByteArray& contents) {
  return "<robot name='r'>" + contents + "</robot>";
}

/// Two legs whose feet have a ball at each of four corners.
QByteArray biped() {
  QByteArray all = linkOf("trunk", inertial(10, 0.1, 0.1, 0.1));
  for (const QByteArray& side : {QByteArray("left"), QByteArray("right")}) {
    QByteArray balls;
    for (const double x : {-0.1, 0.1})
      for (const double y : {-0.05, 0.05}) balls += ball(0.01, x, y, -0.05);
    all += linkOf(side, inertial() + balls) +
           jointOf(side, "trunk", "revolute", side == "left" ? "0 0.1 -0.8" : "0 -0.1 -0.8");
  }
  return robot(all);
}

}  // namespace

class CommandLineRobotsTest : public QObject {
  Q_OBJECT

  std::unique_ptr<QTemporaryDir> m_folder;

  QString path(const char* name) const { return m_folder->filePath(name); }
  Run import(const QByteArray& text, const QStringList& options = {"--floating"}) const {
    QFile file(path("robot.urdf"));
    if (file.open(QIODevice::WriteOnly)) file.write(text);
    file.close();
    return runCarom(QStringList{"import", file.fileName(), "-o", path("robot.carom.json")} + options);
  }
  /// What an impact says without all of its orderings.
  Json resolved() const {
    return runCarom(QStringList{"resolve", path("robot.carom.json"), "--json", "--max-states", "1000"})
        .json();
  }

 private slots:
  /// What else is called a robot's description is named, in place of what the parser trips over.
  void whatIsNoUrdfIsToldWhatItIs_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("words");
    QTest::newRow("COLLADA")
        << QByteArray("<?xml version=\"1.0\"?>\n<!-- a --><COLLADA version=\"1.4.1\"></COLLADA>")
        << QByteArray("begins with <COLLADA");
    QTest::newRow("SRDF") << QByteArray("<robot name=\"a\"><group name=\"legs\"/></robot>")
                          << QByteArray("has no links");
    QTest::newRow("a mesh") << QByteArray("solid\0\1\2<\3>\4<<<", 14) << QByteArray("is no XML");
    QTest::newRow("nothing") << QByteArray() << QByteArray("is no XML");
  }
  void whatIsNoUrdfIsToldWhatItIs() {
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, words);
    const Run refused = import(text);
    QCOMPARE(refused.status, 1);
    QVERIFY2(refused.err.contains(words), refused.err);
    QCOMPARE(refused.err.count('\n'), 1);
  }

  void init() { m_folder = std::make_unique<QTemporaryDir>(); }

  void aFootKeepsAllThatIsEquallyLow() {
    const Run run = import(biped());
    QVERIFY2(run.status == 0, run.err);
    const Json json = resolved();
    QCOMPARE(json["contacts"].size(), std::size_t{8});
    for (const Json& contact : json["contacts"]) QVERIFY(std::abs(contact["gap"].get<double>()) < 1e-12);
    QVERIFY(json["certificate"]["reason"] != "single");
  }

  void aBoxStandsOnItsCorners() {
    const QByteArray box = "<collision><geometry><box size='0.1 0.02 0.4'/></geometry></collision>";
    const Run run = import(robot(linkOf("base", inertial(0.1, 0.00136, 0.00145, 0.0001) + box)));
    QVERIFY2(run.status == 0, run.err);
    const Json json = resolved();
    QCOMPARE(json["contacts"].size(), std::size_t{4});
    QVERIFY(json["certificate"]["reason"] != "single");
  }

  void xacroInACommentIsNone() {
    const QByteArray text =
        robot("<!-- made by <xacro:include filename='a'/> ${x} -->" + linkOf("a", inertial()) +
              linkOf("b", inertial()) + jointOf("b", "a", "revolute", "0 0 1"));
    QCOMPARE(import(text, {}).status, 0);
    const Run run = import(robot("<xacro:include filename='a'/><link name='a'/>"), {});
    QCOMPARE(run.status, 1);
    QVERIFY(run.err.contains("xacro"));
  }

  /// As of A1, ANYmal and Go1; the joint between both is turned, which must not lay the robot down.
  void theHeaviestFixedLinkFloatsForAMasslessRoot() {
    const QByteArray text =
        robot(linkOf("base", "<visual><geometry><box size='0.001 0.001 0.001'/></geometry></visual>") +
              linkOf("trunk", inertial(5)) +
              jointOf("trunk", "base", "fixed", "0 0 0.1", "1.5707963267948966 0 0") + linkOf("imu") +
              jointOf("imu", "base", "fixed", "0 0 0") + linkOf("foot", inertial(0.5) + ball(0.02, 0, 0, 0)) +
              jointOf("foot", "trunk", "revolute", "0 -0.3 0"));
    const Run run = import(text);
    QVERIFY2(run.status == 0, run.err);
    const Json json = resolved();
    QCOMPARE(json["contacts"].size(), std::size_t{1});
    QVERIFY(std::abs(json["contacts"][0]["approach_speed"].get<double>() + 1) < 1e-12);
    // The foot is 0.3 below the trunk, and 0.02 over the floor.
    const Json state =
        runCarom(QStringList{"simulate", path("robot.carom.json"), "--until", "1e-6", "--json"}).json();
    double height = 0;
    for (std::size_t i = 0; i < json["coordinates"].size(); ++i)
      if (json["coordinates"][i]["name"] == "trunk.z") height = state["initial"]["q"][i].get<double>();
    QVERIFY2(std::abs(height - 0.32) < 1e-9, QByteArray::number(height));
  }

  void inertiasAreRepairedOnRequest() {
    const QByteArray text = robot(linkOf("a", inertial(1, 0.01, 0.01, 0.03) + ball(0.1, 0, 0, 0)));
    const Run refused = import(text);
    QCOMPARE(refused.status, 1);
    QVERIFY2(refused.err.contains("--repair-inertias"), refused.err);
    const Run repaired = import(text, {"--floating", "--repair-inertias"});
    QVERIFY2(repaired.status == 0, repaired.err);
    QVERIFY2(repaired.err.contains("warning: link a: its inertia"), repaired.err);
    QVERIFY(import(robot(linkOf("a", inertial() + ball(0.1, 0, 0, 0))), {"--floating", "--repair-inertias"})
                .err.isEmpty());
  }

  /// 2 % above what a body can have are told, and the nearest inertia is taken: moments (a, b, c) with the
  /// excess x = c − a − b become (a + x/3, b + x/3, c − x/3).
  void inertiasThatAreSlightlyOffAreToldAndTaken() {
    const Run run = import(robot(linkOf("a", inertial(1, 0.01, 0.011, 0.0214) + ball(0.1, 0, 0, 0))));
    QVERIFY2(run.status == 0, run.err);
    QVERIFY2(run.err.contains("warning: link a: its inertia, which no body has, is changed by 0.6") &&
                 run.err.contains(" % here"),
             run.err);
    QFile file(path("robot.carom.json"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const Json scene = Json::parse(file.readAll().toStdString());
    const double x = 0.0214 - 0.01 - 0.011;
    const Eigen::Vector3d expected(0.01 + x / 3, 0.011 + x / 3, 0.0214 - x / 3);
    Eigen::Matrix3d inertia;
    for (std::size_t i = 0; i < 9; ++i)
      inertia(static_cast<Eigen::Index>(i / 3), static_cast<Eigen::Index>(i % 3)) =
          scene["bodies"][0]["inertia"][i / 3][i % 3].get<double>();
    QVERIFY2((inertia - Eigen::Matrix3d(expected.asDiagonal())).norm() < 1e-12, scene.dump().c_str());
  }

  void manyWarningsAreOneLine() {
    QByteArray all = linkOf("trunk", inertial(10));
    for (int i = 0; i < 300; ++i) {
      const QByteArray name = "l" + QByteArray::number(i);
      all += linkOf(name, inertial() + "<collision><geometry><mesh filename='" + name +
                              ".stl'/></geometry></collision>") +
             jointOf(name, "trunk", "fixed", "0 0 -1");
    }
    const Run run = import(robot(all), {"--floating", "--meshes", "box"});
    QVERIFY2(run.status == 0, run.err);
    QCOMPARE(run.err.count('\n'), 1);
    QVERIFY2(run.err.contains("links l0, l1, l10, l100, l101 and 295 more: the mesh is the box"), run.err);
  }

  void endlessDescriptionsAreRefusedAtOnce_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("nested") << robot(QByteArray("<a>").repeated(200'000) +
                                     QByteArray("</a>").repeated(200'000));
    QByteArray links = linkOf("root");
    for (int i = 0; i < 60'000; ++i) {
      const QByteArray name = "l" + QByteArray::number(i);
      links += linkOf(name) + jointOf(name, "root", "fixed", "0 0 0");
    }
    QTest::newRow("60,000 links") << robot(links);
    QTest::newRow("elements") << robot(linkOf("a", QByteArray("<visual/>").repeated(200'000)));
    QTest::newRow("open") << QByteArray("<robot name='r'><link name='a'>").repeated(1'000);
  }
  void endlessDescriptionsAreRefusedAtOnce() {
    QFETCH(QByteArray, text);
    QElapsedTimer clock;
    clock.start();
    const Run run = import(text);
    QVERIFY(clock.elapsed() < 5'000 * tests::patience);
    QCOMPARE(run.status, 1);
    VERIFY_ONE_LINE(run);
  }
};

CAROM_TEST(CommandLineRobotsTest);
#include "tst_command_line_robots.moc"
