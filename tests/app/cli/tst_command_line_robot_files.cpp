// `carom import` of MJCF, SDF and meshes: mass matrices against MuJoCo's own, hulls against their points, and
// files that lead elsewhere, include themselves or have no hull.
#include <sys/stat.h>

#include <Eigen/Geometry>
#include <QDir>
#include <QElapsedTimer>
#include <QTemporaryDir>
#include <cmath>

#ifdef CAROM_WITH_MUJOCO
#include <mujoco/mujoco.h>
#endif

#include "base/rotation.h"
#include "mechanics/contact/contacts.h"
#include "scene/scene.h"
#include "support/carom_process.h"
#include "support/test_program.h"

using namespace carom;
using namespace carom::process;

namespace {

/// A cube from −1 to 1 as the surface of OBJ, scaled and moved; `faces`: of its six sides.
QByteArray cube(const Eigen::Vector3d& half, const Eigen::Vector3d& at = Eigen::Vector3d::Zero(),
                int faces = 6) {
  QByteArray text;
  for (int i = 0; i < 8; ++i)
    text += "v " + QByteArray::number(at.x() + (i & 1 ? half.x() : -half.x()), 'g', 17) + ' ' +
            QByteArray::number(at.y() + (i & 2 ? half.y() : -half.y()), 'g', 17) + ' ' +
            QByteArray::number(at.z() + (i & 4 ? half.z() : -half.z()), 'g', 17) + '\n';
  const QList<QByteArray> sides{"f 1 5 7 3", "f 2 4 8 6", "f 1 2 6 5", "f 3 7 8 4", "f 1 3 4 2", "f 5 6 8 7"};
  for (int i = 0; i < faces; ++i) text += sides[i] + '\n';
  return text;
}

/// The surface of STL in bytes.
QByteArray binaryStl(const std::vector<std::array<Eigen::Vector3f, 3>>& triangles) {
  QByteArray bytes(80, ' ');
  const auto add = [&](const auto& value) {
    bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
  };
  add(static_cast<quint32>(triangles.size()));
  for (const auto& triangle : triangles) {
    for (int k = 0; k < 3; ++k) add(0.F);
    for (const Eigen::Vector3f& corner : triangle)
      for (const float x : corner) add(x);
    add(quint16{0});
  }
  return bytes;
}

/// A ball of rings, whose points are all corners.
QByteArray ballStl(int rings, int sides) {
  const auto point = [&](int ring, int side) {
    const double polar = M_PI * ring / rings, around = 2 * M_PI * side / sides;
    return Eigen::Vector3f(Eigen::Vector3d(std::sin(polar) * std::cos(around),
                                           std::sin(polar) * std::sin(around), std::cos(polar))
                               .cast<float>());
  };
  std::vector<std::array<Eigen::Vector3f, 3>> triangles;
  for (int ring = 0; ring < rings; ++ring)
    for (int side = 0; side < sides; ++side) {
      triangles.push_back({point(ring, side), point(ring + 1, side), point(ring + 1, (side + 1) % sides)});
      triangles.push_back(
          {point(ring, side), point(ring + 1, (side + 1) % sides), point(ring, (side + 1) % sides)});
    }
  return binaryStl(triangles);
}

QByteArray urdfOf(const QByteArray& mesh, const QByteArray& more = {}) {
  return "<robot name='r'><link name='foot'><inertial><mass value='2'/><inertia ixx='0.1' iyy='0.1' "
         "izz='0.1' ixy='0' "
         "ixz='0' iyz='0'/></inertial><collision><origin xyz='0 0 0.5'/><geometry><mesh filename='" +
         mesh + "' " + more + "/></geometry></collision></link></robot>";
}

/// Arms of hinges and slides with axes, places and frames of all kinds, on a root that floats or stands.
QByteArray armMjcf(bool floats) {
  return QByteArray(
             "<mujoco><compiler angle='radian'/><default><geom type='box' size='.1 .05 .03' density='900'/>"
             "<default class='thin'><geom type='capsule' size='.02' fromto='0 0 0 0 .1 "
             ".3'/></default></default>"
             "<worldbody><body name='trunk' pos='0 0 1'>") +
         (floats ? "<freejoint/>" : "") +
         "<geom pos='.02 .01 0' euler='.3 .2 .1'/>"
         "<body name='upper' pos='.1 .05 .02' quat='.9 .1 -.3 .2'><joint name='a' axis='0 1 1' pos='.01 .02 "
         "0' damping='.2'/>"
         "<joint name='b' axis='1 0 0' pos='0 0 .05' limited='true' range='-1 1'/><geom class='thin'/>"
         "<body name='lower' pos='0 .1 .3'><joint name='s' type='slide' axis='0 .6 .8' stiffness='30' "
         "springref='.1'/>"
         "<geom type='sphere' size='.05' pos='.1 0 0'/>"
         "<body name='hand' pos='.2 0 .1' euler='0 1 0'><joint name='c' axis='0 0 1' pos='.05 0 0'/><geom "
         "type='cylinder' "
         "size='.03 .1'/></body></body></body>"
         "<body name='other' pos='-.1 0 0'><joint name='d' type='ball' pos='0 .02 0'/><geom "
         "class='thin'/></body>"
         "</body></worldbody></mujoco>";
}

}  // namespace

class CommandLineRobotFilesTest : public QObject {
  Q_OBJECT

  std::unique_ptr<QTemporaryDir> m_folder;

