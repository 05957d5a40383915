// Derived quantities: named expressions over the parameters that no one sets.

#include <QtTest>
#include <numbers>

#include "scene/edit/edit.h"
#include "scene/scene.h"
#include "study/design/design_search.h"
#include "support/test_program.h"

using namespace carom;

namespace {

using Json = nlohmann::ordered_json;

/// Two balls that touch; the mass and the place of the second one follow from derived quantities.
const char* const touchingBalls = R"j({"format": 1, "title": "t",
  "parameters": {"r": {"value": "50mm", "unit": "mm"}, "k": 2, "after": "area/pi"},
  "derived": {
    "reach": {"value": "2*r", "unit": "mm", "label": "r_2", "description": "Distance of the centres."},
    "area": "pi*reach^2",
    "mass": {"value": "k*area", "unit": "kg"}
  },
  "choices": {"size": {"options": {"plain": {}, "heavy": {"mass": "100*k"}}, "default": "plain"}},
  "bodies": [
    {"name": "a", "joints": ["planar"], "mass": 1, "inertia": 1, "shapes": [{"type": "ball", "radius": "r"}]},
    {"name": "b", "joints": ["planar"], "mass": "mass", "inertia": 1, "shapes": [{"type": "ball", "radius": "r"}]}
  ],
  "initial": {"q": {"b.x": "reach"}, "touching": ["a-b"]}
})j";

std::shared_ptr<const Scene> derivedScene(const std::string& text) {
  return Scene::parse(text, "derived.carom.json");
}

std::optional<SceneError> derivedError(const std::string& text, const Assignments& assignments = {}) {
  try {
    derivedScene(text)->instantiate(assignments);
  } catch (const SceneError& error) {
    return error;
  }
  return std::nullopt;
}

std::string withText(std::string text, const std::string& from, const std::string& to) {
  return text.replace(text.find(from), from.size(), to);
}

}  // namespace

class TestSceneDerived : public QObject {
  Q_OBJECT
 private slots:
  void valuesFollowFromTheParameters();
  void choicesMaySetThem();
  void faultsAreNamedWithTheirPlace_data();
  void faultsAreNamedWithTheirPlace();
  void aRenameRewritesThem();
  void theyTravelWithBodiesThatUseThem();
  void dissolvingPutsTheirValueInPlace();
  void theirFieldsAreEdited();
  void slopesGoThroughThem();
};

void TestSceneDerived::valuesFollowFromTheParameters() {
  const auto scene = derivedScene(touchingBalls);
  QCOMPARE(scene->derived().size(), std::size_t{3});
  QCOMPARE(scene->derived()[0].label, std::string("r_2"));
  QCOMPARE(scene->derived()[0].unit, std::string("mm"));
  for (const double r : {0.01, 0.05, 0.3}) {
    const SceneInstance instance = scene->instantiate({{"r", QString::number(r, 'g', 17).toStdString()}});
    QCOMPARE(instance.derived[0].value, 2 * r);
    QCOMPARE(instance.derived[1].value, std::numbers::pi * (2 * r) * (2 * r));
    QCOMPARE(instance.mechanism->bodies()[1].mass, instance.derived[2].value);
    QCOMPARE(instance.initial.q[3], 2 * r);
    QCOMPARE(instance.parameters[2].value, instance.derived[1].value / std::numbers::pi);
  }
  QCOMPARE(scene->instantiate({{"k", "reach/1mm"}}).parameters[1].value, 100.0);
}

void TestSceneDerived::choicesMaySetThem() {
  const SceneInstance heavy = derivedScene(touchingBalls)->instantiate({{"size", "heavy"}, {"k", "3"}});
  QCOMPARE(heavy.mechanism->bodies()[1].mass, 300.0);
  QCOMPARE(heavy.derived[2].expression, std::string("100*k"));
}

