#include <QTemporaryDir>
#include <QtTest>

#include "mechanics/motion/run_motion.h"
#include "scene/scene.h"
#include "support/test_program.h"

using namespace carom;

namespace {

const std::string valid = R"({
  "format": 1,
  "title": "Two balls and a wall",
  "parameters": {"r": {"value": "50mm", "range": ["1mm", "2*k"], "unit": "mm"}, "k": 1, "n": {"value": 3, "range": [1, 9], "integer": true}},
  "choices": {"size": {"options": {"small": {"r": "10mm"}, "default": {}}, "default": "default"}},
  "gravity": [0, 0, 0],
  "bodies": [
    {"name": "a", "joints": ["x"], "mass": 1, "shapes": [{"type": "ball", "radius": "r"}]},
    {"name": "b", "joints": [{"type": "prismatic", "axis": [1, 0, 0], "name": "x"}], "mass": "k", "shapes": [{"type": "ball", "radius": "r"}]},
    {"repeat": {"index": "i", "count": "n"}, "name": "far{i}", "joints": ["x"], "mass": "1 + i"},
    {"name": "wall", "origin": [0, 0, 0], "shapes": [{"type": "half-space", "normal": [1, 0, 0]}]}
  ],
  "contacts": [{"between": ["a", "b"], "name": "ab"}, {"between": ["a", "wall"]}],
  "initial": {"q": {"a.x": "r", "b.x": "3*r"}, "velocity": {"b.x": "-k"}, "touching": ["ab", "a-wall"]},
  "view": {"duration": 1, "sweep": "k", "colors": {"a": "#0072B2"}}
})";

/// The error of reading and building, empty where there is none.
std::optional<SceneError> errorOf(const std::string& text, const Assignments& assignments = {}) {
  try {
    Scene::parse(text, "test.carom.json")->instantiate(assignments);
  } catch (const SceneError& error) {
    return error;
  }
  return std::nullopt;
}

void verifyOneLine(const SceneError& error) {
  const std::string line = error.what();
  QVERIFY2(line.find('\n') == std::string::npos, line.c_str());
  QVERIFY(line.size() < 2000);
  QVERIFY(!error.problem().empty());
}

}  // namespace

class TestSceneErrors : public QObject {
  Q_OBJECT
 private slots:
  void theUnspoiltSceneIsFine();
  void eachFaultIsNamedWithItsPlace_data();
  void eachFaultIsNamedWithItsPlace();
  void scenesWithoutMotionAreScenes();
  void overflowIsRefused_data();
  void overflowIsRefused();
  void assignmentsAreRefusedWithTheirName_data();
  void assignmentsAreRefusedWithTheirName();
  void brokenSyntaxSaysLineAndColumn_data();
  void brokenSyntaxSaysLineAndColumn();
  void faultsSayTheirLine_data();
  void faultsSayTheirLine();
  void unreadableFilesSaySo();
  void bracketsWithoutEndFailAtOnce_data();
  void bracketsWithoutEndFailAtOnce();
  void keysWithoutEndFailAtOnce();
  void aKeyThatComesAgainIsFoundAmongMany();
  void controlCharactersStayInOneLine();
};

void TestSceneErrors::theUnspoiltSceneIsFine() {
  QVERIFY(!errorOf(valid));
}

