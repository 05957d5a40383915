// Scenes that close gaps: by how much they move, against closed forms and a linear solver.

#include <Eigen/QR>
#include <QtTest>
#include <numbers>
#include <random>

#include "mechanics/contact/contacts.h"
#include "scene/edit/edit.h"
#include "scene/scene.h"
#include "support/test_program.h"

using namespace carom;

namespace {

using Json = nlohmann::ordered_json;

std::shared_ptr<const Scene> touchingScene(const Json& scene) {
  return Scene::parse(scene.dump(), "touching.carom.json");
}

/// n balls of radius 0.1 on a line at 0.25 i + shift_i, whose gaps are closed; weights w_i.
Json lineOfBalls(const std::vector<double>& shifts, const std::vector<double>& weights) {
  Json scene = {{"format", 1}, {"title", "t"}, {"bodies", Json::array()}};
  Json touching = {{"contacts", Json::array()}, {"by", Json::object()}};
  for (std::size_t i = 0; i < shifts.size(); ++i) {
    const std::string name = "b" + std::to_string(i);
    scene["bodies"].push_back({{"name", name},
                               {"joints", Json::array({"x"})},
                               {"mass", 1},
                               {"shapes", Json::array({Json{{"type", "ball"}, {"radius", 0.1}}})}});
    scene["initial"]["q"][name + ".x"] = 0.25 * static_cast<double>(i) + shifts[i];
    touching["by"][name + ".x"] = weights[i];
    if (i > 0) touching["contacts"].push_back("b" + std::to_string(i - 1) + '-' + name);
  }
  scene["initial"]["touching"] = std::move(touching);
  return scene;
}

/// An arm of two links from a hinge at height h to its tip on the floor.
const char* const arm = R"j({"format": 1, "title": "t",
  "parameters": {"h": 1, "l": {"value": 0.8, "range": [0.1, 2]}, "turn": {"value": "-60deg", "unit": "deg"},
                 "clear": 0, "weight": 2},
  "choices": {"stance": {"options": {"down": {}, "up": {"clear": 1}}}},
  "bodies": [
    {"name": "upper", "origin": [0, "h", 0], "joints": ["angle"], "mass": 1, "inertia": 0.1},
    {"name": "lower", "parent": "upper", "origin": ["l", 0, 0], "joints": ["angle"], "mass": 1, "inertia": 0.1},
    {"name": "tip", "parent": "lower", "origin": ["l", 0, 0], "shapes": [{"type": "point"}]},
    {"name": "floor", "shapes": [{"type": "half-space", "normal": [0, 1, 0]}]}
  ],
  "contacts": [{"between": ["tip", "floor"], "name": "foot"}],
  "initial": {
    "q": {"upper.angle": "turn", "lower.angle": "20deg"},
    "touching": {"contacts": ["foot"], "by": {"upper.angle": 1, "lower.angle": "weight"}, "when": "clear == 0"}
  }
})j";

Json armWith(const std::string& place, const Json& value) {
  Json scene = Json::parse(arm);
  scene[Json::json_pointer(place)] = value;
  return scene;
}

std::optional<SceneError> touchingError(const Json& scene) {
  try {
    touchingScene(scene)->instantiate();
  } catch (const SceneError& error) {
    return error;
  }
  return std::nullopt;
}

double heightOfTip(double h, double l, double first, double second) {
  return h + l * std::sin(first) + l * std::sin(first + second);
}

}  // namespace

class TestSceneTouching : public QObject {
  Q_OBJECT
 private slots:
  void linearGapsCloseByTheLeastChange_data();
  void linearGapsCloseByTheLeastChange();
  void anArmReachesTheFloor();
  void closedGapsMoveNothing();
  void parametersMoveWithAllThatFollowsFromThem();
  void contactsMayGetAGap();
  void aConditionLetsThemOpen();
  void patternsNameManyCoordinates();
  void whatCannotBeClosedIsRefusedWithTheNearestMiss();
  void faultsAreNamedWithTheirPlace_data();
  void faultsAreNamedWithTheirPlace();
  void editsKeepTheirReferences();
};

