// `carom import` on a robot with four legs: masses and inertias against sums by hand, the impacts of two,
// three and four feet, and descriptions that make no scene.
#include <Eigen/Geometry>
#include <QTemporaryDir>
#include <algorithm>
#include <cmath>
#include <functional>

#include "mechanics/contact/contacts.h"
#include "scene/scene.h"
#include "support/carom_process.h"
#include "support/test_program.h"

using namespace carom;
using namespace carom::process;

namespace {

const QString robot = CAROM_TEST_DATA "/robots/four_legs.urdf";

/// A link by hand: mass, centre of mass and inertia about it where all joints are 0, in the trunk.
struct PlainLink {
  double mass;
  Eigen::Vector3d at;
  Eigen::Matrix3d inertia;
};

Eigen::Matrix3d turned(const Eigen::Matrix3d& inertia, double angle, const Eigen::Vector3d& axis) {
  const Eigen::Matrix3d R = Eigen::AngleAxisd(angle, axis).toRotationMatrix();
  return R * inertia * R.transpose();
}

std::vector<PlainLink> linksByHand() {
  const auto diagonal = [](double x, double y, double z) {
    return Eigen::Matrix3d(Eigen::Vector3d(x, y, z).asDiagonal());
  };
  Eigen::Matrix3d trunk;
  trunk << 0.03, 0.001, -0.002, 0.001, 0.12, 0, -0.002, 0, 0.13;
  std::vector<PlainLink> links{{6, {0.01, 0, 0}, trunk}};
  for (const double x : {0.2, -0.2})
    for (const double y : {0.12, -0.12}) {
      links.push_back(
          {0.8, {x, y, -0.1}, turned(diagonal(0.003, 0.003, 0.0003), 0.1, Eigen::Vector3d::UnitX())});
      // The shank's x axis points down.
      links.push_back({0.3,
                       {x, y, -0.3},
                       turned(diagonal(0.0001, 0.001, 0.001), std::acos(0.0), Eigen::Vector3d::UnitY())});
      links.push_back({0.05, {x, y, -0.4}, diagonal(1e-5, 1e-5, 1e-5)});
    }
  return links;
}

class Imported {
 public:
  explicit Imported(const QStringList& options = {"--floating"}, const QString& of = robot) {
    file = folder.filePath("robot.carom.json");
    run = runCarom(QStringList{"import", of, "-o", file, "--meshes", "box"} + options);
  }
  SceneInstance instance(const Assignments& assignments = {}) const {
    return Scene::load(file.toStdString())->instantiate(assignments);
  }
  QTemporaryDir folder;
  QString file;
  Run run;
};

/// A robot with one thing changed.
QString changed(const QTemporaryDir& folder, const QByteArray& before, const QByteArray& after) {
  QFile source(robot);
  if (!source.open(QIODevice::ReadOnly)) return {};
  QByteArray text = source.readAll();
  const auto at = text.indexOf(before);
  if (at < 0) return {};
  text.replace(at, before.size(), after);
  QFile out(folder.filePath("changed.urdf"));
  if (!out.open(QIODevice::WriteOnly)) return {};
  out.write(text);
  return out.fileName();
}

/// One foot is in front of its knee, and higher than the others.
QString withBentLeg(const QTemporaryDir& folder) {
  return changed(folder, "<origin xyz=\"0.2 0 0\"/>", "<origin xyz=\"0.198 0 0.06\"/>");
}

}  // namespace

class CommandLineImportTest : public QObject {
  Q_OBJECT
 private slots:
  void theSceneHasTheMassesOfTheRobot() {
    const Imported scene;
    QCOMPARE(scene.run.status, 0);
    QVERIFY(scene.run.out.contains("13 links, 8 joints"));
    const SceneInstance instance = scene.instance();
    const Mechanism& mechanism = *instance.mechanism;
    QCOMPARE(mechanism.dof(), 6 + 8);
    const Eigen::MatrixXd M = mechanism.massMatrix(instance.initial.q);
    double mass = 0;
    Eigen::Vector3d moment = Eigen::Vector3d::Zero();
    Eigen::Matrix3d inertia = Eigen::Matrix3d::Zero();
    for (const PlainLink& link : linksByHand()) {
      mass += link.mass;
      moment += link.mass * link.at;
      inertia += link.inertia + link.mass * (link.at.squaredNorm() * Eigen::Matrix3d::Identity() -
                                             link.at * link.at.transpose());
    }
    QVERIFY((M.topLeftCorner<3, 3>() - mass * Eigen::Matrix3d::Identity()).norm() < 1e-12);
    QVERIFY((M.block<3, 3>(3, 3) - inertia).norm() < 1e-12);
    Eigen::Matrix3d cross;  // of v = ω × c
    cross << 0, moment.z(), -moment.y(), -moment.z(), 0, moment.x(), moment.y(), -moment.x(), 0;
    QVERIFY((M.block<3, 3>(0, 3) - cross).norm() < 1e-12);
  }