void TestSceneErrors::eachFaultIsNamedWithItsPlace_data() {
  QTest::addColumn<QString>("replaced");
  QTest::addColumn<QString>("by");
  QTest::addColumn<QString>("place");
  QTest::addColumn<QString>("problem");
  const auto row = [](const char* name, const char* replaced, const char* by, const char* place,
                      const char* problem) {
    QTest::newRow(name) << QString(replaced) << QString(by) << QString(place) << QString(problem);
  };
  row("a mass in deg", R"("mass": 1,)", R"("mass": "2deg",)", "bodies[0].mass", "has the unit deg");
  row("a length in s", R"("origin": [0, 0, 0])", R"("origin": [0, "-1.5 s", 0])", "bodies[3].origin[1]",
      "has the unit s");
  row("a coefficient in mm", R"("name": "ab"})", R"("name": "ab", "restitution": "0.5mm"})",
      "contacts[0].restitution", "has the unit mm");
  row("a start in deg", R"("a.x": "r")", R"("a.x": "1deg")", "initial.q.a.x", "has the unit deg");
  row("a velocity in m", R"("b.x": "-k")", R"("b.x": "1m")", "initial.velocity.b.x", "has the unit m");
  row("a stiffness in N", R"("title")", R"("springs": [{"coordinate": "a.x", "stiffness": "3N"}], "title")",
      "springs[0].stiffness", "has the unit N");
  row("newer format", R"("format": 1)", R"("format": 2)", "format", "newer");
  row("older format", R"("format": 1)", R"("format": 0)", "format", "is 0");
  row("format is text", R"("format": 1)", R"("format": "1")", "format", "is \"1\"");
  row("no format", R"("format": 1,)", "", "", "has no \"format\"");
  row("unknown key", R"("title")", R"("tittle")", "tittle", "unknown key \"tittle\"");
  row("unknown body key", R"("mass": 1,)", R"("weight": 1,)", "bodies[0].weight", "unknown key \"weight\"");
  row("spring at nothing", R"("title")", R"("springs": [{"coordinate": "a.z", "stiffness": 1}], "title")",
      "springs[0].coordinate", "no coordinate \"a.z\"");
  row("spring without stiffness", R"("title")", R"("springs": [{"coordinate": "a.x"}], "title")",
      "springs[0]", "stiffness");
  row("negative damping", R"("title")", R"("dampers": [{"coordinate": "a.x", "damping": -1}], "title")",
      "dampers[0].damping", "is negative");
  row("unknown key of a motor", R"("title")",
      R"("motors": [{"coordinate": "a.x", "proportional": 1, "gain": 2}], "title")", "motors[0].gain",
      "unknown key \"gain\"");
  row("a spring on a free turn", "\"bodies\": [\n    {\"name\": \"a\", \"joints\": [\"x\"],",
      R"("springs": [{"coordinate": "a.rz", "stiffness": 1}], "bodies": [
         {"name": "a", "joints": ["free"], "inertia": 1,)",
      "springs[0].coordinate", "belongs to a spherical joint");
  row("a spring of nobody", R"("title")",
      R"("springs": [{"between": [{"body": "a"}, {"body": "z"}], "stiffness": 1}], "title")",
      "springs[0].between[1].body", "no body \"z\"");
  row("a spring between points that pushes", R"("title")",
      R"("springs": [{"between": [{"body": "a"}, {"at": [0, 0, 1]}], "stiffness": "-k"}], "title")",
      "springs[0].stiffness", "is negative");
  row("a spring of negative length", R"("title")",
      R"("springs": [{"between": [{"body": "a"}, {}], "stiffness": 1, "rest": -1}], "title")",
      "springs[0].rest", "is negative");
  row("a spring with one end", R"("title")",
      R"("springs": [{"between": [{"body": "a"}], "stiffness": 1}], "title")", "springs[0].between",
      "has 1 elements");
  row("a spring without stiffness", R"("title")",
      R"("springs": [{"between": [{"body": "a"}, {"body": "b"}], "damping": 1}], "title")",
      "springs[0].damping", "unknown key \"damping\"");
  row("a point of two numbers", R"("title")",
      R"("dampers": [{"between": [{"body": "a", "at": [1, 2]}, {"body": "b"}], "damping": 1}], "title")",
      "dampers[0].between[0].at", "has 2 elements");
  row("a damper between points that drives", R"("title")",
      R"("dampers": [{"between": [{"body": "a"}, {"body": "b"}], "damping": -1}], "title")",
      "dampers[0].damping", "is negative");
  row("a motor between points", R"("title")",
      R"("motors": [{"between": [{"body": "a"}, {"body": "b"}], "proportional": 1}], "title")",
      "motors[0].between", "unknown key \"between\"");
  row("a free turn without inertia", R"("joints": ["x"], "mass": 1,)", R"("joints": ["free"], "mass": 1,)",
      "bodies", "do not move independently");
  row("a spherical joint with an axis", R"("type": "prismatic", "axis": [1, 0, 0], "name": "x")",
      R"("type": "spherical", "axis": [1, 0, 0])", "bodies[1].joints[0].axis", "unknown key \"axis\"");
  row("joints that share a coordinate", R"("joints": ["x"], "mass": 1,)",
      R"("joints": [{"type": "prismatic", "axis": [1, 0, 0], "name": "ry"}, "spherical"], "mass": 1,)",
      "bodies[0].joints[1]", "two joints called \"ry\"");
  row("negative inertia", R"("mass": 1,)", R"("mass": 1, "inertia": [1, -1, 1],)", "bodies[0].inertia[1]",
      "is negative");
  row("a turn without inertia", R"("joints": ["x"], "mass": 1,)", R"("joints": ["x", "angle"], "mass": 1,)",
      "bodies", "do not move independently");
  row("unknown joint", R"("prismatic")", R"("magnetic")", "bodies[1].joints[0].type", "unknown joint");
  row("box of no size", R"("type": "ball", "radius": "r")", R"("type": "box", "size": [1, 0, 0])",
      "bodies[0].shapes[0]", "neither a box nor a rectangle");
  row("box out of all bounds", R"("type": "ball", "radius": "r")", R"("type": "box", "size": [1e160, 1, 1])",
      "bodies[0].shapes[0]", "out of all bounds");
  row("ball out of all bounds", R"("type": "ball", "radius": "r")", R"("type": "ball", "radius": 1e160)",
      "bodies[0].shapes[0]", "out of all bounds");
  row("ellipsoid of no height", R"("type": "ball", "radius": "r")",
      R"("type": "ellipsoid", "size": [1, 0.5, "0*k"])", "bodies[0].shapes[0].size[2]", "is 0");
  row("ellipsoid like a leaf", R"("type": "ball", "radius": "r")",
      R"("type": "ellipsoid", "size": [1, 0.5, 1e-4])", "bodies[0].shapes[0].size", "too flat");
  row("segment of no length", R"("type": "ball", "radius": "r")",
      R"("type": "segment", "from": [1, 0, 0], "to": ["k", 0, 0])", "bodies[0].shapes[0]", "ends coincide");
  row("one end named", R"("type": "ball", "radius": "r")",
      R"("type": "segment", "from": [0, 0, 0], "to": [1, 0, 0], "ends": ["left"])",
      "bodies[0].shapes[0].ends", "two ends");
  row("unknown shape", R"("type": "ball", "radius": "r")", R"("type": "egg")", "bodies[0].shapes[0].type",
      "unknown shape");
  row("friction", R"("name": "ab")", R"("name": "ab", "friction": -0.3)", "contacts[0].friction",
      "is negative");
  row("restitution", R"("name": "ab")", R"("name": "ab", "restitution": 1.5)", "contacts[0].restitution",
      "outside [0, 1]");
  row("mass 0", R"("mass": 1,)", R"("mass": 0,)", "bodies[0].mass", "is 0");
  row("negative mass", R"("mass": 1,)", R"("mass": "-k",)", "bodies[0].mass", "is -1");
  row("no mass", R"("mass": 1,)", "", "bodies[0]", "moves and has no mass");
  row("mass of one of many", R"("1 + i")", R"("1 - i")", "bodies[2].mass (i = 1)", "is 0");
  row("not finite", R"("mass": 1,)", R"("mass": "1/0",)", "bodies[0].mass", "is not finite");
  row("not a number", R"("mass": 1,)", R"("mass": "0/0",)", "bodies[0].mass", "is not finite");
  row("NaN", R"("mass": 1,)", R"("mass": NaN,)", "line 8, column ", "invalid literal");
  row("infinite literal", R"("mass": 1,)", R"("mass": 1e999,)", "line 8, column ", "number overflow");
  row("mass is a list", R"("mass": 1,)", R"("mass": [1],)", "bodies[0].mass", "is array");
  row("undefined parameter", R"("mass": 1,)", R"("mass": "2*rho",)", "bodies[0].mass",
      "undefined parameter \"rho\"");
  row("syntax of an expression", R"("mass": 1,)", R"("mass": "2*(k",)", "bodies[0].mass", "does not parse");
  row("unknown unit", R"("mass": 1,)", R"("mass": "2stone",)", "bodies[0].mass", "does not parse");
  row("index outside its repeat", R"("mass": 1,)", R"("mass": "1+i",)", "bodies[0].mass",
      "outside its repeat");
  row("mass out of all bounds", R"("mass": 1,)", R"("mass": "1e308",)", "bodies[0].mass",
      "out of all bounds");
  row("speed out of all bounds", R"("velocity": {"b.x": "-k"})", R"("velocity": {"b.x": 1e200})",
      "initial.velocity", "energy is not finite");
  row("a contact that points at its hinge", R"({"name": "a", "joints": ["x"], "mass": 1,)",
      R"({"name": "a", "joints": [{"type": "revolute", "axis": [0, 0, 1], "name": "x"}],
         "mass": 1, "inertia": 1, "origin": ["r", 0, 0],)",
      "initial", "contact a-wall is closed, and no motion opens it");
  row("radius 0", R"("radius": "r")", R"("radius": 0)", "bodies[0].shapes[0].radius", "is 0");
  row("axis of length 0", R"("axis": [1, 0, 0])", R"("axis": [0, 0, 0])", "bodies[1].joints[0].axis",
      "length 0");
  row("axis with two numbers", R"("axis": [1, 0, 0])", R"("axis": [1, 0])", "bodies[1].joints[0].axis",
      "has 2 elements");
  row("normal of length 0", R"("normal": [1, 0, 0])", R"("normal": [0, "k-k", 0])",
      "bodies[3].shapes[0].normal", "length 0");
  row("two bodies of a name", R"("name": "b")", R"("name": "a")", "bodies[1].name",
      "two bodies called \"a\"");
  row("two joints of a name", R"("joints": ["x"])", R"("joints": ["x", "x"])", "bodies[0].joints[1]",
      "two joints");
  row("two joints along one axis", R"("joints": ["x"], "mass": 1,)",
      R"("joints": ["x", {"type": "prismatic", "axis": [2, 0, 0], "name": "u"}], "mass": 1,)", "bodies",
      "do not move independently");
  row("no name at all", R"("name": "b")", R"("name": "b.x")", "bodies[1].name", "is no name");
  row("own parent", R"("origin")", R"("parent": "wall", "origin")", "bodies[3].parent", "its own parent");
  row("cycle", R"({"name": "a",)",
      R"({"name": "a", "parent": "p"}, {"name": "p", "parent": "a"}, {"name": "a2",)", "bodies[0].parent",
      "cycle: a → p → a");
  row("parent below", R"({"name": "a",)", R"({"name": "a", "parent": "b",)", "bodies[0].parent",
      "listed later");
  row("parent nowhere", R"({"name": "a",)", R"({"name": "a", "parent": "z",)", "bodies[0].parent",
      "no body \"z\"");
  row("cycle of parameters", R"("k": 1)", R"("k": "2*t", "t": "k")", "parameters.k", "depends on itself");
  row("overlap", R"("b.x": "3*r")", R"("b.x": "2.5*r")", "initial", "a and b overlap by 0.025 m");
  row("overlap with the wall", R"("a.x": "r")", R"("a.x": "r-1e-8")", "initial",
      "a and wall overlap by 1e-08 m");
  row("gap that should be 0", R"("b.x": "3*r")", R"("b.x": "4*r")", "initial.touching[0]",
      "contact ab has a gap of 0.05 m");
  row("contact that is none", R"("touching": ["ab")", R"("touching": ["ax")", "initial.touching[0]",
      "no contact \"ax\"");
  row("coordinate that is none", R"("a.x": "r")", R"("a.y": "r")", "initial.q.a.y", "no coordinate \"a.y\"");
  row("contact of nobody", R"(["a", "wall"])", R"(["a", "door"])", "contacts[1].between[1]",
      "no body \"door\"");
  row("contact with itself", R"(["a", "wall"])", R"(["wall", "wall"])", "contacts[1]",
      "do not move against each other");
  row("contact of three", R"(["a", "wall"])", R"(["a", "b", "wall"])", "contacts[1].between",
      "has 3 elements");
  row("two contacts of a name", R"({"between": ["a", "wall"]})",
      R"({"between": ["a", "wall"], "name": "ab"})", "contacts[1]", "two contacts");
  row("out of range", R"("value": "50mm")", R"("value": "5m")", "parameters.r.value",
      "is 5000 mm, out of range");
  row("count is no whole number", R"("value": 3, )", R"("value": 2.5, )", "parameters.n.value", "is 2.5");
  row("huge count", R"("count": "n")", R"("count": "1e9*n")", "bodies[2].repeat.count", "is 3");
  row("many bodies", R"("count": "n")", R"("count": "1000*n")", "bodies[2] (i = 998)", "one body too many");
  row("negative count", R"("count": "n")", R"("count": "-n")", "bodies[2].repeat.count", "is -3");
  row("repeat without its index", R"("far{i}")", R"("far")", "bodies[2].name",
      "does not use its repeat index");
  row("brace without end", R"("far{i}")", R"("far{i")", "bodies[2].name", "without }");
  row("fraction in a name", R"("far{i}")", R"("far{i/2}")", "bodies[2].name (i = 1)", "is 0.5");
  row("index called like a parameter", R"("index": "i")", R"("index": "k")", "bodies", "already defined");
  row("parameter called like a function", R"("k": 1)", R"("sin": 1)", "parameters.sin", "function");
  row("parameter called like a unit", R"("k": 1)", R"("m": 1)", "parameters.m", "unit");
  row("parameter with a minus", R"("k": 1)", R"("k-t": 1)", "parameters.k-t", "is no name");
  row("unknown display unit", R"("unit": "mm")", R"("unit": "ell")", "parameters.r.unit", "unknown unit");
  row("parameter twice", R"("k": 1)", R"("k": 1, "k": 2)", "parameters.k", "occurs twice");
  row("choice of nothing", R"("small": {"r": "10mm"})", R"("small": {"z": 1})",
      "choices.size.options.small.z", "undefined parameter");
  row("choice called like a parameter", R"("size")", R"("r")", "choices.r", "already defined");
  row("default that is no option", R"("default": "default")", R"("default": "huge")", "choices.size.default",
      "no option");
  row("sweep of nothing", R"("sweep": "k")", R"("sweep": "t")", "view.sweep", "undefined parameter \"t\"");
  row("colour that is none", R"("#0072B2")", R"("blue")", "view.colors.a", "no colour");
  row("colour of nobody", R"({"a": "#0072B2"})", R"({"z": "#0072B2"})", "view.colors.z", "no body \"z\"");
  row("no duration", R"("duration": 1)", R"("duration": 0)", "view.duration", "is 0");
}

void TestSceneErrors::eachFaultIsNamedWithItsPlace() {
  QFETCH(QString, replaced);
  QFETCH(QString, by);
  QFETCH(QString, place);
  QFETCH(QString, problem);
  QString text = QString::fromStdString(valid);
  const auto position = text.indexOf(replaced);
  QVERIFY(position >= 0);
  text.replace(position, replaced.size(), by);
  const auto error = errorOf(text.toStdString());
  QVERIFY(error);
  verifyOneLine(*error);
  QCOMPARE(error->fault(), SceneError::Fault::Input);
  QCOMPARE(error->file(), std::string("test.carom.json"));
  const QString where = QString::fromStdString(error->place());
  if (place.endsWith(' '))
    QVERIFY2(where.startsWith(place), error->what());
  else
    QCOMPARE(where, place);
  QVERIFY2(QString::fromStdString(error->problem()).contains(problem), error->what());
}

void TestSceneErrors::aKeyThatComesAgainIsFoundAmongMany() {
  constexpr int many = 40;
  for (int again = 0; again < many; ++again) {
    std::string parameters;
    for (int i = 0; i < many; ++i) parameters += "\"p" + std::to_string(i) + "\": 1, ";
    const std::string name = 'p' + std::to_string(again);
    const auto error = errorOf(R"({"format": 1, "parameters": {)" + parameters + '"' + name + "\": 2}}");
    QVERIFY(error);
    QCOMPARE(error->place(), "parameters." + name);
    QCOMPARE(error->problem(), std::string("the key occurs twice"));
  }
}

void TestSceneErrors::scenesWithoutMotionAreScenes() {
  for (const char* bodies :
       {"[]", R"([{"name": "wall", "shapes": [{"type": "half-space", "normal": [1, 0, 0]}]}])"}) {
    const auto scene =
        Scene::parse(R"({"format": 1, "bodies": )" + std::string(bodies) + '}', "test.carom.json");
    const SceneInstance instance = scene->instantiate();
    QCOMPARE(instance.mechanism->dof(), 0);
    QCOMPARE(runMotion(*instance.mechanism, instance.initial, {.duration = 2, .leadIn = 1}).end(), 2.0);
    try {
      requireMotion(*scene, instance);
      QFAIL("nothing moves, and nothing is said");
    } catch (const SceneError& error) {
      verifyOneLine(error);
      QCOMPARE(error.place(), std::string("bodies"));
      QCOMPARE(error.problem(), std::string("nothing moves"));
      QCOMPARE(error.line().value_or(0), 1);
    }
  }
}

void TestSceneErrors::overflowIsRefused_data() {
  QTest::addColumn<QString>("initial");
  QTest::addColumn<QString>("place");
  QTest::newRow("gap") << R"({"q": {"b{i}.x": 1e308}})"
                       << "initial";
  QTest::newRow("momentum") << R"({"q": {"b{i}.x": "i"}, "velocity": {"b{i}.x": 1e300}})"
                            << "initial.velocity";
}

void TestSceneErrors::overflowIsRefused() {
  QFETCH(QString, initial);
  QFETCH(QString, place);
  const auto error =
      errorOf(R"({"format": 1, "bodies": [{"repeat": {"index": "i", "count": 2}, "name": "b{i}",
    "mass": 1e20, "origin": [1e308, 0, 0], "joints": ["x"], "shapes": [{"type": "ball", "radius": 0.1}]}],
    "initial": )" +
              initial.toStdString() + '}');
  QVERIFY(error);
  QCOMPARE(QString::fromStdString(error->place()), place);
  QVERIFY(error->problem().find("is not finite") != std::string::npos);
}