void TestSceneTouching::linearGapsCloseByTheLeastChange_data() {
  QTest::addColumn<int>("seed");
  for (int seed = 0; seed < 100; ++seed) QTest::addRow("%d", seed) << seed;
}

/// Against the shortest solution of J W⁻¹ y = −gaps by Eigen's complete orthogonal decomposition.
void TestSceneTouching::linearGapsCloseByTheLeastChange() {
  QFETCH(int, seed);
  std::mt19937 random(static_cast<unsigned>(seed));
  std::uniform_real_distribution<double> shift(-0.02, 0.05), weight(0.1, 20);
  const int n = 2 + seed % 6;
  std::vector<double> shifts, weights;
  for (int i = 0; i < n; ++i) {
    shifts.push_back(shift(random));
    weights.push_back(weight(random));
  }
  const SceneInstance instance = touchingScene(lineOfBalls(shifts, weights))->instantiate();
  Eigen::MatrixXd J = Eigen::MatrixXd::Zero(n - 1, n);
  Eigen::VectorXd gaps(n - 1);
  for (int i = 0; i + 1 < n; ++i) {
    const auto at = static_cast<std::size_t>(i);
    gaps[i] = 0.05 + shifts[at + 1] - shifts[at];
    J(i, i) = -1 / weights[at];
    J(i, i + 1) = 1 / weights[at + 1];
  }
  const Eigen::VectorXd y = J.completeOrthogonalDecomposition().solve(-gaps);
  QVERIFY(instance.touching->residual < 1e-13);
  for (int i = 0; i < n; ++i) {
    const auto at = static_cast<std::size_t>(i);
    const double expected = y[i] / weights[at];
    QVERIFY(std::abs(instance.touching->moved[at].by - expected) < 1e-13);
    QVERIFY(std::abs(instance.initial.q[i] - (0.25 * i + shifts[at] + expected)) < 1e-13);
    QCOMPARE(instance.touching->moved[at].value, instance.initial.q[i]);
  }
}

/// The tip is on the floor, and no other small turn that puts it there is shorter by more than its square.
void TestSceneTouching::anArmReachesTheFloor() {
  for (const double h : {0.8, 1.0, 1.2, 1.4}) {
    const SceneInstance instance =
        Scene::parse(arm, "")->instantiate({{"h", QString::number(h).toStdString()}});
    const Eigen::VectorXd& q = instance.initial.q;
    QVERIFY(std::abs(heightOfTip(h, 0.8, q[0], q[1])) < 1e-13);
    const double by0 = instance.touching->moved[0].by, by1 = instance.touching->moved[1].by;
    const double size = std::hypot(by0, 2 * by1);
    // The change is along W⁻² times the normal, up to the square of its size.
    const Eigen::VectorXd n = instance.mechanism->normal(0, q);
    QVERIFY(std::abs(by0 * n[1] / 4 - by1 * n[0]) < size * size);
    QCOMPARE(instance.touching->moved[0].unit, std::string("rad"));
  }
}

void TestSceneTouching::closedGapsMoveNothing() {
  const SceneInstance instance = Scene::parse(arm, "")->instantiate();
  Json scene = Json::parse(arm);
  scene["initial"]["q"] = {{"upper.angle", instance.initial.q[0]}, {"lower.angle", instance.initial.q[1]}};
  const SceneInstance again = touchingScene(scene)->instantiate();
  QCOMPARE(again.touching->iterations, 0);
  QCOMPARE(again.initial.q, instance.initial.q);
}

