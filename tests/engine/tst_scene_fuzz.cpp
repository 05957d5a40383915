#include <QtTest>
#include <random>

#include "mechanics/trajectory.h"
#include "scene/scene.h"

using namespace carom;

namespace {

/// Seeded, and the same on every platform: std's distributions are not.
class Dice {
 public:
  explicit Dice(unsigned seed) : m_engine(seed) {}
  std::size_t below(std::size_t n) { return n == 0 ? 0 : m_engine() % n; }

 private:
  std::mt19937 m_engine;
};

const char* const tokens[] = {
    "0",    "-1",    "1e999", "1e308",   "1e-320",  "2.5",     "null",          "true", "[]",         "{}",
    "\"\"", "\"i\"", "\"n\"", "\"1/0\"", "\"0/0\"", "\"{i}\"", "\"ball{i*i}\"", "[",    "]",          "{",
    "}",    ",",     ":",     "\"",      "\\",      "\\u0000", "\xff",          "1e9",  "99999999999"};

/// One change of the kinds that editing, truncation and malice make.
std::string mutated(std::string text, Dice& dice) {
  const std::size_t at = dice.below(text.size()), length = 1 + dice.below(30);
  switch (dice.below(6)) {
    case 0:
      text[at] = static_cast<char>(dice.below(256));
      break;
    case 1:
      text.erase(at, length);
      break;
    case 2:
      text.insert(at, text.substr(dice.below(text.size()), length));
      break;
    case 3:
      text.resize(at);
      break;
    case 4:
      text.insert(at, tokens[dice.below(std::size(tokens))]);
      break;
    default: {  // replaces a value
      const auto colon = text.find(':', at);
      const auto end = text.find_first_of(",}\n", colon);
      if (end != std::string::npos)
        text.replace(colon + 1, end - colon - 1, tokens[dice.below(std::size(tokens))]);
    }
  }
  return text;
}

/// Reads, builds and moves whatever is in the text. True where it was a scene.
bool survives(const std::string& text) {
  try {
    const SceneInstance instance = Scene::parse(text, "fuzz.carom.json")->instantiate();
    if (instance.mechanism->dof() > 12) return true;
    runMotion(*instance.mechanism, instance.initial,
              {.duration = instance.view.duration, .leadIn = instance.view.leadIn, .maxImpacts = 10});
    return true;
  } catch (const SceneError& error) {
    if (std::string(error.what()).find('\n') != std::string::npos) throw std::logic_error("not one line");
    return false;
  }
}

}  // namespace

class TestSceneFuzz : public QObject {
  Q_OBJECT
 private slots:
  void mutatedScenesAreScenesOrErrors_data();
  void mutatedScenesAreScenesOrErrors();
  void anyAssignmentIsAValueOrAnError();
};

void TestSceneFuzz::mutatedScenesAreScenesOrErrors_data() {
  QTest::addColumn<QString>("scene");
  for (const BuiltinScene& builtin : builtinScenes())
    QTest::newRow(builtin.name.c_str()) << QString::fromStdString(builtin.name);
}

void TestSceneFuzz::mutatedScenesAreScenesOrErrors() {
  QFETCH(QString, scene);
  const std::string original = Scene::open(scene.toStdString())->text();
  QVERIFY(survives(original));
  Dice dice(20240);
  int scenes = 0;
  for (int trial = 0; trial < 400; ++trial) {
    std::string text = original;
    for (std::size_t change = 0; change <= dice.below(3) && !text.empty(); ++change)
      text = mutated(text, dice);
    try {
      scenes += survives(text);
    } catch (const std::exception& error) {
      QFAIL(qPrintable(
          QString("trial %1: %2\n%3").arg(trial).arg(error.what()).arg(QString::fromStdString(text))));
    }
  }
  QVERIFY(scenes > 0);  // some changes are harmless
}

void TestSceneFuzz::anyAssignmentIsAValueOrAnError() {
  const auto scene = Scene::open("billiard-break");
  const std::string alphabet = "0123456789.+-*/^()<>=!?:&|,eradgmn \"sqrthetb";
  Dice dice(7);
  int values = 0;
  for (int trial = 0; trial < 20'000; ++trial) {
    std::string text;
    for (std::size_t length = dice.below(8); text.size() <= length;)
      text += alphabet[dice.below(alphabet.size())];
    try {
      scene->instantiate({{"speed", text}});
      ++values;
    } catch (const SceneError& error) {
      QVERIFY(!error.problem().empty());
    }
  }
  QVERIFY(values > 100);
}

QTEST_GUILESS_MAIN(TestSceneFuzz)
#include "tst_scene_fuzz.moc"