void TestSceneErrors::assignmentsAreRefusedWithTheirName_data() {
  QTest::addColumn<QString>("name");
  QTest::addColumn<QString>("value");
  QTest::addColumn<bool>("command");
  QTest::addColumn<QString>("says");
  const auto row = [](const char* tag, const char* name, const char* value, bool command, const char* says) {
    QTest::newRow(tag) << QString(name) << QString(value) << command << QString(says);
  };
  row("unknown name", "theta", "1", true, "one of r, k, n, size");
  row("unknown option", "size", "huge", true, "one of small, default");
  row("syntax", "r", "2*", true, "does not parse");
  row("empty", "r", "", true, "is empty");
  row("undefined name", "r", "2*q", true, "one of r, k, n, size");
  row("repeat index", "r", "i", true, "repeat index");
  row("out of range", "r", "3m", false, "out of range; expected 1 mm to 2000 mm");
  row("not finite", "r", "1/0", false, "is not finite");
  row("not whole", "n", "2.5", false, "a whole number");
  row("itself", "r", "r", false, "depends on itself");
  row("mass 0", "k", "0", false, "");
  row("a coordinate in another unit", "a.x", "1kg", true, "has the unit kg");
  row("another unit", "r", "2kg", true, "has the unit kg; expected a number in m, km, cm, mm, um or in");
}