void TestSceneTouching::parametersMoveWithAllThatFollowsFromThem() {
  Json scene = armWith("/initial/touching/by-parameters", {{"l", 0.5}, {"turn", 1}});
  scene["initial"]["touching"].erase("by");
  scene["derived"] = {{"both", "2*l"}};
  scene["bodies"][0]["mass"] = "both";
  const SceneInstance instance = touchingScene(scene)->instantiate();
  const auto& moved = instance.touching->moved;
  QCOMPARE(moved[0].name, std::string("l"));
  QVERIFY(moved[0].by < -0.01 && moved[1].by > 0.01);
  const double l = 0.8 + moved[0].by;
  QCOMPARE(moved[0].value, l);
  QVERIFY(std::abs(heightOfTip(1, l, moved[1].value, instance.initial.q[1])) < 1e-13);
  QCOMPARE(instance.derived[0].value, 2 * l);
  QCOMPARE(instance.mechanism->bodies()[0].mass, 2 * l);
  QCOMPARE(instance.initial.q[0], moved[1].value);
  QCOMPARE(instance.parameters[1].value, 0.8);
}

void TestSceneTouching::contactsMayGetAGap() {
  const SceneInstance instance = touchingScene(armWith("/initial/touching/gap", "h/5"))->instantiate();
  QVERIFY(std::abs(instance.mechanism->gap(0, instance.initial.q) - 0.2) < 1e-13);
  QCOMPARE(instance.touching->gap, 0.2);
}

void TestSceneTouching::aConditionLetsThemOpen() {
  const auto scene = Scene::parse(arm, "");
  QVERIFY(scene->instantiate().touching);
  for (const Assignments& open : {Assignments{{"clear", "1"}, {"h", "3"}}, {{"stance", "up"}, {"h", "3"}}}) {
    const SceneInstance instance = scene->instantiate(open);
    QVERIFY(!instance.touching);
    QCOMPARE(instance.initial.q[1], 20 * std::numbers::pi / 180);
  }
}

void TestSceneTouching::patternsNameManyCoordinates() {
  const auto scene = Scene::parse(R"j({"format": 1, "title": "t", "parameters": {"n": 4}, "bodies": [
      {"name": "ball{i}", "repeat": {"index": "i", "count": "n"}, "joints": ["x"], "mass": 1,
       "shapes": [{"type": "ball", "radius": 1}]}],
      "initial": {"q": {"ball{i}.x": "2.1*i"},
                  "touching": {"contacts": ["ball{i}-ball{i+1}"], "by": {"ball{i}.x": "1 + i"}}}})j",
                                  "");
  for (const char* n : {"2", "3", "7"}) {
    const SceneInstance instance = scene->instantiate({{"n", n}});
    for (int i = 0; i + 1 < instance.mechanism->dof(); ++i)
      QVERIFY(std::abs(instance.initial.q[i + 1] - instance.initial.q[i] - 2) < 1e-13);
    // At the least change Σ w_i² by_i = 0: another shift of all of them has no effect to first order.
    double sum = 0;
    for (int i = 0; i < instance.mechanism->dof(); ++i)
      sum += (1 + i) * (1 + i) * instance.touching->moved[static_cast<std::size_t>(i)].by;
    QVERIFY(std::abs(sum) < 1e-12);
  }
}

/// Two links of 0.8 hang down to 1.6: a hinge at 2 misses by 0.4.
void TestSceneTouching::whatCannotBeClosedIsRefusedWithTheNearestMiss() {
  const auto error = touchingError(armWith("/parameters/h", 2));
  QCOMPARE(error->place(), std::string("initial.touching"));
  const QString problem = QString::fromStdString(error->problem());
  QVERIFY2(problem.startsWith(
               "the gaps cannot be closed from here: the nearest miss leaves contact foot a gap of 0.4"),
           error->what());
  QCOMPARE(error->fault(), SceneError::Fault::Input);
}