void TestSceneDerived::faultsAreNamedWithTheirPlace_data() {
  QTest::addColumn<QString>("from");
  QTest::addColumn<QString>("to");
  QTest::addColumn<QString>("place");
  QTest::addColumn<QString>("problem");
  const auto row = [](const char* name, const char* from, const char* to, const char* place,
                      const char* problem) { QTest::newRow(name) << from << to << place << problem; };
  row("cycle", R"("2*r")", R"("area")", "derived.area", "depends on itself: area = pi*reach^2, reach = area");
  row("cycle through a parameter", R"("k": 2)", R"("k": "mass")", "parameters.k",
      "depends on itself: k = mass, mass = k*area");
  row("undefined", R"("2*r")", R"("2*z")", "derived.reach.value", "undefined parameter \"z\"");
  row("not finite", R"("2*r")", R"x("2*r/(k - 2)")x", "derived.reach.value", "is not finite");
  row("name of a parameter", R"("area":)", R"("k":)", "derived.k", "\"k\" is already defined");
  row("name of a function", R"("area":)", R"("sin":)", "derived.sin",
      "\"sin\" is a function, a unit or a constant");
  row("no name", R"("area":)", R"("a-b":)", "derived.a-b", "\"a-b\" is no name");
  row("unit", R"("unit": "kg")", R"("unit": "stone")", "derived.mass.unit", "unknown unit \"stone\"");
  row("slider", R"("unit": "kg")", R"("slider": [0, 1])", "derived.mass.slider", "unknown key \"slider\"");
  row("name of a choice", R"("size":)", R"("mass":)", "choices.mass", "\"mass\" is already defined");
}

void TestSceneDerived::faultsAreNamedWithTheirPlace() {
  QFETCH(QString, from);
  QFETCH(QString, to);
  QFETCH(QString, place);
  QFETCH(QString, problem);
  const auto error = derivedError(withText(touchingBalls, from.toStdString(), to.toStdString()));
  QVERIFY(error);
  QCOMPARE(QString::fromStdString(error->place()), place);
  QCOMPARE(QString::fromStdString(error->problem()), problem);
  QVERIFY(error->line());
  const auto set = derivedError(touchingBalls, {{"mass", "1"}});
  QCOMPARE(set->problem(), std::string("\"mass\" follows from the parameters and cannot be set"));
  QCOMPARE(set->fault(), SceneError::Fault::Command);
}

void TestSceneDerived::aRenameRewritesThem() {
  const Json scene = Json::parse(touchingBalls);
  const Json renamed = edit::renameParameter(edit::renameParameter(scene, "r", "radius"), "reach", "span");
  QCOMPARE(renamed["derived"]["span"]["value"], Json("2*radius"));
  QCOMPARE(renamed["derived"]["area"], Json("pi*span^2"));
  QCOMPARE(renamed["initial"]["q"]["b.x"], Json("span"));
  const SceneInstance before = derivedScene(touchingBalls)->instantiate();
  const SceneInstance after = derivedScene(renamed.dump())->instantiate();
  QCOMPARE(after.initial.q, before.initial.q);
  QCOMPARE(after.derived[2].value, before.derived[2].value);
  const Json heavy = edit::renameParameter(scene, "mass", "m_b");
  QCOMPARE(heavy["choices"]["size"]["options"]["heavy"], Json::object({{"m_b", "100*k"}}));
  QVERIFY_THROWS_EXCEPTION(SceneError, edit::renameParameter(scene, "k", "mass"));
  QVERIFY_THROWS_EXCEPTION(SceneError, edit::renameParameter(scene, "area", "size"));
}

