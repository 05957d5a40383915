// Scenes in which nothing moves are looked at and edited like any other.
#include <QAction>
#include <QSettings>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>

#include "answer/run_distance.h"
#include "common/theme.h"
#include "figure/figure.h"
#include "figure/panel.h"
#include "scene/format/write_scene.h"
#include "support/widget_test.h"
#include "support/window_test.h"
#include "window/figure_menu.h"
#include "window/main_window.h"
#include "window/snapshot_delivery.h"

using namespace carom;

class TestEmptyScene : public QObject {
  Q_OBJECT

  QTemporaryDir folder;

  QString write(const QString& name, const std::string& text) {
    QFile file(folder.filePath(name));
    if (!file.open(QIODevice::WriteOnly)) return {};
    file.write(QByteArray::fromStdString(text));
    return file.fileName();
  }

 private slots:
  void initTestCase() { prepareWindowTest(); }

  void isShownByEveryPanel_data() {
    QTest::addColumn<QString>("text");
    QTest::newRow("no bodies") << QString::fromStdString(emptySceneText());
    QTest::newRow("walls only") << R"({"format": 1, "gravity": [0, -9.81, 0], "bodies": [
               {"name": "floor", "shapes": [{"type": "half-space", "normal": [0, 1, 0]}]},
               {"name": "post", "mass": 1, "shapes": [{"type": "box", "size": [1, 2, 1]}]}]})";
    QTest::newRow("nothing touches")
        << R"({"format": 1, "bodies": [{"name": "a", "joints": ["x"], "mass": 1, "shapes": [{"type": "ball", "radius": 1}]}]})";
  }
  void isShownByEveryPanel() {
    QFETCH(QString, text);
    MainWindow window;
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    window.openScene("billiard-break");
    QTRY_VERIFY(window.snapshot());
    const std::string builtin = window.document()->sceneText();
    window.document()->editScene("Clear", text.toStdString());
    QTRY_COMPARE(window.snapshot()->scene->text(), text.toStdString());
    for (Panel* panel : window.findChildren<Panel*>()) {
      QVERIFY(!panel->grab().isNull());
      if (const auto figure = panel->figure()) {
        figure->csv();
        QVERIFY(!renderFigure(*figure, {.dpi = 40}).isNull());
      }
    }
    // The entries of the Figure menu are made when it opens.
    emit window.findChild<FigureMenu*>()->aboutToShow();
    QVERIFY(!window.findChild<FigureMenu*>()->actions().isEmpty());
    window.document()->editScene("Refill", builtin);
    QTRY_COMPARE(window.snapshot()->scene->text(), builtin);
    window.document()->undo();
    QTRY_COMPARE(window.snapshot()->scene->text(), text.toStdString());
    window.openScene(write("empty.carom.json", text.toStdString()));
    QTRY_COMPARE(window.snapshot()->scene->name(), std::string("empty"));
    QCOMPARE(window.document()->undoStack()->count(), 0);
  }

  /// What was compared stays a setting when the last body is deleted.
  void twoRunsOfNothingAreCompared() {
    MainWindow window;
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    window.openScene("billiard-break", {{"theta", "120deg"}});
    QTRY_VERIFY(window.snapshot() && window.snapshot()->report);
    window.document()->setBranch(RunBranch{OrderingRule{OrderingRule::Kind::LeastInfeasible, {}, 1}, 0, {}});
    QTRY_VERIFY(window.snapshot()->comparison);
    window.document()->editScene("Clear", emptySceneText());
    QTRY_COMPARE(window.snapshot()->scene->text(), emptySceneText());
    QVERIFY(window.snapshot()->comparison && window.snapshot()->instance.mechanism->dof() == 0);
    QVERIFY(std::isnan(distanceBetweenRuns(*window.snapshot(), 0)));
    for (Panel* panel : window.findChildren<Panel*>()) {
      window.findChild<SnapshotDelivery*>()->bringUpToDate(panel);
      QVERIFY(!panel->grab().isNull());
      panel->figure();
    }
    emit window.findChild<FigureMenu*>()->aboutToShow();
  }
};

CAROM_DISPLAY_TEST(TestEmptyScene);
#include "tst_empty_scene.moc"