void TestSceneTouching::faultsAreNamedWithTheirPlace_data() {
  QTest::addColumn<QString>("place");
  QTest::addColumn<QString>("value");
  QTest::addColumn<QString>("where");
  QTest::addColumn<QString>("problem");
  const auto row = [](const char* name, const char* place, const char* value, const char* where,
                      const char* problem) { QTest::newRow(name) << place << value << where << problem; };
  const char* const touching = "/initial/touching";
  row("nothing", "/initial/touching/by", "{}", "initial.touching", "names nothing that may change");
  row("no contact", touching, R"({"contacts": [], "by": {"upper.angle": 1}})", "initial.touching.contacts",
      "is empty");
  row("unknown contact", "/initial/touching/contacts/0", R"("hand")", "initial.touching.contacts[0]",
      "there is no contact \"hand\"");
  row("unknown coordinate", "/initial/touching/by", R"({"arm.angle": 1})", "initial.touching.by.arm.angle",
      "there is no coordinate \"arm.angle\"");
  row("weight", "/initial/touching/by", R"({"upper.angle": "1 - h"})", "initial.touching.by.upper.angle",
      "is 0");
  row("unknown parameter", "/initial/touching/by-parameters", R"({"z": 1})",
      "initial.touching.by-parameters.z", "undefined parameter \"z\"");
  row("out of range", touching, R"({"contacts": ["foot"], "by-parameters": {"l": 1}, "gap": -5})",
      "parameters.l.value", "");
}

void TestSceneTouching::faultsAreNamedWithTheirPlace() {
  QFETCH(QString, place);
  QFETCH(QString, value);
  QFETCH(QString, where);
  QFETCH(QString, problem);
  const auto error = touchingError(armWith(place.toStdString(), Json::parse(value.toStdString())));
  QVERIFY(error);
  QCOMPARE(QString::fromStdString(error->place()), where);
  if (!problem.isEmpty()) QCOMPARE(QString::fromStdString(error->problem()), problem);
  QVERIFY(error->line());
}

void TestSceneTouching::editsKeepTheirReferences() {
  const Json scene = armWith("/initial/touching/by-parameters", {{"turn", 1}});
  const Json body = edit::renameBody(scene, "upper", "thigh");
  QVERIFY(body["initial"]["touching"]["by"].contains("thigh.angle"));
  const Json parameter = edit::renameParameter(scene, "turn", "phi");
  QVERIFY(parameter["initial"]["touching"]["by-parameters"].contains("phi"));
  QVERIFY(edit::isTouching(scene, "foot"));
  const Json contact = edit::setContact(scene, "foot", {.name = "heel"});
  QCOMPARE(contact["initial"]["touching"]["contacts"], Json::array({"heel"}));
  QVERIFY(!edit::setTouching(scene, "foot", false)["initial"].contains("touching"));
  QVERIFY(!edit::removeBodies(scene, {"tip"})["initial"].contains("touching"));
  const Json dissolved = edit::dissolveParameter(scene, "turn");
  QVERIFY(!dissolved["initial"]["touching"].contains("by-parameters"));
  const Json weight = edit::setValue(scene, "initial.touching.by.lower.angle", "7");
  QCOMPARE(weight["initial"]["touching"]["by"]["lower.angle"], Json(7));
  // A copy brings what its gaps need, beside gaps that are only checked.
  Json other = {{"format", 1}, {"title", "t"}, {"bodies", Json::array()}};
  const Json part = edit::copyBodies(scene, {"upper", "lower", "tip", "floor"});
  const Json pasted = edit::pasteBodies(other, part, {0, 0, 0}).scene;
  QCOMPARE(touchingScene(pasted)->instantiate().initial.q, touchingScene(scene)->instantiate().initial.q);
  const Json twice = edit::pasteBodies(pasted, part, {0, 0, 0}).scene;
  QCOMPARE(twice["initial"]["touching"]["contacts"].size(), std::size_t{2});
  QCOMPARE(touchingScene(twice)->instantiate().touching->contacts.size(), std::size_t{2});
}

CAROM_TEST(TestSceneTouching);
#include "tst_scene_touching.moc"