  QString path(const QString& name) const { return m_folder->filePath(name); }
  void put(const QString& name, const QByteArray& text) const {
    QDir(m_folder->path()).mkpath(QFileInfo(path(name)).path());
    QFile file(path(name));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text);
  }
  Run import(const QString& name, const QStringList& options = {"--floating"}) const {
    return runCarom(QStringList{"import", path(name), "-o", path("robot.carom.json")} + options);
  }
  SceneInstance instance() const {
    return Scene::load(path("robot.carom.json").toStdString())->instantiate({});
  }

 private slots:
  void init() { m_folder = std::make_unique<QTemporaryDir>(); }

  /// The hull of a box stands on its four corners at ± the half sizes.
  void aMeshIsItsHull_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<QByteArray>("reference");
    QTest::newRow("beside") << "robot/cube.obj" << QByteArray("cube.obj");
    QTest::newRow("below") << "robot/meshes/a/cube.obj" << QByteArray("meshes/a/cube.obj");
    QTest::newRow("package above") << "pack/meshes/cube.obj" << QByteArray("package://pack/meshes/cube.obj");
    QTest::newRow("own package") << "robot/meshes/cube.obj" << QByteArray("package://robot/meshes/cube.obj");
    QTest::newRow("model") << "pack/cube.obj" << QByteArray("model://pack/cube.obj");
  }
  void aMeshIsItsHull() {
    QFETCH(QString, file);
    QFETCH(QByteArray, reference);
    put(file, cube({1, 2, 3}));
    put("robot/r.urdf", urdfOf(reference, "scale='0.1 0.1 0.1'"));
    const Run run = import("robot/r.urdf");
    QVERIFY2(run.status == 0, run.err);
    QVERIFY2(run.err.contains("convex hull here: cube.obj, 8 corners"), run.err);
    const SceneInstance scene = instance();
    const auto* hull = std::get_if<Hull>(&scene.mechanism->bodies()[0].shapes[0]);
    QVERIFY(hull);
    QCOMPARE(hull->solid->corners.size(), std::size_t{8});
    for (const Eigen::Vector3d& corner : corners(*hull))
      QVERIFY(
          (Eigen::Vector3d(corner - Eigen::Vector3d(0, 0, 0.5)).cwiseAbs() - Eigen::Vector3d(0.1, 0.2, 0.3))
              .norm() < 1e-15);
    QCOMPARE(closedContacts(*scene.mechanism, scene.initial.q).size(), std::size_t{4});
  }

  /// Of 32 corners of a ball that has many: the told error is the largest distance of another point.
  void aHullOfFewCornersTellsItsError() {
    put("ball.stl", ballStl(16, 24));
    put("r.urdf", urdfOf("ball.stl"));
    double before = HUGE_VAL;
    for (const int count : {4, 12, 32, 128}) {
      const Run run = import("r.urdf", {"--floating", "--hull-corners", QString::number(count)});
      QVERIFY2(run.status == 0, run.err);
      const auto words = QString(run.err).split(' ');
      const auto at = words.indexOf("most");
      QVERIFY2(at > 0, run.err);
      const double told = words[at + 1].toDouble() / 1000;
      const SceneInstance scene = instance();
      const auto& solid = *std::get<Hull>(scene.mechanism->bodies()[0].shapes[0]).solid;
      QVERIFY(solid.corners.size() <= static_cast<std::size_t>(count));
      // Of points on a ball around (0, 0, 0.5): those over the middle of the largest face are farthest.
      double least = 1;
      for (const Polytope::Face& face : solid.faces)
        least = std::min(least, face.offset - face.normal.dot(Eigen::Vector3d(0, 0, 0.5)));
      QVERIFY2(told <= 1 - least + 1e-4 && told < before,
               qPrintable(QString("%1 %2").arg(told).arg(1 - least)));
      before = told;
    }
    QVERIFY(before < 0.1);
  }

  void meshesAreBoxesOnRequest() {
    put("r.urdf", urdfOf("none.stl"));
    const Run run = import("r.urdf", {"--floating", "--meshes", "box"});
    QVERIFY2(run.status == 0, run.err);
    QCOMPARE(nameOf(instance().mechanism->bodies()[0].shapes[0]), std::string_view("box"));
  }

  void brokenMeshesAreRefused_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArray>("reason");
    const auto row = [](const char* name, const char* file, const QByteArray& bytes, const char* reason) {
      QTest::newRow(name) << file << bytes << QByteArray(reason);
    };
    row("missing", "", {}, "is missing");
    row("empty", "m.stl", {}, "no STL");
    row("no triangles", "m.stl", "solid a\nendsolid a\n", "has no triangles");
    row("cut", "m.stl", ballStl(4, 4).chopped(10), "cut short");
    row("text that is cut", "m.stl", "solid a\nfacet\nouter loop\nvertex 0 0 0\n", "is cut short");
    row("flat", "m.obj", cube({1, 1, 0}), "all points lie in one plane");
    row("line", "m.obj", "v 0 0 0\nv 1 0 0\nv 2 0 0\nv 3 0 0\nf 1 2 3\nf 2 3 4\n",
        "all points lie in one line");
    row("no number", "m.obj", "v 1 2 x\n", "in place of a number");
    row("not finite", "m.obj", "v 1 2 nan\n", "not finite");
    row("no such point", "m.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 4\n", "at the point 4");
    QByteArray many;
    for (int i = 0; i < 1'000'000; ++i) many += "v " + QByteArray::number(i) + " 0 0\n";
    row("a million points", "m.obj", many + "f 1 2 3\n", "more than 500000 points");
  }
  void brokenMeshesAreRefused() {
    QFETCH(QString, file);
    QFETCH(QByteArray, bytes);
    QFETCH(QByteArray, reason);
    if (!file.isEmpty()) put(file, bytes);
    put("r.urdf", urdfOf(file.isEmpty() ? "m.stl" : file.toUtf8()));
    const Run run = import("r.urdf");
    QCOMPARE(run.status, 1);
    QVERIFY2(run.err.contains(reason) && run.err.contains("link foot: the mesh m."), run.err);
    QVERIFY(run.err.contains("--meshes box"));
    VERIFY_ONE_LINE(run);
    QVERIFY(!QFile::exists(path("robot.carom.json")));
  }

  void anOpenMeshIsClosedByItsHull() {
    put("m.obj", cube({1, 1, 1}, {0, 0, 0}, 5));
    put("r.urdf", urdfOf("m.obj"));
    const Run run = import("r.urdf");
    QCOMPARE(run.status, 0);
    QVERIFY2(run.err.contains("the mesh m.obj is not closed; its hull is"), run.err);
  }

  /// Nothing outside of the robot's folder is opened unless its folder is given.
  void meshesElsewhereAreAskedFor_data() {
    QTest::addColumn<QByteArray>("reference");
    QTest::newRow("above") << QByteArray("../secret/m.obj");
    QTest::newRow("whole path") << QByteArray("HERE/secret/m.obj");
    QTest::newRow("URL") << QByteArray("file://HERE/secret/m.obj");
    QTest::newRow("link") << QByteArray("link.obj");
    QTest::newRow("package") << QByteArray("package://robot/../secret/m.obj");
  }
  void meshesElsewhereAreAskedFor() {
    QFETCH(QByteArray, reference);
    reference.replace("HERE", m_folder->path().toUtf8());
    put("secret/m.obj", cube({1, 1, 1}));
    put("robot/r.urdf", urdfOf(reference));
    QFile::link(path("secret/m.obj"), path("robot/link.obj"));
    const Run run = import("robot/r.urdf");
    QCOMPARE(run.status, 1);
    QVERIFY2(run.err.contains("leads out of the robot's folder") && run.err.contains("--mesh-path"), run.err);
    VERIFY_ONE_LINE(run);
    if (reference.startsWith("package")) return;
    const Run allowed = import("robot/r.urdf", {"--floating", "--mesh-path", path("secret")});
    QVERIFY2(allowed.status == 0, allowed.err);
  }

  void mimicryIsATie() {
    QByteArray robot = "<robot name='r'>";
    for (const char* link : {"a", "b", "c"})
      robot += QByteArray("<link name='") + link +
               "'><inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1' ixy='0' ixz='0' "
               "iyz='0'/></inertial></link>";
    for (const auto& [joint, parent, child, more] :
         {std::tuple("j", "a", "b", ""), std::tuple("k", "b", "c", "<mimic joint='j' multiplier='2'/>")})
      robot += QByteArray("<joint type='continuous' name='") + joint + "'><parent link='" + parent +
               "'/><child link='" + child + "'/><axis xyz='0 1 0'/>" + more + "</joint>";
    put("r.urdf", robot + "</robot>");
    QCOMPARE(import("r.urdf", {}).status, 0);
    const SceneInstance scene = instance();
    QCOMPARE(scene.mechanism->loops().size(), std::size_t{1});
    const auto& tie = std::get<TieLoop>(scene.mechanism->loops()[0].kind);
    QCOMPARE(scene.mechanism->coordinates()[static_cast<std::size_t>(tie.coordinate)].name,
             std::string("c.k"));
    QCOMPARE(scene.mechanism->coordinates()[static_cast<std::size_t>(tie.to)].name, std::string("b.j"));
    QCOMPARE(tie.ratio, 2.0);
  }

  void theTableNamesLinksAndMasses() {
    put("cube.obj", cube({1, 1, 1}));
    put("r.urdf", urdfOf("cube.obj"));
    const Run run = import("r.urdf", {"--floating", "--table"});
    QVERIFY2(run.out.contains("1 links, 0 joints, 8 contacts, 2 kg, feet: foot"), run.out);
    QVERIFY2(QString(run.out).contains(QRegularExpression("foot\\s+free\\s+2\\s+hull\\s+yes")), run.out);
  }

