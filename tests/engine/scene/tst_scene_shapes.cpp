#include <QtTest>

#include "scene/scene.h"
#include "support/test_program.h"

using namespace carom;
using Eigen::Vector3d;

namespace {

std::string sceneOf(const std::string& bodies, const std::string& rest = "") {
  return R"({"format": 1, "parameters": {"k": 2}, "bodies": [)" + bodies + "]" + rest + "}";
}
std::string bodyOf(const std::string& name, const std::string& joint, const std::string& shape,
                   const std::string& more = "") {
  return R"({"name": ")" + name + R"(", "joints": [")" + joint + R"("], "mass": 1, "inertia": 1, )" + more +
         R"("shapes": [)" + shape + "]}";
}

SceneInstance instanceOf(const std::string& text) {
  return Scene::parse(text, "test.carom.json")->instantiate();
}
QString buildErrorOf(const std::string& text) {
  try {
    instanceOf(text);
  } catch (const SceneError& error) {
    return QString::fromUtf8(error.what());
  }
  return {};
}

const std::map<std::string, std::string> shapes{
    {"ball", R"({"type": "ball", "radius": 0.1})"},
    {"half-space", R"({"type": "half-space", "normal": [1, 0, 0]})"},
    {"point", R"({"type": "point"})"},
    {"segment", R"({"type": "segment", "from": [0, 0, 0], "to": [0.3, 0, 0]})"},
    {"rod", R"({"type": "segment", "from": [0, 0, 0], "to": [0.3, 0, 0], "radius": 0.02})"},
    {"box", R"({"type": "box", "size": [0.2, 0.3, 0.4]})"},
    {"ellipsoid", R"({"type": "ellipsoid", "size": [0.2, 0.3, 0.4]})"}};

}  // namespace

class SceneShapes : public QObject {
  Q_OBJECT
 private slots:
  void everyPairTouchesOrIsRefusedByName_data();
  void everyPairTouchesOrIsRefusedByName();
  void bodiesThatCrossOverlap();
  void shapesHaveAFrame();
  void aHullHasItsPoints();
  void aCylinderIsAPrism();
  void anEllipsoidStandsOnItsAxes();
  void inertiaMayHaveProducts();
  void impossibleInertiaIsRefused_data();
  void impossibleInertiaIsRefused();
};

void SceneShapes::everyPairTouchesOrIsRefusedByName_data() {
  QTest::addColumn<QString>("joint");
  QTest::addColumn<QString>("first");
  QTest::addColumn<QString>("second");
  QTest::addColumn<bool>("listed");
  for (const char* joint : {"planar", "free"})
    for (const auto& [a, shapeA] : shapes)
      for (const auto& [b, shapeB] : shapes)
        for (const bool listed : {false, true})
          QTest::addRow("%s: %s, %s%s", joint, a.c_str(), b.c_str(), listed ? ", listed" : "")
              << joint << QString::fromStdString(a) << QString::fromStdString(b) << listed;
}

void SceneShapes::everyPairTouchesOrIsRefusedByName() {
  QFETCH(QString, joint);
  QFETCH(QString, first);
  QFETCH(QString, second);
  QFETCH(bool, listed);
  const std::string kind = joint.toStdString();
  const std::string text =
      sceneOf(bodyOf("left", kind, shapes.at(first.toStdString())) + ',' +
                  bodyOf("right", kind, shapes.at(second.toStdString())),
              std::string(listed ? R"(, "contacts": [{"between": ["left", "right"]}])" : "") +
                  R"(, "initial": {"q": {"right.x": 5}})");
  const bool walls = first == "half-space" && second == "half-space";
  const auto isThin = [](const QString& shape) { return shape == "point" || shape == "segment"; };
  const bool rodsOfThePlane = joint == "planar" && first == "segment" && second == "segment";
  const QString error = buildErrorOf(text);
  if (walls || (isThin(first) && isThin(second) && !rodsOfThePlane)) {
    QVERIFY2(error.contains("the " + first + " of left and the " + second + " of right have no contact"),
             qPrintable(error));
    QVERIFY(error.contains("bodies[1].shapes[0]"));
    return;
  }
  // A half-space of the body at the right reaches to the left: it overlaps what is there, and says so.
  if (second == "half-space") {
    QVERIFY2(error.contains("overlap"), qPrintable(error));
    return;
  }
  QVERIFY2(error.isEmpty(), qPrintable(error));
  const SceneInstance instance = instanceOf(text);
  QVERIFY(!instance.mechanism->contacts().empty());
  const double least = instance.mechanism->gaps(instance.initial.q).minCoeff();
  QVERIFY(least > 4 && least < 5.2);
}