void TestSceneErrors::assignmentsAreRefusedWithTheirName() {
  QFETCH(QString, name);
  QFETCH(QString, value);
  QFETCH(bool, command);
  QFETCH(QString, says);
  const auto error = errorOf(valid, {{name.toStdString(), value.toStdString()}});
  QVERIFY(error);
  verifyOneLine(*error);
  QCOMPARE(error->fault(), command ? SceneError::Fault::Command : SceneError::Fault::Input);
  QVERIFY2(QString(error->what()).contains(says), error->what());
  if (error->place() == name.toStdString()) QVERIFY(!error->line());  // it does not stand in the file
}

void TestSceneErrors::brokenSyntaxSaysLineAndColumn_data() {
  QTest::addColumn<QString>("text");
  QTest::addColumn<QString>("place");
  QTest::newRow("empty") << ""
                         << "line 1, column 1";
  QTest::newRow("truncated") << "{\n  \"format\": 1,\n  \"bod"
                             << "line 3, column 7";
  QTest::newRow("comma too many") << "{\n  \"format\": 1,\n}"
                                  << "line 3, column 1";
  QTest::newRow("two documents") << "{}\n{}"
                                 << "line 2, column 1";
  QTest::newRow("no JSON") << "hello"
                           << "line 1, column 1";
  QTest::newRow("number cut short") << "{\"format\": 1."
                                    << "line 1, column 14";
}

