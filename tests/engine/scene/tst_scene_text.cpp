// Scenes as text that the program writes: the same document, in the layout of the built-in scenes.
#include <QtTest>
#include <nlohmann/json.hpp>

#include "scene/edit/entry.h"
#include "scene/expression/expression.h"
#include "scene/format/parse_json.h"
#include "scene/format/write_scene.h"
#include "scene/scene.h"
#include "support/test_program.h"

using namespace carom;
using Json = nlohmann::ordered_json;

class TestSceneText : public QObject {
  Q_OBJECT
 private slots:
  void writtenScenesReadBackTheSame_data();
  void writtenScenesReadBackTheSame();
  void layoutFollowsTheBuiltInScenes();
  void numbersAndLettersSurvive();
  void theEmptySceneIsAScene();
  void everyValueIsFoundInTheText_data() { writtenScenesReadBackTheSame_data(); }
  void everyValueIsFoundInTheText();
  void placesOfABrokenTextReachUpToTheError();
  void renamedSymbolsAreWholeNames_data();
  void renamedSymbolsAreWholeNames();
};

void TestSceneText::writtenScenesReadBackTheSame_data() {
  QTest::addColumn<QString>("scene");
  for (const BuiltinScene& builtin : builtinScenes())
    QTest::newRow(builtin.name.c_str()) << QString::fromStdString(builtin.name);
}

void TestSceneText::writtenScenesReadBackTheSame() {
  QFETCH(QString, scene);
  const auto original = Scene::open(scene.toStdString());
  const Json document = Json::parse(original->text());
  const std::string text = sceneText(document);
  QVERIFY(Json::parse(text) == document);
  QCOMPARE(sceneText(Json::parse(text)), text);
  const SceneInstance before = original->instantiate(),
                      after = Scene::parse(text, scene.toStdString())->instantiate();
  QVERIFY(before.initial.q == after.initial.q && before.initial.p == after.initial.p);
}

void TestSceneText::layoutFollowsTheBuiltInScenes() {
  const Json document = Json::parse(R"({"format":1,"parameters":{"r":{"value":"50mm","unit":"mm"},"n":3},
    "gravity":[0,-9.81,0],"bodies":[{"name":"a","joints":["x","y"],"mass":1}],"initial":{"q":{"a.x":1}},"contacts":[],
    "view":{"labels":{"a":")" + std::string(120, 'l') +
                                    R"("}}})");
  QCOMPARE(QString::fromStdString(sceneText(document)), QString(R"({
  "format": 1,
  "parameters": {
    "r": {"value": "50mm", "unit": "mm"},
    "n": 3
  },
  "gravity": [0, -9.81, 0],
  "bodies": [
    {"name": "a", "joints": ["x", "y"], "mass": 1}
  ],
  "initial": {"q": {"a.x": 1}},
  "contacts": [],
  "view": {
    "labels": {
      "a": ")" + QString(120, 'l') + R"("
    }
  }
}
)"));
}

void TestSceneText::numbersAndLettersSurvive() {
  const Json document = {{"a", 0.1 + 0.2}, {"b", 1e-320}, {"c", "θ\n\"ü\""},
                         {"d", nullptr},   {"e", true},   {"f", 123456789012345678}};
  const std::string text = sceneText(document);
  QVERIFY(Json::parse(text) == document);
  QVERIFY(text.find("θ") != std::string::npos);
}

void TestSceneText::theEmptySceneIsAScene() {
  const auto scene = Scene::parse(emptySceneText(), "untitled.carom.json");
  QCOMPARE(scene->instantiate().mechanism->bodies().size(), std::size_t{0});
}

/// Each place is as long as its value, in text of any layout.
void TestSceneText::everyValueIsFoundInTheText() {
  QFETCH(QString, scene);
  const Json document = Json::parse(Scene::open(scene.toStdString())->text());
  for (const std::string& text : {sceneText(document), document.dump(), document.dump(1)}) {
    int values = 0;
    for (const JsonPlace& place : placesOf(text, 32)) {
      std::string part = text.substr(place.begin, place.end - place.begin);
      const Json* value = place.path.empty() ? &document : edit::find(document, place.path);
      QVERIFY2(value, place.path.c_str());
      if (value->is_number()) part = part.substr(0, part.find_last_of("0123456789") + 1);
      const bool keyed = place.depth > 0 && !place.path.ends_with(']');
      const Json read = Json::parse(keyed ? '{' + part + '}' : part);
      QVERIFY2((keyed ? *read.begin() : read) == *value, place.path.c_str());
      ++values;
    }
    QVERIFY(values >= static_cast<int>(document.flatten().size()));
  }
}

void TestSceneText::placesOfABrokenTextReachUpToTheError() {
  QStringList paths;
  for (const JsonPlace& place : placesOf("{\"a\": [1, {\"b\": true}], \"c\" 2}", 9))
    paths << QString::fromStdString(place.path);
  QCOMPARE(paths, QStringList({"", "a", "a[0]", "a[1]", "a[1].b"}));
  QVERIFY(placesOf("", 9).empty());
}

void TestSceneText::renamedSymbolsAreWholeNames_data() {
  QTest::addColumn<QString>("text");
  QTest::addColumn<QString>("renamed");
  QTest::newRow("alone") << "ra"
                         << "radius";
  QTest::newRow("in a sum") << " 2*ra+rb "
                            << " 2*radius+rb ";
  QTest::newRow("part of a name") << "ra_1 + mra + sqrt(ra)"
                                  << "ra_1 + mra + sqrt(radius)";
  QTest::newRow("the exponent of a number") << "1e3*e"
                                            << "1e3*eps";
  QTest::newRow("a unit behind a value") << "28.6mm + ra in"
                                         << "28.6mm + radius in";
  QTest::newRow("letters beyond ASCII") << "ra·ü"
                                        << "radius·ü";
}

void TestSceneText::renamedSymbolsAreWholeNames() {
  QFETCH(QString, text);
  QFETCH(QString, renamed);
  QCOMPARE(QString::fromStdString(renameSymbols(text.toStdString(), {{"ra", "radius"}, {"e", "eps"}})),
           renamed);
}

CAROM_TEST(TestSceneText);
#include "tst_scene_text.moc"
