#include <QDirIterator>
#include <QtTest>

#include "fuzz/edit_fuzz.h"
#include "scene/scene.h"
#include "support/test_program.h"

using namespace carom;

class TestSceneFuzz : public QObject {
  Q_OBJECT
 private slots:
  void theCorpusIsScenesOrErrors();
  void mutatedScenesAreScenesOrErrors_data();
  void mutatedScenesAreScenesOrErrors();
  void editedScenesAreScenesOrErrors_data() { mutatedScenesAreScenesOrErrors_data(); }
  void editedScenesAreScenesOrErrors();
  void anyAssignmentIsAValueOrAnError();
};

/// What libFuzzer found worth keeping, and once crashed or hung.
void TestSceneFuzz::theCorpusIsScenesOrErrors() {
  QDirIterator files(CAROM_SOURCE "/tests/fuzz/corpus", QDir::Files);
  int scenes = 0, errors = 0;
  while (files.hasNext()) {
    QFile file(files.next());
    QVERIFY(file.open(QIODevice::ReadOnly));
    try {
      ++(fuzz::survives(file.readAll().toStdString()) ? scenes : errors);
    } catch (const std::exception& error) {
      QFAIL(qPrintable(file.fileName() + ": " + error.what()));
    }
  }
  QVERIFY(scenes > 0 && errors > 0);
}

void TestSceneFuzz::mutatedScenesAreScenesOrErrors_data() {
  QTest::addColumn<QString>("scene");
  for (const BuiltinScene& builtin : builtinScenes())
    QTest::newRow(builtin.name.c_str()) << QString::fromStdString(builtin.name);
}

void TestSceneFuzz::mutatedScenesAreScenesOrErrors() {
  QFETCH(QString, scene);
  const std::string original = Scene::open(scene.toStdString())->text();
  QVERIFY(fuzz::survives(original));
  fuzz::Dice dice(20240);
  int scenes = 0;
  for (int trial = 0; trial < 400; ++trial) {
    std::string text = original;
    for (std::size_t change = 0; change <= dice.below(3); ++change) text = fuzz::mutated(text, dice);
    try {
      scenes += fuzz::survives(text);
    } catch (const std::exception& error) {
      QFAIL(qPrintable(
          QString("trial %1: %2\n%3").arg(trial).arg(error.what()).arg(QString::fromStdString(text))));
    }
  }
  QVERIFY(scenes > 0);  // some changes are harmless
}

void TestSceneFuzz::editedScenesAreScenesOrErrors() {
  QFETCH(QString, scene);
  const std::string original = Scene::open(scene.toStdString())->text();
  int accepted = 0;
  for (unsigned seed = 0; seed < 4; ++seed) {
    fuzz::Dice dice(seed);
    try {
      accepted += fuzz::survivesEdits(original, dice, 60);
    } catch (const std::exception& error) {
      QFAIL(qPrintable(QString("seed %1: %2").arg(seed).arg(error.what())));
    }
  }
  QVERIFY(accepted > 40);
}

void TestSceneFuzz::anyAssignmentIsAValueOrAnError() {
  const auto scene = Scene::open("billiard-break");
  const std::string alphabet = "0123456789.+-*/^()<>=!?:&|,eradgmn \"sqrthetb";
  fuzz::Dice dice(7);
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

CAROM_TEST(TestSceneFuzz);
#include "tst_scene_fuzz.moc"