void TestSceneErrors::brokenSyntaxSaysLineAndColumn() {
  QFETCH(QString, text);
  QFETCH(QString, place);
  const auto error = errorOf(text.toStdString());
  QVERIFY(error);
  verifyOneLine(*error);
  QCOMPARE(QString::fromStdString(error->place()), place);
}

void TestSceneErrors::faultsSayTheirLine_data() {
  QTest::addColumn<QString>("ball");
  QTest::addColumn<QString>("place");
  QTest::addColumn<int>("line");
  const auto row = [](const char* tag, const char* ball, const char* place, int line) {
    QTest::newRow(tag) << QString(ball) << QString(place) << line;
  };
  row("a number before a line's end", "{\"name\": \"b\", \"joints\": [\"x\"],\n\"mass\": 0\n}",
      "bodies[1].mass", 5);
  row("a string", "{\"name\": \"b\", \"joints\": [\"x\"],\n\n\"mass\": \"1/0\"}", "bodies[1].mass", 6);
  row("a key that is missing", "\n{\"name\": \"b\",\n \"shapes\": [\n{\"type\": \"ball\"}]}",
      "bodies[1].shapes[0]", 7);
  row("an unknown key", "{\"name\": \"b\",\n \"colour\": 1}", "bodies[1].colour", 5);
  row("an element of a list", "{\"name\": \"b\", \"mass\": 1,\n\"joints\": [\n\"x\",\n\"w\"]}",
      "bodies[1].joints[1]", 7);
}