/// A plus sign: no corner of the one is inside of the other.
void SceneShapes::bodiesThatCrossOverlap() {
  for (const char* joint : {"planar", "free"}) {
    const std::string plus = sceneOf(bodyOf("a", joint, R"({"type": "box", "size": [1, 0.2, 0.2]})") + ',' +
                                     bodyOf("b", joint, R"({"type": "box", "size": [0.2, 1, 0.1]})"));
    QVERIFY2(buildErrorOf(plus).contains("a and b overlap by"), qPrintable(buildErrorOf(plus)));
    const std::string rods = sceneOf(
        bodyOf("a", joint, R"({"type": "segment", "from": [-1, 0, 0], "to": [1, 0, 0], "radius": 0.1})") +
        ',' +
        bodyOf("b", joint, R"({"type": "segment", "from": [0, -1, 0], "to": [0, 1, 0], "radius": 0.1})"));
    QVERIFY2(buildErrorOf(rods).contains("a and b overlap"), qPrintable(buildErrorOf(rods)));
  }
}

void SceneShapes::shapesHaveAFrame() {
  const std::string frame = R"("position": [1, "k", 0], "orientation": [0, 0, "90deg"])";
  const SceneInstance instance = instanceOf(sceneOf(
      R"({"name": "a", "joints": ["free"], "mass": 1, "inertia": 1, "shapes": [
      {"type": "ball", "radius": 0.1, "centre": [1, 0, 0], )" +
      frame + R"(},
      {"type": "half-space", "normal": [1, 0, 0], "offset": 3, )" +
      frame + R"(},
      {"type": "segment", "from": [1, 0, 0], "to": [0, 1, 0], )" +
      frame + R"(},
      {"type": "box", "size": [2, 4, 6], "centre": [1, 0, 0], )" +
      frame + R"(},
      {"type": "box", "size": [2, 4, 6], "orientation": "30deg"}]})"));
  const auto& made = instance.mechanism->bodies()[0].shapes;
  QVERIFY((std::get<Ball>(made[0]).centre - Vector3d(1, 3, 0)).norm() < 1e-15);
  QVERIFY((std::get<HalfSpace>(made[1]).normal - Vector3d(0, 1, 0)).norm() < 1e-15);
  QVERIFY(std::abs(std::get<HalfSpace>(made[1]).offset - 5) < 1e-15);
  QVERIFY((std::get<Segment>(made[2]).ends[1] - Vector3d(0, 2, 0)).norm() < 1e-15);
  const Hull& box = std::get<Hull>(made[3]);
  QVERIFY((box.origin - Vector3d(1, 3, 0)).norm() < 1e-15);
  QVERIFY((box.rotation.col(0) - Vector3d(0, 1, 0)).norm() < 1e-15);
  const double c = std::sqrt(3.0) / 2;
  QVERIFY((corners(std::get<Hull>(made[4]))[7] - Vector3d(c - 0.5 * 2, 0.5 + c * 2, 3)).norm() < 1e-14);
}