#ifdef CAROM_WITH_MUJOCO
  void massMatricesAreThoseOfMuJoCo_data() {
    QTest::addColumn<bool>("floats");
    QTest::newRow("floating") << true;
    QTest::newRow("fixed") << false;
  }
  /// M(q) of MuJoCo's own C library at random positions, joint by joint.
  void massMatricesAreThoseOfMuJoCo() {
    QFETCH(bool, floats);
    put("arm.xml", armMjcf(floats));
    const Run run = import("arm.xml", {});
    QVERIFY2(run.status == 0, run.err);
    const SceneInstance scene = instance();
    const Mechanism& mechanism = *scene.mechanism;
    std::array<char, 1000> error{};
    mjModel* const model = mj_loadXML(path("arm.xml").toUtf8().constData(), nullptr, error.data(), 1000);
    QVERIFY2(model, error.data());
    mjData* const data = mj_makeData(model);
    QCOMPARE(mechanism.dof(), model->nv);
    std::mt19937 random(7);
    std::uniform_real_distribution<double> uniform(-1, 1);
    for (int trial = 0; trial < 20; ++trial) {
      Eigen::VectorXd q = Eigen::VectorXd::Zero(mechanism.dof());
      std::copy_n(model->qpos0, model->nq, data->qpos);
      std::vector<int> order;  // of Carom's coordinates among MuJoCo's
      // Frames of the root's axes: a ball joint's rates are about the turned axes of its body.
      Eigen::MatrixXd turn = Eigen::MatrixXd::Identity(model->nv, model->nv);
      for (int joint = 0; joint < model->njnt; ++joint) {
        const char* const name = mj_id2name(model, mjOBJ_JOINT, joint);
        const std::string body = mj_id2name(model, mjOBJ_BODY, model->jnt_bodyid[joint]);
        const int dof = model->jnt_dofadr[joint], at = model->jnt_qposadr[joint];
        const auto indexOf = [&](const std::string& end) {
          const auto& all = mechanism.coordinates();
          const auto found =
              std::ranges::find_if(all, [&](const Coordinate& one) { return one.name.ends_with(end); });
          return static_cast<int>(found - all.begin());
        };
        const auto rotate = [&](int first, int quaternion) {
          const Eigen::Vector3d w = 2 * Eigen::Vector3d(uniform(random), uniform(random), uniform(random));
          q.segment<3>(first) = w;
          const Eigen::Quaterniond R(rotationMatrix(w));
          const std::array<double, 4> numbers{R.w(), R.x(), R.y(), R.z()};
          std::ranges::copy(numbers, data->qpos + quaternion);
        };
        if (model->jnt_type[joint] == mjJNT_FREE) {
          const int first = indexOf("trunk.x");
          for (int k = 0; k < 6; ++k) order.push_back(first + k);
          rotate(first + 3, at + 3);
        } else if (model->jnt_type[joint] == mjJNT_BALL) {
          const int first = indexOf(body + ".rx");
          for (int k = 0; k < 3; ++k) order.push_back(first + k);
          rotate(first, at);
        } else {
          const int index = indexOf(std::string(".") + name);
          order.push_back(index);
          q[index] = uniform(random);
          data->qpos[at] = q[index];
        }
        QVERIFY(dof + 1 <= static_cast<int>(order.size()));
      }
      mj_forward(model, data);
      Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> expected(model->nv, model->nv);
      mj_fullM(model, expected.data(), data->qM);
      const Eigen::MatrixXd M = mechanism.massMatrix(q)(order, order);
      QVERIFY2((M - expected).cwiseAbs().maxCoeff() < 1e-10,
               qPrintable(QString::number((M - expected).cwiseAbs().maxCoeff())));
    }
    mj_deleteData(data);
    mj_deleteModel(model);
  }

  void springsDampersAndLimitsOfMjcfAreKept() {
    put("arm.xml", armMjcf(false));
    QCOMPARE(import("arm.xml", {}).status, 0);
    const SceneInstance scene = instance();
    const auto limited = std::ranges::find(scene.parameters, "b", &ParameterValue::name);
    QVERIFY(limited != scene.parameters.end());
    QCOMPARE(*limited->min, -1.0);
    QCOMPARE(scene.mechanism->forces().springs.size(), std::size_t{1});
    QCOMPARE(scene.mechanism->forces().springs[0].stiffness, 30.0);
    QCOMPARE(scene.mechanism->forces().springs[0].rest, 0.1);
    QCOMPARE(scene.mechanism->forces().dampers.size(), std::size_t{1});
  }

  void loopsOfMjcfCloseAndNewElementsAreNamed() {
    put("loop.xml",
        "<mujoco><option sleep_tolerance='1'/><worldbody><novelty a='1'><novelty/></novelty><body "
        "name='a'><joint "
        "name='j'/><geom size='.1'/></body><body name='b'><joint name='k' armature='.1' "
        "frictionloss='1'/><geom "
        "type='ellipsoid' size='.1 .2 .3'/></body></worldbody><equality><connect name='c' body1='a' "
        "body2='b' anchor='0 "
        "0 0'/><joint joint1='j' joint2='k' polycoef='0 2 0 0 0'/></equality></mujoco>");
    const Run run = import("loop.xml", {});
    QVERIFY2(run.status == 0, run.err);
    for (const char* words :
         {"element option: the attribute sleep_tolerance", "element novelty: the element"})
      QVERIFY2(run.err.contains(words), run.err + words);
    const SceneInstance scene = instance();
    const int b = scene.mechanism->bodyIndex("b");
    const Shape& shape = scene.mechanism->bodies()[static_cast<std::size_t>(b)].shapes[0];
    QCOMPARE(std::get<Round>(shape).solid->halfSize(), Eigen::Vector3d(0.1, 0.2, 0.3));
    QCOMPARE(scene.mechanism->loops().size(), std::size_t{2});
    QVERIFY(std::holds_alternative<PinLoop>(scene.mechanism->loops()[0].kind));
    const auto& tie = std::get<TieLoop>(scene.mechanism->loops()[1].kind);
    QCOMPARE(tie.ratio, 2.0);
    QVERIFY(tie.coordinate != tie.to);
    const auto& dampers = scene.mechanism->forces().dampers;
    QVERIFY(std::ranges::any_of(dampers, [](const JointDamper& one) { return one.friction == 1; }));
    double armature = 0;
    for (const Link& link : scene.mechanism->links()) armature += link.armature;
    QVERIFY(std::abs(armature - 0.1) < 1e-12);
  }

  /// What MJCF switches off is off, and what it says in a way of its own is kept or told.
  void switchesOfMjcfAreFollowed() {
    put("two.xml",
        "<!-- <mujoco><compiler angle='degree'/> --><mujoco><option density='1.2'/><compiler angle='radian'/>"
        "<worldbody><geom type='plane' size='1 1 1'/><body name='trunk' "
        "pos='0 0 1'>"
        "<joint type='free' name='root' armature='.5'/><geom size='.1'/>"
        "<body name='a' pos='.2 0 -.5'><joint name='j' axis='0 1 0' range='-1 1'/>"
        "<geom size='.05' condim='1' priority='1'/><body name='deco' pos='0 0 -.2'>"
        "<joint name='i' axis='0 1 0'/><geom size='.05' contype='0' conaffinity='0'/></body></body>"
        "<body name='b' pos='-.2 0 -.5'><joint name='k' axis='0 1 0'/><geom size='.05' condim='1' "
        "priority='1'/></body>"
        "<body name='c' pos='0 0 .5'><joint name='l' axis='0 1 0'/><geom size='.05'/></body>"
        "</body></worldbody><equality><connect body1='a' body2='b' anchor='0 0 0' active='false'/>"
        "<weld name='w' body1='trunk' body2='c' relpose='.3 0 .1 1 0 0 0'/>"
        "<joint joint1='j' joint2='k'/><joint joint1='j' joint2='i' polycoef='.5 -2 0 0 "
        "0'/></equality></mujoco>");
    const Run run = import("two.xml");
    QVERIFY2(run.status == 0, run.err);
    for (const char* words :
         {"equality0: is not active", "equality w: holds its bodies as the file places them",
          "joint root: its damping, friction and armature", "fluid", "joints with a range"})
      QVERIFY2(run.err.contains(words), run.err + words);
    QVERIFY2(run.out.contains("feet: a, b"), run.out);  // and not what collides with nothing
    const SceneInstance scene = instance();
    const Mechanism& mechanism = *scene.mechanism;
    for (const ContactPair& contact : mechanism.contacts())
      if (contact.limit)
        QCOMPARE(contact.limit->bound, contact.limit->sign > 0 ? -1.0 : 1.0);  // rad
      else
        QCOMPARE(contact.coefficients.friction, 0.0);
    QCOMPARE(
        std::ranges::count_if(mechanism.contacts(), [](const auto& one) { return one.limit.has_value(); }),
        std::ptrdiff_t{2});  // of the joint with a range
    QCOMPARE(mechanism.loops().size(), std::size_t{3});
    const auto at = [&](const char* name) {
      return static_cast<int>(std::ranges::find(mechanism.coordinates(), name, &Coordinate::name) -
                              mechanism.coordinates().begin());
    };
    // j = k, and j = ½ − 2 i, which is i = ¼ − ½ j.
    const auto& second = std::get<TieLoop>(mechanism.loops()[2].kind);
    QCOMPARE(second.coordinate, at("deco.i"));
    QCOMPARE(second.to, at("a.j"));
    QCOMPARE(second.ratio, -0.5);
    QCOMPARE(second.offset, 0.25);
  }

  /// Limits with one end are kept; those that leave no way are none, and a joint that ends at 0 begins off
  /// it.
  void limitsWithOneEndOrNoWay() {
    const auto joint = [](const char* name, const char* limit) {
      return QByteArray("<joint name='") + name + "' type='revolute'><parent>base</parent><child>" + name +
             "l</child><axis><xyz>0 1 0</xyz><limit>" + limit + "</limit></axis></joint><link name='" + name +
             "l'><inertial><mass>1</mass></inertial></link>";
    };
    put("r.sdf", "<sdf version='1.7'><model name='m'><link name='base'/>" +
                     joint("a", "<lower>-0.5</lower>") + joint("b", "<upper>0.7</upper>") +
                     joint("c", "<lower>0</lower><upper>0</upper>") +
                     joint("d", "<lower>-2</lower><upper>0</upper>") + "</model></sdf>");
    const Run run = import("r.sdf", {});
    QVERIFY2(run.status == 0, run.err);
    QVERIFY2(
        run.err.contains("joint c: moves without stops") && run.err.contains("joint d: begins -0.1 rad away"),
        run.err);
    QStringList names;
    for (const ContactPair& contact : instance().mechanism->contacts())
      if (contact.limit) names += QString::fromStdString(contact.name);
    QCOMPARE(names, (QStringList{"al.a.lower", "bl.b.upper", "dl.d.lower", "dl.d.upper"}));
  }

  /// A loop to the world holds a robot where its file has it: no coordinate is moved to close it.
  void aRobotTiedToTheWorldStaysWhereItIs() {
    put("w.xml",
        "<mujoco><worldbody><body name='base' pos='0 0 1'><freejoint/><geom type='box' size='.1 .1 .1'/>"
        "<body name='leg' pos='0 0 -.3'><joint name='j' axis='0 1 0'/><geom "
        "size='.05'/></body></body></worldbody>"
        "<equality><weld body1='base'/></equality></mujoco>");
    const Run run = import("w.xml");
    QVERIFY2(run.status == 0, run.err);
    const SceneInstance scene = instance();
    QVERIFY(scene.closing);
    for (const StartMove& move : scene.closing->moved) QVERIFY(std::abs(move.by) < 1e-12);
    QVERIFY(std::abs(scene.mechanism->gap(0, scene.initial.q)) < 1e-9);  // the floor is at its foot
  }

  /// Damping and dry friction of a ball joint act on all of it; what the foot is made of becomes parameters.
  void ballJointsAndFeetKeepTheirFriction() {
    put("ball.xml",
        "<mujoco><worldbody><geom type='plane' size='1 1 1'/><body name='trunk' pos='0 0 1'><freejoint/>"
        "<geom size='.1'/><body name='leg' pos='0 0 -.5'><joint name='hip' type='ball' damping='.3' "
        "frictionloss='.2'/><geom size='.05' friction='.7 .1 .1'/></body></body></worldbody></mujoco>");
    const Run run = import("ball.xml", {});
    QVERIFY2(run.status == 0, run.err);
    QVERIFY2(!run.err.contains("hip"), run.err);
    const SceneInstance scene = instance();
    const Mechanism& mechanism = *scene.mechanism;
    const auto& dampers = mechanism.forces().dampers;
    QCOMPARE(dampers.size(), std::size_t{3});
    for (std::size_t k = 0; k < 3; ++k) {
      QCOMPARE(mechanism.links()[static_cast<std::size_t>(dampers[k].coordinate)].spherical,
               static_cast<int>(k));
      QCOMPARE(dampers[k].damping, 0.3);
      QCOMPARE(dampers[k].friction, k == 0 ? 0.2 : 0.0);
    }
    QCOMPARE(mechanism.contacts().size(), std::size_t{1});
    QCOMPARE(mechanism.contacts()[0].coefficients.friction, 0.7);
    QCOMPARE(mechanism.contacts()[0].coefficients.restitution, 0.5);
    for (const char* name : {"friction", "restitution"})
      QVERIFY(std::ranges::find(scene.parameters, name, &ParameterValue::name) != scene.parameters.end());
  }

  /// A wheel keeps its radius, and a foot without a geometry that is named stands on the box with its
  /// inertia.
  void wheelsAndFeetWithoutGeometry() {
    put("cart.urdf",
        "<robot name='cart'><link name='trunk'><inertial><mass value='2'/><inertia ixx='.1' iyy='.1' "
        "izz='.1' "
        "ixy='0' ixz='0' iyz='0'/></inertial></link><link name='wheel'><inertial><mass value='1'/><inertia "
        "ixx='.01' "
        "iyy='.01' izz='.02' ixy='0' ixz='0' iyz='0'/></inertial><collision><geometry><cylinder radius='.2' "
        "length='.1'/></geometry></collision></link><joint name='axle' type='continuous'><parent "
        "link='trunk'/><child "
        "link='wheel'/><origin xyz='.5 0 -.5' rpy='1.5707963267948966 0 0'/><axis xyz='0 0 1'/></joint><link "
        "name='skid'><inertial><mass value='1'/><inertia ixx='.01' iyy='.01' izz='.01' ixy='0' ixz='0' "
        "iyz='0'/></inertial></link><joint name='rear' type='fixed'><parent link='trunk'/><child "
        "link='skid'/><origin "
        "xyz='-.5 0 -.5'/></joint></robot>");
    const Run run = import("cart.urdf", {"--floating", "--feet", "wheel,skid"});
    QVERIFY2(run.status == 0, run.err);
    QVERIFY2(run.err.contains("link wheel: a flat cylinder is a prism of 16 sides"), run.err);
    QVERIFY2(run.err.contains("link skid: has no geometry: the box with its inertia stands for it"), run.err);
    const SceneInstance scene = instance();
    const auto& bodies = scene.mechanism->bodies();
    const auto wheel = std::ranges::find(bodies, "wheel", &Body::name),
               skid = std::ranges::find(bodies, "skid", &Body::name);
    for (const Eigen::Vector3d& corner : corners(std::get<Hull>(wheel->shapes.at(0)))) {
      QVERIFY(std::abs(std::hypot(corner.x(), corner.z()) - 0.2) < 1e-14);
      QVERIFY(std::abs(std::abs(corner.y()) - 0.05) < 1e-14);
    }
    // m a²/6 = 0.01.
    QVERIFY((halfSizeOf(*std::get<Hull>(skid->shapes.at(0)).solid) -
             Eigen::Vector3d::Constant(0.5 * std::sqrt(0.06)))
                .norm() < 1e-9);
  }

  /// liburdfdom takes pieces of a file for formats.
  void percentsAreText() {
    const QByteArray joint =
        "<robot name='100%s%n'><link name='a%n'><inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1' "
        "ixy='0' "
        "ixz='0' iyz='0'/></inertial></link><link name='b'><inertial><origin xyz='%1 0 0'/><mass "
        "value='1'/><inertia "
        "ixx='1' iyy='1' izz='1' ixy='0' ixz='0' iyz='0'/></inertial></link><joint name='%s%n' "
        "type='continuous'><parent "
        "link='a%n'/><child link='b'/></joint></robot>";
    put("percent.urdf", QByteArray(joint).replace("%1", "0"));
    const Run run = import("percent.urdf", {"--floating", "--table"});
    QVERIFY2(run.status == 0, run.err);
    QVERIFY2(run.out.contains("a%n") && run.out.contains("%s%n"), run.out);
    put("percent.urdf", QByteArray(joint).replace("%1", "%s%s%n"));
    const Run refused = import("percent.urdf", {"--floating"});
    QCOMPARE(refused.status, 1);
    QVERIFY2(refused.err.contains("%s%s%n"), refused.err);
    QCOMPARE(refused.err.count('\n'), 1);
  }

  void mjcfThatLeadsElsewhereIsRefused_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("reason");
    const auto row = [](const char* name, const char* text, const char* reason) {
      QTest::newRow(name) << "<mujoco>" + QByteArray(text) + "</mujoco>" << QByteArray(reason);
    };
    row("itself", "<include file='m.xml'/>", "includes itself");
    row("in a ring", "<include file='part.xml'/>", "includes itself");
    row("missing", "<include file='none.xml'/>", "is missing");
    row("above", "<include file='../secret.xml'/>", "leads out of the robot's folder");
    row("a mesh", "<asset><mesh file='../secret.obj'/></asset>", "leads out of the robot's folder");
    row("a folder", "<compiler meshdir='..'/><asset><mesh file='secret.obj'/></asset>",
        "leads out of the robot's folder");
    row("a texture", "<asset><texture file='/etc/passwd'/></asset>", "leads out of the robot's folder");
    row("a side of a cube", "<asset><texture type='cube' fileright='/etc/passwd'/></asset>",
        "leads out of the robot's folder");
    row("a capital", "<Include file='outer.xml'/>", "leads out of the robot's folder");
    row("a character by number", "<include file='&#46;&#x2E;/secret.xml'/>",
        "leads out of the robot's folder");
    row("a stripped path",
        "<compiler strippath='true' meshdir='..'/><asset><mesh file='robot/secret.obj'/></asset>",
        "leads out of the robot's folder");
    row("a value with brackets", "<include a='<!--' file='../secret.xml'/><option b='-->'/>",
        "leads out of the robot's folder");
    row("remarks in values",
        "<custom><text data='<!--'/></custom><include file='../secret.xml'/><custom><text "
        "data='-->'/></custom>",
        "leads out of the robot's folder");
    row("quotes in CDATA", "<![CDATA[ > <a b=\" ]]><include file='../secret.xml'/><![CDATA[ \" ]]>",
        "leads out of the robot's folder");
    row("an attribute twice", "<include file='../secret.xml' file='part.xml'/>",
        "has the attribute file twice");
    row("an open element", "<include file='../secret.xml' <option/>", "is no XML");
    row("a pipe as mesh", "<asset><mesh file='pipe.obj'/></asset>", "is no regular file");
    row("a pipe as texture", "<asset><texture type='2d' file='pipe.obj'/></asset>", "is no regular file");
    row("a large field", "<asset><hfield name='h' nrow='30000' ncol='30000' size='1 1 1 1'/></asset>",
        "hfield nrow: is 30000; expected at most 8192");
    row("a large grid",
        "<worldbody><body><composite type='grid' count='300 300 1' spacing='1'/></body></worldbody>",
        "is beyond 1000 bodies");
    QTest::newRow("entity") << QByteArray(
                                   "<!DOCTYPE a [<!ENTITY b SYSTEM '/etc/passwd'>]><mujoco>&b;</mujoco>")
                            << QByteArray("document type");
    QTest::newRow("many bodies")
        << "<mujoco><worldbody>" + QByteArray("<body><freejoint/><geom size='1'/></body>").repeated(1001) +
               "</worldbody></mujoco>"
        << QByteArray("is beyond 1000 bodies");
    QTest::newRow("open elements in a row")
        << "<mujoco>" + QByteArray("<a b ").repeated(90'000) + QByteArray(15'000'000, 'x') + "/></mujoco>"
        << QByteArray("is no XML");
    row("no model", "<worldbody><geom type='tube'/></worldbody>", "invalid keyword");
    row("no mass", "<worldbody><body><joint/></body></worldbody>", "mass");
  }
  void mjcfThatLeadsElsewhereIsRefused() {
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, reason);
    put("secret.xml", "<mujoco/>");
    put("secret.obj", cube({1, 1, 1}));
    put("robot/part.xml", "<mujoco><include file='other.xml'/></mujoco>");
    put("robot/other.xml", "<mujoco><include file='part.xml'/></mujoco>");
    put("robot/outer.xml", "<mujoco><include file='../secret.xml'/></mujoco>");
    put("robot/secret.obj", cube({1, 1, 1}));
    put("robot/&#46;&#x2E;/secret.xml", "<mujoco/>");
    QCOMPARE(::mkfifo(path("robot/pipe.obj").toUtf8(), 0600), 0);
    put("robot/m.xml", text);
    QElapsedTimer time;
    time.start();
    const Run run = import("robot/m.xml");
    QCOMPARE(run.status, 1);
    QVERIFY2(run.err.contains(reason), run.err);
    QVERIFY(time.elapsed() < 20'000 * tests::patience);
    VERIFY_ONE_LINE(run);
  }
