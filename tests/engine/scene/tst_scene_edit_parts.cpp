// Edits of parts of a scene: solids, closed gaps, derived quantities, and joints of several coordinates.
#include <QtTest>
#include <random>
#include <set>

#include "scene/edit/edit.h"
#include "scene/edit/idle_parameters.h"
#include "scene/edit/quantity.h"
#include "scene/scene.h"
#include "support/test_program.h"

using namespace carom;

namespace {

using Json = nlohmann::ordered_json;

std::string editProblem(const std::function<Json()>& edit) {
  try {
    edit();
    return {};
  } catch (const SceneError& error) {
    return error.place() + ": " + error.problem();
  }
}

SceneInstance editedInstance(const Json& scene) {
  return Scene::parse(scene.dump(), "edited.carom.json")->instantiate();
}

Json freeBody(double mass, double inertia, double x) {
  return Json::parse(
             R"({"format": 1, "bodies": [{"name": "a", "joints": ["free"], "shapes": [{"type": "point"}]}]})")
      .patch(Json::array({{{"op", "add"}, {"path", "/bodies/0/mass"}, {"value", mass}},
                          {{"op", "add"}, {"path", "/bodies/0/inertia"}, {"value", inertia}},
                          {{"op", "add"}, {"path", "/bodies/0/centre-of-mass"}, {"value", {x, 0, 0}}}}));
}

}  // namespace

class TestSceneEditParts : public QObject {
  Q_OBJECT
 private slots:
  void aFirstSolidKeepsTheBody_data();
  void aFirstSolidKeepsTheBody();
  void solidsThatAreNotThereAreRefused();
  void closedGapsKeepTheListThatThereIs();
  void derivedQuantitiesNeedAFreeName();
  void jointsAreRemovedByAnyOfTheirCoordinates_data();
  void jointsAreRemovedByAnyOfTheirCoordinates();
  void coordinatesInSpaceHaveUnits();
  void computedNumbersHaveNoDigitsOfRounding();
  void parametersAreCalledBySymbols();
  void gapsAreClosedFromAnExtremum();
  void anEmptyShapeIsNone();
  void startsOfMotorsAreNamed();
};

void TestSceneEditParts::aFirstSolidKeepsTheBody_data() {
  QTest::addColumn<int>("seed");
  for (int seed = 0; seed < 20; ++seed) QTest::addRow("%d", seed) << seed;
}

/// With a solid of mass 1 at the origin, the kinetic energy grows by that of a point there.
void TestSceneEditParts::aFirstSolidKeepsTheBody() {
  QFETCH(int, seed);
  std::mt19937 random(static_cast<unsigned>(seed));
  std::uniform_real_distribution<double> any(-1, 1), positive(0.5, 2);
  const Json before = freeBody(positive(random), positive(random), any(random));
  const Json with = edit::addSolid(before, "a");
  const SceneInstance one = editedInstance(before), two = editedInstance(with);
  const Eigen::VectorXd q = one.initial.q;
  Eigen::VectorXd v(6);
  for (double& speed : v) speed = any(random);
  const double grown = v.dot(two.mechanism->massMatrix(q) * v) - v.dot(one.mechanism->massMatrix(q) * v);
  QVERIFY(std::abs(grown - v.head(3).squaredNorm()) < 1e-12);
  const Json after = edit::removeSolid(edit::removeSolid(with, "bodies[0].solids[1]"), "bodies[0].solids[0]");
  QCOMPARE(nlohmann::json::parse(after.dump()), nlohmann::json::parse(before.dump()));  // in any order
}

void TestSceneEditParts::solidsThatAreNotThereAreRefused() {
  const Json scene = edit::addSolid(freeBody(1, 1, 0), "a");
  QCOMPARE(editProblem([&] { return edit::removeSolid(scene, "bodies[0].solids[2]"); }),
           std::string("bodies[0].solids[2]: is not there"));
  QCOMPARE(editProblem([&] { return edit::removeSolid(scene, "bodies[0].shapes[0]"); }),
           std::string("bodies[0].shapes[0]: is not there"));
  QCOMPARE(editProblem([&] { return edit::addSolid(scene, "b"); }),
           std::string("bodies: there is no body \"b\""));
  // A joint that is added to a body with solids asks for no mass besides.
  QCOMPARE(editedInstance(edit::addJoint(edit::removeJoint(scene, "a.x"), "a", "x")).mechanism->dof(), 6);
}

