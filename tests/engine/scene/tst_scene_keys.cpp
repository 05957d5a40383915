#include <QFile>
#include <QtTest>
#include <set>

#include "scene/format/describe_keys.h"
#include "scene/format/keys.h"
#include "scene/scene.h"
#include "support/json_schema.h"
#include "support/test_program.h"

using namespace carom;

namespace {

using Json = nlohmann::ordered_json;

/// A scene with one object of a section, and where that is.
struct Example {
  Json scene;
  Json::json_pointer at;
};

const Json& plainScene() {
  static const Json scene = Json::parse(R"({
    "format": 1,
    "parameters": {"k": {"value": 1}},
    "bodies": [
      {"name": "a", "joints": ["x"], "mass": 1, "shapes": [{"type": "ball", "radius": 0.1}]},
      {"name": "b", "joints": ["x"], "mass": 1, "shapes": [{"type": "ball", "radius": 0.1}]},
      {"name": "c"}
    ],
    "contacts": [{"between": ["a", "b"], "name": "ab"}],
    "initial": {"q": {"b.x": 0.2}},
    "view": {}
  })");
  return scene;
}

Example exampleOf(Section section) {
  Json scene = plainScene();
  const auto put = [&](const char* at, const char* value) {
    const Json::json_pointer place(at);
    scene[place] = Json::parse(value);
    return Example{scene, place};
  };
  // Shapes stand on a body that no contact lists.
  const char* const joint = "/bodies/2/joints/0";
  const char* const shape = "/bodies/2/shapes/0";
  scene["bodies"][2]["mass"] = 1;
  scene["bodies"][2]["inertia"] = 1;
  switch (section) {
    case Section::Scene:
      return {scene, Json::json_pointer()};
    case Section::Parameter:
      return put("/parameters/k", R"({"value": 1})");
    case Section::Derived:
      return put("/derived/d", R"({"value": "2*k"})");
    case Section::Choice:
      return put("/choices/size", R"({"options": {"small": {"k": 1}}})");
    case Section::Body:
      return {scene, Json::json_pointer("/bodies/2")};
    case Section::Repeat:
      scene["bodies"][2]["name"] = "c{i}";
      return put("/bodies/2/repeat", R"({"index": "i", "count": 2})");
    case Section::AxisJoint:
      return put(joint, R"({"type": "prismatic", "axis": [1, 0, 0], "name": "x"})");
    case Section::SphericalJoint:
      return put(joint, R"({"type": "spherical"})");
    case Section::FixedJoint:
      return put(joint, R"({"type": "fixed"})");
    case Section::Solid:
      scene["bodies"][2].erase("mass");
      scene["bodies"][2].erase("inertia");
      return put("/bodies/2/solids/0", R"({"mass": 1})");
    case Section::Ball:
      return put(shape, R"({"type": "ball", "radius": 1})");
    case Section::HalfSpace:
      return put(shape, R"({"type": "half-space", "normal": [1, 0, 0]})");
    case Section::Point:
      return put(shape, R"({"type": "point"})");
    case Section::Segment:
      return put(shape, R"({"type": "segment", "from": [0, 0, 0], "to": [0, 1, 0]})");
    case Section::Box:
      return put(shape, R"({"type": "box", "size": [1, 1, 1]})");
    case Section::Cylinder:
      return put(shape, R"({"type": "cylinder", "from": [0, 0, 0], "to": [0, 1, 0], "radius": 1})");
    case Section::Ellipsoid:
      return put(shape, R"({"type": "ellipsoid", "size": [1, 0.5, 0.2]})");
    case Section::Hull:
      return put(shape, R"({"type": "hull", "points": [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]})");
    case Section::Contact:
      return {scene, Json::json_pointer("/contacts/0")};
    case Section::Defaults:
      return put("/defaults", R"({"friction": 0.5})");
    case Section::Spring:
      return put("/springs/0", R"({"coordinate": "a.x", "stiffness": 1})");
    case Section::PointSpring:
      return put("/springs/0", R"({"between": [{"body": "a"}, {"body": "b"}], "stiffness": 1})");
    case Section::Damper:
      return put("/dampers/0", R"({"coordinate": "a.x", "damping": 1})");
    case Section::PointDamper:
      return put("/dampers/0", R"({"between": [{"body": "a"}, {"body": "b"}], "damping": 1})");
    case Section::Motor:
      return put("/motors/0", R"({"coordinate": "a.x", "proportional": 1})");
    case Section::End:
      scene["springs"][0] = Json::parse(R"({"between": [{"body": "a"}, {"body": "b"}], "stiffness": 1})");
      return {scene, Json::json_pointer("/springs/0/between/0")};
    case Section::JointLimits:
      scene["bodies"][2]["joints"][0] =
          Json::parse(R"({"type": "prismatic", "axis": [1, 0, 0], "name": "x", "limits": {"upper": 1}})");
      scene["initial"]["q"]["c.x"] = 0.5;
      return {scene, Json::json_pointer("/bodies/2/joints/0/limits")};
    case Section::PinLoop:
    case Section::HingeLoop:
    case Section::SlotLoop:
    case Section::RodLoop:
    case Section::WeldLoop:
    case Section::AxisEnd: {
      scene["bodies"][2]["joints"] = {"planar"};
      Json loop = Json::parse(R"({"type": "pin", "between": [{"body": "c"}, {}]})");
      if (section == Section::SlotLoop) loop.update({{"type", "slot"}, {"axis", {1, 0, 0}}});
      if (section == Section::RodLoop) loop = Json::parse(R"({"type": "rod", "length": 0.2})");
      if (section == Section::RodLoop)
        loop["between"] = Json::parse(R"([{"body": "c", "at": [0.2, 0, 0]}, {}])");
      if (section == Section::WeldLoop) loop["type"] = "weld";
      if (section == Section::HingeLoop || section == Section::AxisEnd)
        loop = Json::parse(
            R"({"type": "hinge", "between": [{"body": "c", "at": [0.2, 0, 0], "axis": [0, 0, 1]}, {"axis": [0, 0, 1]}]})");
      scene["loops"][0] = loop;
      return {scene, Json::json_pointer(section == Section::AxisEnd ? "/loops/0/between/0" : "/loops/0")};
    }
    case Section::TieLoop:
      return put("/loops/0", R"({"type": "tie", "coordinate": "a.x", "to": "b.x", "offset": -0.2})");
    case Section::Closing:
      return put("/initial/closing", R"({"by": {"b.x": 1}})");
    case Section::Initial:
      return {scene, Json::json_pointer("/initial")};
    case Section::Touching:
      return put("/initial/touching", R"({"contacts": ["ab"], "by": {"b.x": 1}})");
    case Section::View:
      return {scene, Json::json_pointer("/view")};
    case Section::Arc:
      return put("/view/arcs/0", R"({"parameter": "k", "vertex": "c", "from": "a", "to": "b"})");
  }
  return {scene, Json::json_pointer()};
}