void TestSceneDerived::theyTravelWithBodiesThatUseThem() {
  const Json scene = Json::parse(touchingBalls);
  const Json part = edit::copyBodies(scene, {"b"});
  QCOMPARE(part["derived"].size(), std::size_t{3});
  QVERIFY(part["parameters"].contains("r") && !part["parameters"].contains("after"));
  // In a scene that has none of their names, and in one that means something else by them.
  const Json other = Json::parse(R"({"format": 1, "parameters": {"area": 7}, "bodies": []})");
  const Json pasted = edit::pasteBodies(other, part, {1, 0, 0}).scene;
  const SceneInstance instance = derivedScene(pasted.dump())->instantiate();
  QCOMPARE(instance.mechanism->bodies()[0].mass,
           derivedScene(touchingBalls)->instantiate().mechanism->bodies()[1].mass);
  QVERIFY(pasted["derived"].contains("area2"));
  QCOMPARE(pasted["parameters"]["area"], Json(7));
  // The same scene has them already.
  QCOMPARE(edit::duplicateBodies(scene, {"b"}, {1, 0, 0}).scene["derived"], scene["derived"]);
}

void TestSceneDerived::dissolvingPutsTheirValueInPlace() {
  const Json scene = edit::dissolveParameter(Json::parse(touchingBalls), "reach");
  QVERIFY(!scene["derived"].contains("reach"));
  QCOMPARE(scene["initial"]["q"]["b.x"], Json("2*r"));
  QCOMPARE(derivedScene(scene.dump())->instantiate().derived[0].value, 0.1 * 0.1 * std::numbers::pi);
}

void TestSceneDerived::theirFieldsAreEdited() {
  const Json scene = Json::parse(touchingBalls);
  const Json longer = edit::setValue(scene, "derived.reach.value", "3*r");
  QCOMPARE(
      derivedScene(edit::setValue(longer, "initial.q.b.x", "2*r").dump())->instantiate().derived[0].value,
      3 * 0.05);
  QCOMPARE(edit::setText(scene, "derived.area.unit", "mm")["derived"]["area"],
           Json::object({{"value", "pi*reach^2"}, {"unit", "mm"}}));
  QVERIFY_THROWS_EXCEPTION(SceneError, edit::setValue(scene, "derived.reach.value", "3*zz"));
  QVERIFY(edit::problemWith(scene, "bodies[0].mass", "2*mass").empty());
}

/// A cradle of three whose masses are derived: G = −1/√((1 + m_b/m_a)(1 + m_b/m_c)) by hand, so the design
/// with G = −cos(π/3) has m_a = m_b = m_c.
void TestSceneDerived::slopesGoThroughThem() {
  const auto scene = derivedScene(R"j({"format": 1, "title": "t",
    "parameters": {"size": {"value": 1.3, "slider": [0.5, 3]}},
    "derived": {"half": "size/2", "ma": "4*half^2", "place": "0.1 + 0.1"},
    "bodies": [
      {"name": "a", "joints": ["x"], "mass": "ma", "shapes": [{"type": "ball", "radius": 0.1}]},
      {"name": "b", "joints": ["x"], "mass": 1, "shapes": [{"type": "ball", "radius": 0.1}]},
      {"name": "c", "joints": ["x"], "mass": "ma", "shapes": [{"type": "ball", "radius": 0.1}]}],
    "initial": {"q": {"b.x": "place", "c.x": "2*place"}, "velocity": {"a.x": 1, "c.x": -1}},
    "contacts": [{"between": ["a", "b"]}, {"between": ["b", "c"]}]})j");
  DesignModel model(*scene, {}, {"size"}, {"a-b", "b-c"});
  Eigen::VectorXd x(1);
  for (const double s : {0.7, 1.0, 1.3, 2.1}) {
    x << s;
    const auto G = [](double m) { return -m / (1 + m); };
    QVERIFY(std::abs(gramOf(model.at(x))(0, 1) - G(s * s)) < 1e-14);
    const double slope = -2 * s / ((1 + s * s) * (1 + s * s));
    QVERIFY(std::abs(gramSlope(model.along(x, 0))(0, 1) - slope) < 1e-14);
  }
  const DesignAnswer answer = findDesign(*scene, {}, {{"size"}, {{{"a-b", "b-c"}, 3}}});
  QVERIFY(answer.found);
  QVERIFY(std::abs(answer.variables[0].after - 1) < 1e-12);
}

CAROM_TEST(TestSceneDerived);
#include "tst_scene_derived.moc"