void TestSceneEditParts::closedGapsKeepTheListThatThereIs() {
  const Json scene = Json::parse(R"({"format": 1, "bodies": [
    {"name": "a", "joints": ["x", "y"], "mass": 1, "shapes": [{"type": "ball", "radius": 1}]},
    {"name": "b", "joints": ["x", "y"], "mass": 1, "shapes": [{"type": "ball", "radius": 1}]},
    {"name": "floor", "shapes": [{"type": "half-space", "normal": [0, 1, 0]}]}],
    "initial": {"q": {"a.y": 1, "b.x": 2.5, "b.y": 1}, "touching": ["a-floor", "b-floor"]}})");
  const Json closed = edit::closeGap(scene, "a-b", "b.x");
  QCOMPARE(closed["initial"]["touching"],
           Json::parse(R"({"contacts": ["a-floor", "b-floor", "a-b"], "by": {"b.x": 1}})"));
  QVERIFY(std::abs(editedInstance(closed).initial.q[2] - 2) < 1e-12);
  const Json weighted = edit::setValue(closed, "initial.touching.by.b.x", "7");
  QCOMPARE(edit::closeGap(weighted, "a-b", "b.x"), weighted);
  QCOMPARE(edit::closeGap(weighted, "a-b", "a.x")["initial"]["touching"]["by"],
           (Json{{"b.x", 7}, {"a.x", 1}}));
  QCOMPARE(edit::setValue(scene, "initial.touching.by.b.x", "1")["initial"]["touching"]["contacts"].size(),
           std::size_t{2});
}

void TestSceneEditParts::derivedQuantitiesNeedAFreeName() {
  Json scene = freeBody(1, 1, 0);
  scene["parameters"]["p"] = 2;
  QCOMPARE(edit::addDerived(scene, "twice", "2*p")["derived"]["twice"], Json("2*p"));
  QCOMPARE(editProblem([&] { return edit::addDerived(scene, "p", "1"); }),
           std::string("derived.p: \"p\" is already defined"));
  QCOMPARE(editProblem([&] { return edit::addDerived(scene, "kg", "1"); }),
           std::string("derived.kg: \"kg\" is a function, a unit or a constant"));
  QVERIFY(editProblem([&] { return edit::addDerived(scene, "d", "2*q"); }).find("undefined parameter") !=
          std::string::npos);
  scene["bodies"][0]["mass"] = "2*p";
  const Json made = edit::makeDerived(scene, "bodies[0].mass", "m_a");
  QCOMPARE(made["derived"]["m_a"], Json::parse(R"({"value": "2*p", "unit": "kg"})"));
  QCOMPARE(editedInstance(made).mechanism->bodies()[0].mass, 4.0);
}

void TestSceneEditParts::jointsAreRemovedByAnyOfTheirCoordinates_data() {
  QTest::addColumn<QString>("joint");
  QTest::addColumn<QString>("coordinate");
  QTest::addColumn<QString>("rest");
  QTest::newRow("planar") << R"("planar")"
                          << "angle"
                          << R"(["x", "y"])";
  QTest::newRow("free, travel") << R"("free")"
                                << "y"
                                << R"(["x", "z", "spherical"])";
  QTest::newRow("free, turn") << R"("free")"
                              << "ry"
                              << R"(["x", "y", "z"])";
  QTest::newRow("spherical") << R"("spherical")"
                             << "rx"
                             << "[]";
  QTest::newRow("named") << R"({"type": "spherical", "name": "hip-"})"
                         << "hip-z"
                         << "[]";
  QTest::newRow("axis") << R"({"type": "revolute", "axis": [0, 1, 0], "name": "turn"})"
                        << "turn"
                        << "[]";
}

void TestSceneEditParts::jointsAreRemovedByAnyOfTheirCoordinates() {
  QFETCH(QString, joint);
  QFETCH(QString, coordinate);
  QFETCH(QString, rest);
  Json scene = freeBody(1, 1, 0);
  scene["bodies"][0]["joints"] = Json::array({Json::parse(joint.toStdString())});
  // A damper of the whole of a spherical joint goes with it.
  const QString own = coordinate.chopped(1);
  const bool isSpherical = coordinate == "ry" || coordinate == "rx" || coordinate == "hip-z";
  if (isSpherical)
    scene["dampers"] = {{{"coordinate", "a." + own.toStdString()}, {"damping", 0}, {"friction", 2}}};
  const Json left = edit::removeJoint(scene, "a." + coordinate.toStdString());
  QVERIFY(left.value("dampers", Json::array()).empty());
  QCOMPARE(left["bodies"][0].value("joints", Json::array()), Json::parse(rest.toStdString()));
}