/// A value that a key accepts in the example, other than its default.
Json validValue(Section section, const Key& key) {
  const auto is = [&](Section in, const char* name) { return section == in && key.key == name; };
  const Example example = exampleOf(section);
  const Json& object = example.scene.at(example.at);
  const std::string name(key.key);
  if (object.contains(name) && (key.required || holdsObjects(key.form))) return object.at(name);
  if (is(Section::Body, "joints")) return {"x"};
  if (is(Section::AxisJoint, "limits")) return {{"upper", 1}};
  if (is(Section::Initial, "closing")) return {{"by", {{"b.x", 1}}}};
  if (is(Section::Body, "repeat")) return Json();  // needs another name: an example of its own
  if (is(Section::Initial, "q")) return {{"b.x", 0.3}};
  if (is(Section::Initial, "touching")) return {"ab"};
  if (is(Section::Parameter, "range") || is(Section::Parameter, "slider")) return {0, 2};
  if (is(Section::Touching, "by") || is(Section::Closing, "by")) return {{"b.x", 2}};
  if (key.container == Container::Map) return Json::object();
  if (key.container == Container::List) return Json::array();
  if (is(Section::Segment, "ends")) return {"heel", "toe"};
  switch (key.form) {
    case Form::Number:
    case Form::Whole:
    case Form::Inertia:
    case Form::Orientation:
      if (key.form == Form::Whole && !key.range.contains(1)) return key.range.least;
      return key.range.contains(0.5) && key.form != Form::Whole ? 0.5 : 1;
    case Form::Vector:
      return {0.5, "0.5*k", 0};
    case Form::OverTime:
      return "k*sin(t)";
    case Form::NumberOrWord:
      return key.words().front();
    case Form::Flag:
      return name != "planar";
    case Form::OneOf:
      return key.words().back();
    case Form::BodyName:
      return "b";
    case Form::ParameterName:
      return "k";
    case Form::Object:
      return Json::object();
    default:
      return "small";
  }
}

