// Bodies made of solids, contacts between single shapes, and units before names in expressions.

#include <QtTest>
#include <array>
#include <cmath>
#include <random>

#include "scene/edit/edit.h"
#include "scene/expression/expression_slopes.h"
#include "scene/scene.h"
#include "study/design/design_search.h"
#include "support/test_program.h"

using namespace carom;

namespace {

using Json = nlohmann::ordered_json;

SceneInstance builtOf(const Json& scene) {
  return Scene::parse(scene.dump(), "solids.carom.json")->instantiate();
}

std::string placedProblem(const Json& scene) {
  try {
    builtOf(scene);
    return {};
  } catch (const SceneError& error) {
    return error.place() + ": " + error.problem();
  }
}

/// A leg with a named foot and a rod with named ends, over a floor.
Json legOverFloor(const Json& between) {
  Json scene = Json::parse(R"j({"format": 1, "title": "t",
    "bodies": [
      {"name": "leg", "joints": ["planar"], "mass": 1, "inertia": 1, "shapes": [
        {"type": "ball", "radius": 0.1, "name": "knee"},
        {"type": "ball", "radius": 0.1, "centre": [1, 0, 0], "name": "foot"},
        {"type": "segment", "from": [0, 0, 0], "to": [0, 1, 0], "ends": ["heel", "toe"]}]},
      {"name": "floor", "shapes": [{"type": "half-space", "normal": [0, 1, 0]}]}
    ],
    "initial": {"q": {"leg.y": 3}}})j");
  scene["contacts"] = Json::array({{{"between", between}, {"name", "step"}}});
  return scene;
}

std::vector<std::string> contactNamesOf(const Json& scene) {
  const SceneInstance instance = builtOf(scene);
  std::vector<std::string> names;
  for (const ContactPair& contact : instance.mechanism->contacts()) names.push_back(contact.name);
  return names;
}

}  // namespace

class TestSceneSolids : public QObject {
  Q_OBJECT
 private slots:
  void solidsAddUpAsBodiesFixedToEachOther_data();
  void solidsAddUpAsBodiesFixedToEachOther();
  void slopesGoThroughSolids();
  void faultsOfSolidsAreNamed();
  void contactsMayNameAShape();
  void editsKeepShapesOfContacts();
  void namesAfterUnitsAreNames_data();
  void namesAfterUnitsAreNames();
  void namesOfUnitsAreRefusedWithAnotherName();
};

void TestSceneSolids::solidsAddUpAsBodiesFixedToEachOther_data() {
  QTest::addColumn<int>("seed");
  for (int seed = 0; seed < 50; ++seed) QTest::addRow("%d", seed) << seed;
}

/// The mass matrix of one body with solids is that of a body that carries the others without joints.
void TestSceneSolids::solidsAddUpAsBodiesFixedToEachOther() {
  QFETCH(int, seed);
  std::mt19937 random(static_cast<unsigned>(seed));
  std::uniform_real_distribution<double> place(-2, 2), positive(0.5, 1);
  Json whole = {{"name", "a"}, {"joints", Json::array({"free"})}};
  Json apart = whole;
  apart["mass"] = 1e-9;
  apart["inertia"] = 1e-9;
  Json bodies = Json::array({apart});
  whole["solids"] = Json::array({{{"mass", 1e-9}, {"inertia", 1e-9}}});
  for (int i = 0; i < 1 + seed % 4; ++i) {
    const double mass = positive(random);
    const Json at = Json::array({place(random), place(random), place(random)});
    const Json inertia = Json::array({positive(random), positive(random), positive(random)});
    whole["solids"].push_back({{"mass", mass}, {"at", at}, {"inertia", inertia}});
    bodies.push_back({{"name", "part" + std::to_string(i)},
                      {"parent", "a"},
                      {"mass", mass},
                      {"centre-of-mass", at},
                      {"inertia", inertia}});
  }
  Eigen::VectorXd q(6);
  for (double& x : q) x = place(random);
  const auto massOf = [&](const Json& list) {
    return builtOf({{"format", 1}, {"title", "t"}, {"bodies", list}}).mechanism->massMatrix(q);
  };
  const Eigen::MatrixXd M = massOf(bodies);
  QVERIFY((massOf(Json::array({whole})) - M).norm() < 1e-12 * M.norm());
}

/// A rod of two solids that falls on both ends: G = (1/m − (l/2)²/I)/(1/m + (l/2)²/I).
void TestSceneSolids::slopesGoThroughSolids() {
  const auto scene = Scene::parse(R"j({"format": 1, "title": "t",
    "parameters": {"d": {"value": 0.3, "range": [0.1, 1]}},
    "bodies": [
      {"name": "rod", "joints": ["planar"], "shapes": [
        {"type": "segment", "from": [-0.5, 0, 0], "to": [0.5, 0, 0], "ends": ["left", "right"]}],
       "solids": [{"mass": 1, "at": ["d", 0, 0]}, {"mass": 1, "at": ["-d", 0, 0]}]},
      {"name": "floor", "shapes": [{"type": "half-space", "normal": [0, 1, 0]}]}],
    "contacts": [{"between": ["rod", "floor"]}],
    "initial": {"velocity": {"rod.y": -1}}})j",
                                  "");
  DesignModel model(*scene, {}, {"d"}, {"rod.left-floor", "rod.right-floor"});
  Eigen::VectorXd x(1);
  for (const double d : {0.2, 0.3, 0.5, 0.8}) {
    x << d;
    // m = 2, I = 2 d², l = 1.
    const double s = 0.25 / (d * d), G = (1 - s) / (1 + s), slope = 4 * s / (d * (1 + s) * (1 + s));
    QVERIFY(std::abs(gramOf(model.at(x))(0, 1) - G) < 1e-14);
    QVERIFY(std::abs(gramSlope(model.along(x, 0))(0, 1) - slope) < 1e-13);
  }
}