void TestSceneEditParts::coordinatesInSpaceHaveUnits() {
  const Json scene = freeBody(1, 1, 0);
  QCOMPARE(edit::quantityAt(scene, "initial.q.a.z").unit, std::string("m"));
  QCOMPARE(edit::quantityAt(scene, "initial.q.a.rx").unit, std::string("rad"));
  QCOMPARE(edit::quantityAt(scene, "initial.velocity.a.rz").unit, std::string("rad/s"));
  QCOMPARE(edit::quantityAt(scene, "initial.velocity.a.angle").unit, std::string());
}

/// A leg that points straight up comes down on either side; one that is too short does not.
void TestSceneEditParts::gapsAreClosedFromAnExtremum() {
  Json scene = Json::parse(R"({"format": 1, "bodies": [
    {"name": "arm", "joints": ["angle"], "mass": 1, "inertia": 0.1,
     "shapes": [{"type": "ball", "radius": 0.1, "centre": [1, 0, 0]}]},
    {"name": "floor", "shapes": [{"type": "half-space", "normal": [0, 1, 0], "offset": -1}]}],
    "initial": {"q": {"arm.angle": "90deg"}, "touching": {"contacts": ["arm-floor"], "by": {"arm.angle": 1}}}})");
  const double angle = editedInstance(scene).initial.q[0];
  QVERIFY(std::abs(std::sin(angle) - (-0.9)) < 1e-12);
  scene["bodies"][1]["shapes"][0]["offset"] = -2;
  QVERIFY(editProblem([&] { return editedInstance(scene), Json(); }).find("arm-floor a gap of 0.9 m") !=
          std::string::npos);
}

void TestSceneEditParts::anEmptyShapeIsNone() {
  Json scene = Json::parse(R"({"format": 1, "bodies": [
    {"name": "a", "joints": ["x"], "mass": 1, "shapes": [{"type": "ball", "radius": 1, "name": "foot"}]},
    {"name": "wall", "shapes": [{"type": "half-space", "normal": [1, 0, 0]}]}],
    "contacts": [{"between": ["a/", "wall"]}], "initial": {"q": {"a.x": 1}}})");
  QCOMPARE(editProblem([&] { return editedInstance(scene), Json(); }),
           std::string("contacts[0].between[0]: a has no shape \"\""));
}

void TestSceneEditParts::startsOfMotorsAreNamed() {
  Json scene = freeBody(1, 1, 0);
  scene["motors"] = Json::parse(R"([{"coordinate": "a.x", "start": "first-contact"}])");
  QCOMPARE(editProblem([&] { return editedInstance(scene), Json(); }),
           std::string("motors[0].start: there is no start \"first-contact\""));
}

void TestSceneEditParts::computedNumbersHaveNoDigitsOfRounding() {
  QCOMPARE(edit::number(0.4 * 0.39 * 0.39).dump(), std::string("0.06084"));
  QCOMPARE(edit::number(0.1 + 0.2).dump(), std::string("0.3"));
  QCOMPARE(edit::number(-3.0000000000000004).dump(), std::string("-3"));
  // Digits that mean something stay, and so do those that a person types.
  for (const double value : {std::acos(-1.0), 1.0 / 3, 0.3 + 1e-12, 1e-300 / 7})
    QCOMPARE(edit::number(value).get<double>(), value);
  QCOMPARE(edit::valueOf("0.30000000000000004").dump(), std::string("0.30000000000000004"));
}

void TestSceneEditParts::parametersAreCalledBySymbols() {
  const edit::Json scene = edit::Json::parse(R"({"format": 1, "bodies": [
      {"name": "ball1", "joints": ["x"], "mass": 2, "shapes": [{"type": "ball", "radius": 0.1}]}]})");
  const auto labelOf = [&](const char* place, const char* name) {
    const edit::Json made = edit::makeParameter(scene, place, name);
    return made["parameters"][name].value("label", "");
  };
  QCOMPARE(labelOf("bodies[0].mass", "mass_ball1"), std::string("m_{ball1}"));
  QCOMPARE(labelOf("bodies[0].mass", "mass_a"), std::string("m_a"));
  QCOMPARE(labelOf("bodies[0].mass", "mass"), std::string("m"));
  QCOMPARE(labelOf("bodies[0].shapes[0].radius", "radius_ball1"), std::string("r_{ball1}"));
  QCOMPARE(labelOf("bodies[0].mass", "heavy"), std::string());
  QCOMPARE(labelOf("bodies[0].mass", "heavy_"), std::string());
}

CAROM_TEST(TestSceneEditParts);
#include "tst_scene_edit_parts.moc"