  void jointsKeepTheirLimitsAndDamping() {
    const Imported scene;
    const auto opened = Scene::load(scene.file.toStdString());
    const SceneInstance instance = opened->instantiate({});
    const auto hip = std::ranges::find(instance.parameters, "front_left_hip", &ParameterValue::name);
    QVERIFY(hip != instance.parameters.end());
    QCOMPARE(*hip->min, -1.0);
    QCOMPARE(*hip->max, 1.5);
    QVERIFY_THROWS_EXCEPTION(SceneError, opened->instantiate({{"front_left_hip", "1.6"}}));
    const Eigen::VectorXd spin = Eigen::VectorXd::Ones(instance.mechanism->dof());
    QVERIFY(std::abs(instance.mechanism->damperPower(instance.initial.q, spin) - 4 * 0.1) < 1e-12);
  }

  /// A knee that bends lifts its foot: 0.2 m (1 − cos 0.3).
  void feetResolve_data() {
    QTest::addColumn<QStringList>("lifted");
    QTest::newRow("four") << QStringList{};
    QTest::newRow("three") << QStringList{"front_left"};
    QTest::newRow("two, diagonal") << QStringList{"front_left", "hind_right"};
    QTest::newRow("two, in front") << QStringList{"hind_left", "hind_right"};
  }
  void feetResolve() {
    QFETCH(QStringList, lifted);
    const Imported scene;
    QStringList words{"resolve", scene.file, "--json"};
    for (const QString& leg : lifted) words += {"--set", leg + "_knee=-0.3"};
    const Run run = runCarom(words);
    QVERIFY2(run.status == 0, run.err);
    const Json json = run.json();
    QCOMPARE(json["contacts"].size(), static_cast<std::size_t>(4 - lifted.size()));
    COMPARE_JSON(json["complete"], true);
    for (const Json& contact : json["contacts"]) {
      QVERIFY(std::abs(contact["gap"].get<double>()) < 1e-12);
      QVERIFY(std::abs(contact["approach_speed"].get<double>() + 1) < 1e-12);
      const QString name = QString::fromStdString(contact["name"].get<std::string>());
      QVERIFY(name.endsWith("_foot") && !lifted.contains(name.chopped(5)));
    }
    QVERIFY(json["energy"]["worst_relative_error"].get<double>() < 1e-14);
    QVERIFY(json["outcomes"].size() >= 1);
  }

  void aMeshIsTheBoxOfItsInertia() {
    const Imported scene;
    QVERIFY2(scene.run.err.contains("box"), scene.run.err);  // said once for all four
    const SceneInstance instance = scene.instance();
    int boxes = 0;
    for (const Body& body : instance.mechanism->bodies())
      for (const Shape& shape : body.shapes)
        if (nameOf(shape) == "box" && body.name.ends_with("_shank")) {
          ++boxes;
          const Eigen::Vector3d half = halfSizeOf(*std::get<Hull>(shape).solid);
          const Eigen::Vector3d squares = 4 * half.cwiseAbs2();  // of the lengths
          Eigen::Vector3d moments = 0.3 / 12 * (squares.sum() * Eigen::Vector3d::Ones() - squares);
          std::sort(moments.begin(), moments.end());
          QVERIFY((moments - Eigen::Vector3d(0.0001, 0.001, 0.001)).norm() < 1e-12);
        }
    QCOMPARE(boxes, 4);
  }

  void feetAreChosenByName() {
    const Imported scene({"--floating", "--feet", "hind_left_foot,front_right_foot"});
    QCOMPARE(scene.run.status, 0);
    const SceneInstance made = scene.instance();
    const auto isStop = [](const ContactPair& contact) { return contact.limit.has_value(); };
    QCOMPARE(std::ranges::count_if(made.mechanism->contacts(), std::not_fn(isStop)), 2);
    const Imported unknown({"--floating", "--feet", "hind_lft_foot"});
    QCOMPARE(unknown.run.status, 2);
    QVERIFY(unknown.run.err.contains("hind_left_foot"));
    QCOMPARE(unknown.run.err.count('\n'), 1);
    QVERIFY(!QFile::exists(unknown.file));
  }

  void aRobotThatIsFixedHasNamedFeetOnly() {
    const Imported scene(QStringList{});
    QCOMPARE(scene.run.status, 0);
    QVERIFY(scene.run.err.contains("no link may touch the floor"));
    QCOMPARE(scene.instance().mechanism->dof(), 8);
    const QTemporaryDir folder;
    const Imported foot({"--feet", "front_left_foot"}, withBentLeg(folder));
    QVERIFY2(foot.run.status == 0, foot.run.err);
    const SceneInstance instance = foot.instance();
    QCOMPARE(closedContacts(*instance.mechanism, instance.initial.q).size(), std::size_t{1});
  }