void TestSceneSolids::faultsOfSolidsAreNamed() {
  Json scene = {{"format", 1}, {"title", "t"}};
  scene["bodies"] = Json::array({{{"name", "a"}, {"joints", Json::array({"x", "y"})}, {"mass", 1}}});
  Json& body = scene["bodies"][0];
  body["solids"] = Json::array({{{"mass", 1}}});
  QCOMPARE(placedProblem(scene), std::string("bodies[0].mass: stands beside \"solids\""));
  body.erase("mass");
  QCOMPARE(placedProblem(scene), std::string());
  body["solids"].push_back({{"mass", 0}});
  QCOMPARE(placedProblem(scene), std::string("bodies[0].solids[1].mass: is 0"));
  body["solids"][1] = {{"mass", 1}, {"inertia", {1, 1, 3}}};
  QVERIFY(QString::fromStdString(placedProblem(scene)).startsWith("bodies[0].solids[1].inertia: no body"));
}

void TestSceneSolids::contactsMayNameAShape() {
  QCOMPARE(contactNamesOf(legOverFloor(Json::array({"leg/foot", "floor"}))),
           std::vector<std::string>{"step"});
  QCOMPARE(contactNamesOf(legOverFloor(Json::array({"leg/toe", "floor"}))), std::vector<std::string>{"step"});
  QCOMPARE(contactNamesOf(legOverFloor(Json::array({"leg", "floor"}))).size(), std::size_t{4});
  const SceneInstance instance = builtOf(legOverFloor(Json::array({"floor", "leg/foot"})));
  QCOMPARE(instance.mechanism->contacts()[0].shape, (std::array{0, 1}));
  QCOMPARE(placedProblem(legOverFloor(Json::array({"leg/hand", "floor"}))),
           std::string("contacts[0].between[0]: leg has no shape \"hand\""));
  QCOMPARE(placedProblem(legOverFloor(Json::array({"leg", "floor/plane"}))),
           std::string("contacts[0].between[1]: floor has no shape \"plane\""));
}

void TestSceneSolids::editsKeepShapesOfContacts() {
  const Json scene = legOverFloor(Json::array({"leg/foot", "floor"}));
  const Json renamed = edit::renameBody(scene, "leg", "limb");
  QCOMPARE(renamed["contacts"][0]["between"], Json::array({"limb/foot", "floor"}));
  QVERIFY(!edit::removeBodies(scene, {"leg"}).contains("contacts"));
  const Json pasted = edit::duplicateBodies(scene, {"leg"}, {5, 0, 0}).scene;
  QVERIFY(contactNamesOf(pasted).size() >= 2);
}

void TestSceneSolids::namesAfterUnitsAreNames_data() {
  QTest::addColumn<QString>("text");
  QTest::addColumn<double>("value");
  const auto row = [](const char* text, double value) { QTest::newRow(text) << text << value; };
  row("2mm/sqrt(b)", 0.001);
  row("2mm/s", 0.002);
  row("2mm/s + b", 4.002);
  row("3N*mass", 21);
  row("3N*m", 3);
  row("3N*m*mass", 21);
  row("6m/side", 3);
  row("6m/s^2", 6);
  row("6m/s2", 1.2);
  row("1kg*m^2*b", 4);
  row("10g/cm^3", 10000);
  row("2rad/side", 1);
  row("b/side*2mm/s", 0.004);
}

void TestSceneSolids::namesAfterUnitsAreNames() {
  QFETCH(QString, text);
  QFETCH(double, value);
  ExpressionTable table({"b", "mass", "side", "s2"});
  const int expression = table.add(text.toStdString());
  Evaluator values(table);
  const std::array<double, 4> at{4, 7, 2, 5};
  for (std::size_t i = 0; i < at.size(); ++i) values.value(static_cast<int>(i)) = at[i];
  QVERIFY(std::abs(values(expression) - value) < 1e-12 * value);
  ExpressionSlopes slopes(table, values);
  for (int i = 0; i < 4; ++i) slopes.setSlope(i, 1);
  QVERIFY(std::isfinite(slopes(expression).slope));
}

void TestSceneSolids::namesOfUnitsAreRefusedWithAnotherName() {
  try {
    Scene::parse(R"({"format": 1, "parameters": {"m": 1}, "bodies": []})", "");
    QFAIL("a parameter called m");
  } catch (const SceneError& error) {
    QCOMPARE(error.expected(), std::string("another name, such as \"m_1\""));
  }
}

CAROM_TEST(TestSceneSolids);
#include "tst_scene_solids.moc"