/// Values of a form that the key does not have.
std::vector<Json> wrongValues(const Key& key) {
  std::vector<Json> wrong;
  if (key.form == Form::Ignored) return wrong;
  const bool one = key.container == Container::One;
  if (!one || key.form != Form::Flag) wrong.push_back(true);
  if (key.container != Container::Map && !(one && holdsObjects(key.form))) wrong.push_back(Json{{"zzz", 1}});
  const bool list = !one || key.form == Form::Vector || key.form == Form::Interval ||
                    key.form == Form::Inertia || key.form == Form::Orientation;
  if (!list) wrong.push_back(Json::array({1, 2}));
  if (list) wrong.push_back(Json::array({1, 2, 3, 4}));
  const bool number =
      one && roleOf(key.form) == Role::Expression && key.form != Form::Vector && key.form != Form::Interval;
  if (!number && key.form != Form::Format) wrong.push_back(7);
  return wrong;
}

std::string refusalOf(const Json& scene) {
  try {
    Scene::parse(scene.dump(), "keys.carom.json")->instantiate({});
    return {};
  } catch (const SceneError& error) {
    return error.what();
  }
}

const JsonSchema& schema() {
  static const JsonSchema made(Json::parse(sceneSchema()));
  return made;
}

void compareAccepted(const Json& scene) {
  const std::string refusal = refusalOf(scene);
  QVERIFY2(refusal.empty(), (refusal + "\n" + scene.dump()).c_str());
  QVERIFY2(schema().accepts(scene), scene.dump().c_str());
}

void compareRefused(const Json& scene) {
  QVERIFY2(!refusalOf(scene).empty(), scene.dump().c_str());
  QVERIFY2(!schema().accepts(scene), scene.dump().c_str());
}

/// The numbers next to a range, outside of it.
std::vector<double> outside(const KeyRange& range) {
  std::vector<double> values;
  if (range.least > -HUGE_VAL) values.push_back(range.open ? range.least : range.least - 0.01);
  if (range.greatest < HUGE_VAL) values.push_back(range.greatest + 0.01);
  return values;
}

QByteArray textOf(const char* file) {
  QFile source(QStringLiteral(CAROM_SOURCE "/resources/scenes/") + QLatin1String(file));
  return source.open(QIODevice::ReadOnly) ? source.readAll() : QByteArray();
}

}  // namespace

class TestSceneKeys : public QObject {
  Q_OBJECT
 private slots:
  void everyKeyIsAcceptedWithAValueOfItsForm_data();
  void everyKeyIsAcceptedWithAValueOfItsForm();
  void everyKeyRefusesOtherForms_data();
  void everyKeyRefusesOtherForms();
  void numbersOutsideOfARangeAreRefused_data();
  void numbersOutsideOfARangeAreRefused();
  void requiredKeysCannotBeLeftOut_data();
  void requiredKeysCannotBeLeftOut();
  void noSectionAcceptsAnUnknownKey_data();
  void noSectionAcceptsAnUnknownKey();
  void theSchemaHasTheKeysOfTheTable_data() { noSectionAcceptsAnUnknownKey_data(); }
  void theSchemaHasTheKeysOfTheTable();
  void missingNumbersAreTheirDefaults();
  void theSchemaCoversTheBuiltinScenes();
  void whatTheEditorAddsIsAShape_data();
  void whatTheEditorAddsIsAShape();
  void filesInTheTreeAreWhatTheKeysSay();
};

namespace {

void keyRows(bool (*wanted)(const Key&)) {
  QTest::addColumn<int>("section");
  QTest::addColumn<QString>("key");
  for (const Section section : allSections())
    for (const Key& key : keysOf(section))
      if (wanted(key))
        QTest::addRow("%s.%s", nameOf(section).data(), key.key.data())
            << static_cast<int>(section) << QString::fromUtf8(key.key);
}

struct Row {
  Section section;
  const Key* key;
  Example example;
};

Row row() {
  const auto fetch = [](const char* column) { return QTest::qData(column, QMetaType::Int); };
  const auto section = static_cast<Section>(*static_cast<int*>(fetch("section")));
  const auto* key = static_cast<QString*>(QTest::qData("key", QMetaType::QString));
  return {section, findKey(section, key->toStdString()), exampleOf(section)};
}

}  // namespace

void TestSceneKeys::everyKeyIsAcceptedWithAValueOfItsForm_data() {
  keyRows([](const Key&) { return true; });
}

void TestSceneKeys::everyKeyIsAcceptedWithAValueOfItsForm() {
  auto [section, key, example] = row();
  compareAccepted(example.scene);
  const Json value = validValue(section, *key);
  if (!value.is_null()) example.scene[example.at][std::string(key->key)] = value;
  compareAccepted(example.scene);
}