void TestSceneErrors::faultsSayTheirLine() {
  QFETCH(QString, ball);
  QFETCH(QString, place);
  QFETCH(int, line);
  const auto error =
      errorOf("{\"format\": 1,\n\"bodies\": [\n{\"name\": \"a\", \"joints\": [\"x\"], \"mass\": 1},\n" +
              ball.toStdString() + "]}");
  QVERIFY(error);
  verifyOneLine(*error);
  QCOMPARE(QString::fromStdString(error->place()), place);
  QCOMPARE(error->line().value_or(0), line);
  QVERIFY(QString(error->what()).startsWith(QString("test.carom.json: line %1, %2: ").arg(line).arg(place)));
}

void TestSceneErrors::unreadableFilesSaySo() {
  const QTemporaryDir directory;
  const std::string missing = directory.filePath("missing.carom.json").toStdString();
  const auto problem = [](const std::string& path) {
    try {
      Scene::load(path);
    } catch (const SceneError& error) {
      return error.file() == path ? error.problem() : "wrong file";
    }
    return std::string("opened");
  };
  QCOMPARE(problem(directory.path().toStdString()), std::string("is a directory"));
  QCOMPARE(problem(missing), std::string("cannot be read: No such file or directory"));
  QCOMPARE(problem("/dev/zero"), std::string("is a device"));
}