/// A hull in its frame, its points over parameters, and what is refused with its place.
void SceneShapes::aHullHasItsPoints() {
  const auto hull = [](const char* points) {
    return bodyOf(
        "a", "free",
        (std::string(R"({"type": "hull", "position": [1, 2, 0], "orientation": "90deg", "points": )") +
         points + "}")
            .c_str());
  };
  const SceneInstance instance =
      instanceOf(sceneOf(hull(R"([["k", 0, 0], [-1, 0, 0], [0, 1, 0], [0, 0, 1]])")));
  const auto& shape = instance.mechanism->bodies()[0].shapes[0];
  QVERIFY((corners(std::get<Hull>(shape))[0] - Vector3d(1, 4, 0)).norm() < 1e-15);
  QVERIFY((corners(std::get<Hull>(shape))[2] - Vector3d(0, 2, 0)).norm() < 1e-15);
  const auto refused = [&](const char* points, const char* words) {
    const QString error = buildErrorOf(sceneOf(hull(points)));
    QVERIFY2(error.contains(words), qPrintable(error));
  };
  refused("[[0, 0, 0], [1, 0, 0], [0, 1, 1], [1, 1, 1]]",
          "bodies[0].shapes[0].points: all points lie in one plane");
  refused(R"([["k", 0, 0], [-1, 0, 0], [0, 1, 0], [0, 0, 1], ["k/8", 0.1, 0.1]])",
          "bodies[0].shapes[0].points[4]: is no corner of the hull");
}

/// Regular polygons of the radius around both ends of any axis; on a floor it stands at its radius.
void SceneShapes::aCylinderIsAPrism() {
  const auto cylinder = [](const std::string& more) {
    return bodyOf("a", "free", R"({"type": "cylinder", "radius": "k/4", )" + more + "}");
  };
  for (const char* to : {"[0, 3, 0]", "[0, 0, 1]", "[-2, 1, 0.5]", "[\"k\", 0, 0]"})
    for (const int sides : {3, 16, 128}) {
      const SceneInstance instance = instanceOf(sceneOf(cylinder(
          R"("from": [0, 1, 0], "to": )" + std::string(to) + R"(, "sides": )" + std::to_string(sides))));
      const Hull& hull = std::get<Hull>(instance.mechanism->bodies()[0].shapes[0]);
      const std::vector<Vector3d> points = corners(hull);
      QCOMPARE(static_cast<int>(points.size()), 2 * sides);
      const Vector3d from(0, 1, 0);
      Vector3d end = Vector3d::Zero();
      for (std::size_t i = 1; i < points.size(); i += 2) end += points[i] / sides;
      const Vector3d axis = end - from, around = axis.normalized();
      for (std::size_t i = 0; i < points.size(); ++i) {
        const Vector3d out = points[i] - (i % 2 == 0 ? from : end);
        QVERIFY(std::abs(out.norm() - 0.5) < 1e-14);
        QVERIFY(std::abs(out.dot(around)) < 1e-14);
      }
      QVERIFY(std::abs((points[0] - points[2]).norm() - 2 * 0.5 * std::sin(M_PI / sides)) < 1e-14);
      QCOMPARE(static_cast<int>(hull.solid->faces.size()), sides + 2);
    }
  const SceneInstance wheel = instanceOf(
      sceneOf(cylinder(R"("from": [0, -0.1, 0], "to": [0, 0.1, 0])") +
                  R"(, {"name": "floor", "shapes": [{"type": "half-space", "normal": [0, 0, 1]}]})",
              R"(, "initial": {"q": {"a.z": 0.5}})"));
  QVERIFY(std::abs(wheel.mechanism->gaps(wheel.initial.q).minCoeff()) < 1e-15);
  const auto refused = [&](const std::string& more, const char* words) {
    const QString error = buildErrorOf(sceneOf(cylinder(more)));
    QVERIFY2(error.contains(words), qPrintable(error));
  };
  refused(R"("from": [1, 0, 0], "to": [1, 0, 0])", "bodies[0].shapes[0]: its ends coincide");
  for (const char* sides : {"2", "129", "\"k+1/2\""})
    refused(R"("from": [1, 0, 0], "to": [0, 0, 0], "sides": )" + std::string(sides),
            "bodies[0].shapes[0].sides: is no number of sides");
}