void TestSceneKeys::everyKeyRefusesOtherForms_data() {
  keyRows([](const Key& key) { return !wrongValues(key).empty(); });
}

void TestSceneKeys::everyKeyRefusesOtherForms() {
  auto [section, key, example] = row();
  for (const Json& wrong : wrongValues(*key)) {
    Json scene = example.scene;
    scene[example.at][std::string(key->key)] = wrong;
    compareRefused(scene);
  }
}

void TestSceneKeys::numbersOutsideOfARangeAreRefused_data() {
  keyRows([](const Key& key) { return !outside(key.range).empty(); });
}

void TestSceneKeys::numbersOutsideOfARangeAreRefused() {
  auto [section, key, example] = row();
  Json& value = example.scene[example.at][std::string(key->key)];
  for (const double number : outside(key->range)) {
    value = number;
    if (key->form == Form::Vector) value = {1, 1, number};
    compareRefused(example.scene);
  }
}

void TestSceneKeys::requiredKeysCannotBeLeftOut_data() {
  keyRows([](const Key& key) { return key.required; });
}

void TestSceneKeys::requiredKeysCannotBeLeftOut() {
  auto [section, key, example] = row();
  example.scene[example.at].erase(std::string(key->key));
  compareRefused(example.scene);
}

void TestSceneKeys::noSectionAcceptsAnUnknownKey_data() {
  QTest::addColumn<int>("section");
  for (const Section section : allSections())
    QTest::newRow(nameOf(section).data()) << static_cast<int>(section);
}

/// Also none that other sections have.
void TestSceneKeys::noSectionAcceptsAnUnknownKey() {
  QFETCH(int, section);
  const Example example = exampleOf(static_cast<Section>(section));
  std::set<std::string> foreign{"zzz"};
  for (const Section other : allSections())
    for (const Key& key : keysOf(other))
      if (!findKey(static_cast<Section>(section), key.key)) foreign.emplace(key.key);
  for (const std::string& key : foreign) {
    Json scene = example.scene;
    scene[example.at][key] = 1;
    compareRefused(scene);
  }
}

void TestSceneKeys::theSchemaHasTheKeysOfTheTable() {
  QFETCH(int, section);
  const Section part = static_cast<Section>(section);
  const Json& object =
      part == Section::Scene ? schema().root() : schema().root()["$defs"][std::string(nameOf(part))];
  QCOMPARE(object["additionalProperties"], Json(false));
  std::vector<std::string> inSchema, inTable;
  for (const auto& [key, value] : object["properties"].items()) inSchema.push_back(key);
  for (const Key& key : keysOf(part)) inTable.emplace_back(key.key);
  QCOMPARE(inSchema, inTable);
}

/// A coefficient of the scene has the default that a law has without a scene.
void TestSceneKeys::missingNumbersAreTheirDefaults() {
  const auto instance = Scene::parse(plainScene().dump(), "")->instantiate({});
  for (const Coefficient& coefficient : lawCoefficients)
    QCOMPARE(instance.mechanism->contacts()[0].coefficients.*coefficient.value,
             LawCoefficients().*coefficient.value);
  QCOMPARE(instance.view.duration, 1.0);
  QCOMPARE(instance.view.leadIn, 0.0);
}

void TestSceneKeys::theSchemaCoversTheBuiltinScenes() {
  for (const BuiltinScene& builtin : builtinScenes())
    QVERIFY2(schema().accepts(Json::parse(Scene::open(builtin.name)->text())), builtin.name.c_str());
}

void TestSceneKeys::whatTheEditorAddsIsAShape_data() {
  QTest::addColumn<int>("section");
  for (int i = static_cast<int>(firstShape); i <= static_cast<int>(lastShape); ++i)
    QTest::newRow(std::string(nameOf(static_cast<Section>(i))).c_str()) << i;
}

void TestSceneKeys::whatTheEditorAddsIsAShape() {
  QFETCH(int, section);
  const auto shape = static_cast<Section>(section);
  Example example = exampleOf(shape);
  Json& added = example.scene[example.at];
  added = Json::parse(usualShape(shape));
  added["type"] = nameOf(shape);
  compareAccepted(example.scene);
}

/// resources/describe_scenes makes both files again.
void TestSceneKeys::filesInTheTreeAreWhatTheKeysSay() {
  QCOMPARE(textOf("carom-scene.schema.json"), QByteArray::fromStdString(sceneSchema()));
  QVERIFY(textOf("README.md").endsWith(QByteArray::fromStdString(keyTables())));
}

CAROM_TEST(TestSceneKeys);
#include "tst_scene_keys.moc"