void TestSceneErrors::bracketsWithoutEndFailAtOnce_data() {
  QTest::addColumn<QByteArray>("text");
  QTest::newRow("100 MB of [") << QByteArray(100'000'000, '[');
  QTest::newRow("1 MB of [") << QByteArray(1'000'000, '[');
  QTest::newRow("1 MB of {") << QByteArray("{\"a\":").repeated(200'000);
  QTest::newRow("33 of [") << QByteArray(33, '[');
}

void TestSceneErrors::bracketsWithoutEndFailAtOnce() {
  QFETCH(QByteArray, text);
  const auto error = errorOf(text.toStdString());
  QVERIFY(error);
  verifyOneLine(*error);
  QVERIFY(error->problem().find(text.size() > 2'000'000 ? "longer than" : "nest deeper") !=
          std::string::npos);
}

void TestSceneErrors::keysWithoutEndFailAtOnce() {
  std::string text = "{\"format\": 1";
  for (int i = 0; text.size() < 1'000'000; ++i) text += ",\"k" + std::to_string(i) + "\":0";
  const auto error = errorOf(text + '}');
  QVERIFY(error);
  QVERIFY(error->problem().find("too many keys") != std::string::npos);
}

void TestSceneErrors::controlCharactersStayInOneLine() {
  const auto error = errorOf(R"({"format": 1, "a\nb\u0000\u001b[31m)" + std::string(5000, 'x') + R"(": 1})");
  QVERIFY(error);
  verifyOneLine(*error);
  QVERIFY(error->problem().find("\\x0a") != std::string::npos);
  QVERIFY(error->problem().find('\x1b') == std::string::npos);
}

CAROM_TEST(TestSceneErrors);
#include "tst_scene_errors.moc"