/// Turned by right angles it is as high over a floor as the half axis that points there.
void SceneShapes::anEllipsoidStandsOnItsAxes() {
  const auto gapOf = [](const std::string& more) {
    const SceneInstance instance = instanceOf(
        sceneOf(bodyOf("a", "free", R"({"type": "ellipsoid", "size": [0.4, "k/10", 0.1])" + more + "}") +
                    R"(, {"name": "floor", "shapes": [{"type": "half-space", "normal": [0, 0, 1]}]})",
                R"(, "initial": {"q": {"a.z": 1}})"));
    return instance.mechanism->gap(0, instance.initial.q);
  };
  QVERIFY(std::abs(gapOf("") - (1 - 0.05)) < 1e-15);
  QVERIFY(std::abs(gapOf(R"(, "orientation": ["90deg", 0, 0])") - (1 - 0.1)) < 1e-15);
  QVERIFY(std::abs(gapOf(R"(, "orientation": [0, "90deg", 0], "position": [0, 0, "k"])") - (3 - 0.2)) <
          1e-15);
  // The centre is in the frame of the shape, which is turned.
  QVERIFY(std::abs(gapOf(R"(, "orientation": [0, "90deg", 0], "centre": ["-k", 0, 0])") - (3 - 0.2)) < 1e-15);
}

void SceneShapes::inertiaMayHaveProducts() {
  const SceneInstance instance = instanceOf(sceneOf(
      R"({"name": "a", "joints": ["free"], "mass": 1, "inertia": [[2, "-k/4", 0.1], [-0.5, 2.5, 0.2], [0.1, 0.2, 1.5]]})"));
  Eigen::Matrix3d I;
  I << 2, -0.5, 0.1, -0.5, 2.5, 0.2, 0.1, 0.2, 1.5;
  QVERIFY((instance.mechanism->massMatrix(instance.initial.q).bottomRightCorner<3, 3>() - I).norm() < 1e-15);
}

void SceneShapes::impossibleInertiaIsRefused_data() {
  QTest::addColumn<QString>("joint");
  QTest::addColumn<QString>("inertia");
  QTest::addColumn<QString>("reason");
  QTest::newRow("not symmetric") << "free"
                                 << "[[2, 1, 0], [0, 2, 0], [0, 0, 2]]"
                                 << "is not symmetric";
  QTest::newRow("indefinite") << "free"
                              << "[[1, 2, 0], [2, 1, 0], [0, 0, 2]]"
                              << "is not positive definite";
  QTest::newRow("triangle") << "free"
                            << "[1, 1, 3]"
                            << "no body has this inertia: the principal moments are 1, 1, 3";
  QTest::newRow("triangle of products") << "free"
                                        << "[[2, 1, 0], [1, 2, 0], [0, 0, 5]]"
                                        << "no body has this inertia";
  QTest::newRow("two rows") << "free"
                            << "[[1, 0, 0], [0, 1, 0]]"
                            << "has 2 rows";
  QTest::newRow("about z") << "planar"
                           << "[0, 0, 3]"
                           << "";
  QTest::newRow("about z, full") << "planar"
                                 << "[[0, 0, 0], [0, 0, 0], [0, 0, 3]]"
                                 << "";
  QTest::newRow("flat") << "free"
                        << "[1, 2, 3]"
                        << "";
  QTest::newRow("ball") << "free"
                        << "2"
                        << "";
}

void SceneShapes::impossibleInertiaIsRefused() {
  QFETCH(QString, joint);
  QFETCH(QString, inertia);
  QFETCH(QString, reason);
  const QString error = buildErrorOf(sceneOf(R"({"name": "a", "joints": [")" + joint.toStdString() +
                                             R"("], "mass": 1, "inertia": )" + inertia.toStdString() + "}"));
  if (reason.isEmpty())
    QVERIFY2(error.isEmpty(), qPrintable(error));
  else
    QVERIFY2(error.contains(reason) && error.contains("bodies[0].inertia"), qPrintable(error));
}

CAROM_TEST(SceneShapes);
#include "tst_scene_shapes.moc"