  /// Feet at different heights are brought to the floor by the least change of the joints, where one exists.
  void unevenFeetAreMoved() {
    const QTemporaryDir folder;
    const QStringList feet{"--floating", "--feet",
                           "front_left_foot,front_right_foot,hind_left_foot,hind_right_foot"};
    const Imported scene(feet, withBentLeg(folder));
    QVERIFY2(scene.run.status == 0, scene.run.err);
    const SceneInstance instance = scene.instance();
    QVERIFY(instance.touching && instance.touching->residual < 1e-10);
    QCOMPARE(closedContacts(*instance.mechanism, instance.initial.q).size(), std::size_t{4});
    // A straight leg that is too long gets shorter by a bend of its knee, in either direction.
    const QString longer = changed(folder, "<origin xyz=\"0.2 0 0\"/>", "<origin xyz=\"0.21 0 0\"/>");
    const Imported straight(feet, longer);
    QVERIFY2(straight.run.status == 0, straight.run.err);
    const SceneInstance stands = straight.instance();
    QCOMPARE(closedContacts(*stands.mechanism, stands.initial.q).size(), std::size_t{4});
  }

  void brokenRobotsAreRefused_data() {
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("after");
    QTest::addColumn<QByteArray>("reason");
    const auto row = [](const char* name, const QByteArray& before, const QByteArray& after,
                        const QByteArray& reason) { QTest::newRow(name) << before << after << reason; };
    row("no root", "<robot name=\"four legs\">", "<robt name=\"four legs\">", "robot");
    row("limits", "lower=\"-1\"", "lower=\"2\"", "front_left_hip");
    row("axis", "<axis xyz=\"0 1 0\"/>", "<axis xyz=\"0 0 0\"/>", "front_left_hip");
    row("mass", "<mass value=\"0.8\"/>", "<mass value=\"-0.8\"/>", "mass");
    row("no mass", "<mass value=\"0.8\"/>", "<mass value=\"0\"/>", "mass");
    row("inertia", "ixx=\"0.003\"", "ixx=\"30\"", "link front_left_thigh.inertia: ");
    row("no number", "<mass value=\"0.8\"/>", "<mass value=\"heavy\"/>", "mass");
    row("a macro's value", "<mass value=\"0.8\"/>", "<mass value=\"${m}\"/>", "xacro FILE > robot.urdf");
    row("a macro", "<joint ", "<xacro:leg side=\"left\"/><joint ", "xacro FILE > robot.urdf");
    row("an unknown geometry", "<sphere radius=\"0.02\"/>", "<capsule radius=\"0.02\" length=\"1\"/>",
        "capsule");
    row("a size", "<sphere radius=\"0.02\"/>", "<sphere radius=\"-1\"/>", "radius");
    row("cut short", "</robot>", "</rob", "");
    row("a child that is missing", "<child link=\"front_left_thigh\"/>", "<child link=\"thigh\"/>", "thigh");
    row("two of a name", "<link name=\"front_left_thigh\">", "<link name=\"trunk\">", "trunk");
    row("not finite", "<origin xyz=\"0.2 0 0\"/>", "<origin xyz=\"inf 0 0\"/>", "inf");
    row("a loop", "<child link=\"front_left_thigh\"/>", "<child link=\"trunk\"/>", "root");
  }
  void brokenRobotsAreRefused() {
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, after);
    QFETCH(QByteArray, reason);
    const QTemporaryDir folder;
    const QString broken = changed(folder, before, after);
    QVERIFY(!broken.isEmpty());
    const Imported scene({"--floating"}, broken);
    QVERIFY2(scene.run.status == 1, scene.run.err);
    QVERIFY2(scene.run.err.contains(reason), scene.run.err);
    QVERIFY2(scene.run.err.count('\n') == 1, scene.run.err);
    QVERIFY(!QFile::exists(scene.file));
  }

  void frictionOfJointsIsTakenOverAndNegativeOneIsNot() {
    for (const QByteArray friction : {"0.3", "-2"}) {
      const QTemporaryDir folder;
      const QByteArray damping = "<dynamics damping=\"0.1\"/>";
      const QString file =
          changed(folder, damping, "<dynamics damping=\"0.1\" friction=\"" + friction + "\"/>");
      const Imported scene({"--floating"}, file);
      QVERIFY2(scene.run.status == 0, scene.run.err);
      QFile made(scene.file);
      QVERIFY(made.open(QIODevice::ReadOnly));
      const bool isTaken = made.readAll().contains("\"friction\": 0.3");
      QCOMPARE(isTaken, friction == "0.3");
      QCOMPARE(scene.run.err.contains("friction below 0 is left out"), !isTaken);
    }
  }

  void theWordsOfTheCommandAreChecked() {
    QCOMPARE(runCarom({"import", robot}).status, 2);
    const QTemporaryDir folder;
    QCOMPARE(runCarom({"import", "none.urdf", "-o", folder.filePath("s.carom.json")}).status, 1);
    QCOMPARE(runCarom({"import", robot, "-o", folder.path()}).status, 1);
  }
};

CAROM_TEST(CommandLineImportTest);
#include "tst_command_line_import.moc"