#endif

#ifdef CAROM_WITH_SDF
  /// A four-bar whose second rocker closes the loop: the tree has the masses, and the loop is named.
  void sdfIsATreeAndItsLoops() {
    const auto link = [](const char* name, const char* pose) {
      return QByteArray("<link name='") + name + "'><pose>" + pose +
             "</pose><inertial><pose>0 0 0.1 0 0.2 "
             "0</pose><mass>2</mass><inertia><ixx>0.02</ixx><iyy>0.03</iyy><izz>0.04</izz>"
             "</inertia></inertial><collision name='c'><geometry><box><size>.1 .1 "
             ".2</size></box></geometry></collision></link>";
    };
    const auto joint = [](const char* name, const char* parent, const char* child) {
      return QByteArray("<joint name='") + name + "' type='revolute'><parent>" + parent + "</parent><child>" +
             child +
             "</child><pose>0 0 -0.1 0 0 0</pose><axis><xyz>0 1 "
             "0</xyz><limit><lower>-1</lower><upper>2</upper></limit>"
             "<dynamics><damping>0.5</damping></dynamics></axis></joint>";
    };
    put("r.sdf", "<sdf version='1.7'><model name='bars'>" + link("ground", "0 0 0 0 0 0") +
                     link("crank", "0 0 1 0 0 0") + link("rod", "1 0 1 0 0.5 0") +
                     link("rocker", "2 0 0 0 0 0") + joint("a", "ground", "crank") +
                     joint("b", "crank", "rod") + joint("c", "ground", "rocker") +
                     joint("d", "rocker", "rod") + "</model></sdf>");
    const Run run = import("r.sdf", {});
    QVERIFY2(run.status == 0, run.err);
    QVERIFY2(run.out.contains("4 links, 3 joints"), run.out);
    const SceneInstance scene = instance();
    // The loop is closed where all coordinates are 0, as the file has it.
    QCOMPARE(scene.mechanism->loops().size(), std::size_t{1});
    QVERIFY(std::holds_alternative<HingeLoop>(scene.mechanism->loops()[0].kind));
    for (const StartMove& move : scene.closing->moved) QVERIFY(std::abs(move.by) < 1e-9);
    QCOMPARE(scene.mechanism->dof(), 6 + 3);
    const Eigen::MatrixXd M = scene.mechanism->massMatrix(scene.initial.q);
    QVERIFY((M.topLeftCorner<3, 3>() - 8 * Eigen::Matrix3d::Identity()).norm() < 1e-12);
    // By hand: about the joint 0.1 below the crank's frame along y, with all that it carries.
    const auto about = [](const Eigen::Vector3d& pivot, const Eigen::Vector3d& centre) {
      const Eigen::Vector3d d = centre - pivot;
      return 0.03 + 2 * (d.x() * d.x() + d.z() * d.z());
    };
    const Eigen::Vector3d pivot(0, 0, 0.9);
    const Eigen::Vector3d rod =
        Eigen::Vector3d(1, 0, 1) + rotationMatrix({0, 0.5, 0}) * Eigen::Vector3d(0, 0, 0.1);
    const auto& all = scene.mechanism->coordinates();
    const auto a = std::ranges::find(all, "crank.a", &Coordinate::name) - all.begin();
    QVERIFY(std::abs(M(a, a) - about(pivot, {0, 0, 1.1}) - about(pivot, rod)) < 1e-12);
    QCOMPARE(scene.mechanism->forces().dampers.size(), std::size_t{3});
  }

  void sdfThatIncludesOthersIsRefused() {
    put("r.sdf",
        "<sdf version='1.7'><model name='m'><include><uri>model://sun</uri></include></model></sdf>");
    const Run run = import("r.sdf");
    QCOMPARE(run.status, 1);
    QVERIFY2(run.err.contains("includes other models"), run.err);
    VERIFY_ONE_LINE(run);
    put("r.sdf", "<sdf version='1.7'><model name='m'/></sdf>");
    QCOMPARE(import("r.sdf").status, 1);
    // libsdformat tries its parser of URDF then, which would add lines of its own.
    put("r.sdf",
        "<sdf version='1.7'><model name='m'><link name='l'><collision name='c'><geometry><box><size>1 "
        "1</size></box></geometry></collision></link></model></sdf>");
    const Run size = import("r.sdf");
    QCOMPARE(size.status, 1);
    VERIFY_ONE_LINE(size);
    // libsdformat reads the version as a number without a check, and throws.
    put("r.sdf", "<sdf version='x'><model name='m'><link name='l'/></model></sdf>");
    const Run version = import("r.sdf");
    QCOMPARE(version.status, 1);
    VERIFY_ONE_LINE(version);
    QVERIFY2(version.err.contains("r.sdf: sdf: has a value that SDF does not have"), version.err);
  }
