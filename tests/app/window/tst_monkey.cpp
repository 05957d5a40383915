// A window that is used at random, with exceptions planted in its events, goes on: no other exception leaves
// an event, no event keeps the window for over a second, and what was edited can be taken back and done
// again. CAROM_MONKEY_MINUTES=15 CAROM_SEED=7 uses it for longer and otherwise.
#include <QDesktopServices>
#include <QTemporaryDir>

#include "support/many_balls.h"
#include "support/widget_test.h"
#include "support/window_monkey.h"
#include "support/window_test.h"

using namespace carom;

namespace {

double minutes() {
  bool isNumber = false;
  const double given = qEnvironmentVariable("CAROM_MONKEY_MINUTES").toDouble(&isNumber);
  return isNumber ? given : 0.15;
}

}  // namespace

class TestMonkey : public QObject {
  Q_OBJECT

 private slots:
  void initTestCase() {
    prepareWindowTest();
    for (const char* scheme : {"http", "https", "file"})  // no browser is started
      QDesktopServices::setUrlHandler(scheme, this, "pass");
  }

  void cleanupTestCase() {
    for (const char* scheme : {"http", "https", "file"}) QDesktopServices::unsetUrlHandler(scheme);
  }

  void pass(const QUrl&) {}

  void theWindowGoesOn() {
    const QTemporaryDir folder;
    QDir::setCurrent(folder.path());
    tests::WindowMonkey monkey(static_cast<unsigned>(std::max(1, qEnvironmentVariableIntValue("CAROM_SEED"))),
                               folder.path(),
                               {emptySceneText(), tests::manyBallsText(), "{\"format\": 1",
                                R"({"format": 1, "gravity": [0, -9.81, 0], "bodies": [
               {"name": "floor", "shapes": [{"type": "half-space", "normal": [0, 1, 0]}]}]})"});
    monkey.use(std::chrono::milliseconds(static_cast<int>(60'000 * minutes())));
    qInfo("%d steps, %d exceptions planted, longest wait %.2f s", monkey.steps(), monkey.planted(),
          monkey.longestWait());
    for (const QString& wait : monkey.waits()) qInfo("waited %s", qPrintable(wait));
    for (const QString& took : monkey.memory()) qInfo("%s", qPrintable(took));
    QVERIFY2(monkey.faults().isEmpty(), qPrintable(monkey.faults().join('\n')));
    // Processors that tests share are at most half as quick, and a new window counts, too.
    QVERIFY2(monkey.longestWait() < 2.0 * tests::patience, qPrintable(monkey.waits().join('\n')));

    Document* document = monkey.window().document();
    QTRY_VERIFY(document->state().scene);
    const auto asked = [document] {
      QString what = QString::fromStdString(document->state().scene->title());
      for (const auto& [name, value] : document->state().assignments)
        what += QString::fromStdString(' ' + name + '=' + value);
      return what;
    };
    QTRY_VERIFY2_WITH_TIMEOUT(!document->isWaiting(), qPrintable("for " + asked()), 120'000);
    if (document->isEditing()) document->cancelEdit();
    const std::string last = document->sceneText();
    QUndoStack* history = document->undoStack();
    const int place = history->index();
    while (history->canUndo()) document->undo();
    while (history->index() < place) document->redo();
    QCOMPARE(document->sceneText(), last);
  }
};

static int runOnSafeApplication(int argc, char** argv) {
  qputenv("QTEST_FUNCTION_TIMEOUT",
          QByteArray::number(static_cast<int>((minutes() + 5) * 60'000) * tests::patience));
  return tests::run<SafeApplication, TestMonkey>(argc, argv);
}
CAROM_DISPLAY_TEST_RUN_BY(runOnSafeApplication);
#include "tst_monkey.moc"