#endif

  /// The last hinge of a four-bar of MJCF is off by 10⁻⁵ rad, as files round: it would lock as one of a hinge
  /// or ball joint in space. It closes its loop at every angle of the crank, and moves.
  void aRoundedLinkageMoves() {
    const auto linkage = [](const QByteArray& axis) {
      return QByteArray(
                 "<mujoco><compiler angle='radian'/><worldbody>"
                 "<body name='crank'><joint name='c' axis='0 1 0'/><geom type='capsule' size='.01' "
                 "fromto='0 0 0 0 0 .2'/>"
                 "<body name='rod' pos='0 0 .2'><joint name='r' axis='0 1 0'/><geom type='capsule' "
                 "size='.01' fromto='0 0 0 .6 0 .2'/></body></body>"
                 "<body name='rocker' pos='.6 0 0'><joint name='k' axis='") +
             axis +
             "'/><geom type='capsule' size='.01' fromto='0 0 0 0 0 .4'/></body></worldbody>"
             "<equality><connect name='tip' body1='rod' body2='rocker' anchor='.6 0 "
             ".2'/></equality></mujoco>";
    };
    // Beyond rounding it is locked, as the file says, and the import tells why.
    put("r.xml", linkage("1e-2 1 0"));
    const Run locked = import("r.xml", {});
    QVERIFY2(locked.err.contains("off parallel, which may lock it"), locked.err);
    double nearly = 0;
    for (const char* const axis : {"0 1 0", "1e-7 1 0", "1e-5 1 0"}) {
      const bool isRounded = axis[0] != '0';
      put("r.xml", linkage(axis));
      const Run run = import("r.xml", {});
      QVERIFY2(run.status == 0, run.err);
      QCOMPARE(run.err.contains("off parallel: its point may move"), isRounded);
      for (const char* const angle : {"0.1", "-0.7", "0.4"}) {
        const Run turned = runCarom({"simulate", path("robot.carom.json"), "--set",
                                     QString("c=%1").arg(angle), "--until", "0.2", "--json"});
        QVERIFY2(turned.status == 0, turned.err);
        const Json json = turned.json();
        QVERIFY(json["energy_error"]["max_relative"].get<double>() < 1e-4);
        // It falls under its weight: the linkage is not locked.
        const double p = json["final"]["p"][0].get<double>();
        QVERIFY(std::abs(p) > 1e-3);
        if (!isRounded || QByteArray(angle) != "0.4") continue;
        if (nearly != 0)
          QVERIFY2(std::abs(p / nearly - 1) < 1e-8, qPrintable(QString::number(p / nearly - 1)));
        nearly = p;
      }
    }
  }

  /// Where only a scene will do, a robot's file is told from a scene with a mistake.
  void aStudyOfARobotSaysWhatToDo() {
    put("r.urdf", urdfOf("cube.obj"));
    put("r.study.json",
        R"({"format": 1, "scene": "./r.urdf", "axes": [{"name": "a", "values": [1]}], "measures": ["xi"]})");
    const Run run = runCarom({"study", "run", path("r.study.json"), "-o", path("r.csv")});
    QVERIFY2(run.status == 1 && run.err.contains("is XML; expected JSON; `carom import`"), run.err);
  }

  /// A link without a mass has no inertia in a scene, which the import says.
  void anInertiaWithoutAMassIsTold() {
    put("r.urdf",
        "<robot name='r'><link name='foot'><inertial><mass value='2'/><inertia ixx='0.1' iyy='0.1' izz='0.1' "
        "ixy='0' ixz='0' iyz='0'/></inertial></link><link name='tip'><inertial><mass value='0'/><inertia "
        "ixx='1e-6' iyy='1e-6' izz='1e-6' ixy='0' ixz='0' iyz='0'/></inertial></link><joint name='j' "
        "type='fixed'><parent link='foot'/><child link='tip'/></joint></robot>");
    const Run run = import("r.urdf");
    QVERIFY2(run.status == 0 && run.err.contains("link tip: has no mass, and therefore no inertia here"),
             run.err);
  }

  /// Of two loops one cannot close within the limits: it alone stays open, by its name.
  void aLoopThatCannotCloseStaysOpenAlone() {
    put("r.xml",
        "<mujoco><compiler angle='radian'/><worldbody>"
        "<body name='a'><joint name='a' axis='0 0 1' limited='true' range='.5 1'/><geom size='.1' pos='1 0 "
        "0'/></body>"
        "<body name='b' pos='0 1 0'><joint name='b' axis='0 0 1'/><geom size='.1' pos='1 0 0'/></body>"
        "<body name='c' pos='0 2 0'><joint name='c' axis='0 0 1'/><geom size='.1' pos='1 0 0'/></body>"
        "</worldbody><equality><weld name='locked' body1='a'/>"
        "<joint name='pair' joint1='b' joint2='c' polycoef='0 1 0 0 0'/></equality></mujoco>");
    const Run run = import("r.xml", {});
    QVERIFY2(run.status == 0, run.err);
    QVERIFY2(run.err.contains("loop locked: stays open"), run.err);
    QCOMPARE(instance().mechanism->loops().size(), std::size_t{1});
  }
};

CAROM_TEST(CommandLineRobotFilesTest);
#include "tst_command_line_robot_files.moc"
