// Scenes in which nothing moves are looked at and edited like any other.
#include <QAction>
#include <QDialog>
#include <QSettings>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QToolButton>

#include "answer/run_distance.h"
#include "common/theme.h"
#include "document/scene_files.h"
#include "editor/scene_editor.h"
#include "figure/figure.h"
#include "figure/panel.h"
#include "scene/format/write_scene.h"
#include "support/widget_test.h"
#include "support/window_test.h"
#include "viewport/viewport_panel.h"
#include "window/figure_menu.h"
#include "window/main_window.h"
#include "window/panel_dock.h"
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

  /// The tool that edits is put away at once where another scene opens; an edit of the scene keeps it.
  void editingEndsWithTheScene() {
    MainWindow window;
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    window.openScene("billiard-break");
    QTRY_VERIFY(window.snapshot());
    ToolBox* tool = window.findChild<ViewportPanel*>()->tool();
    tool->setKind(ToolBox::Kind::Select);
    window.document()->editScene("Clear", emptySceneText());
    QTRY_VERIFY(window.snapshot()->instance.mechanism->bodies().empty());
    QCOMPARE(tool->kind(), ToolBox::Kind::Select);
    QSignalSpy opened(window.document(), &Document::opened);
    window.openScene("pen");
    QTRY_COMPARE(opened.count(), 1);
    QCOMPARE(tool->kind(), ToolBox::Kind::None);
  }

  /// Ctrl+N, B: the first ball is placed by keys, wherever the keyboard was.
  void theKeysOfTheToolsWorkInANewScene() {
    MainWindow window;
    tests::showActive(&window);
    window.openScene("billiard-break");
    QTRY_VERIFY(window.snapshot());
    window.findChild<QToolButton*>("scenes")->setFocus();
    window.findChild<QAction*>("new")->trigger();
    QTRY_VERIFY(window.snapshot()->instance.mechanism->bodies().empty());
    QTRY_VERIFY(QApplication::focusWidget());
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_B);
    QCOMPARE(window.findChild<ViewportPanel*>()->tool()->kind(), ToolBox::Kind::Ball);
  }

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

  /// A plot that was drawn, then hidden, gets the empty scene from the Figure menu, which lists what every
  /// panel shows; then the moment changes.
  void aHiddenPlotIsLeftAlone() {
    MainWindow window;
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    window.openScene("billiard-break");
    QTRY_VERIFY(window.snapshot() && window.snapshot()->curve);
    const QList<PanelDock*> docks = window.findChildren<PanelDock*>();
    for (PanelDock* dock : docks) {
      dock->show();
      dock->raise();
      QCoreApplication::processEvents();
    }
    for (PanelDock* dock : docks) dock->hide();
    window.document()->editScene("Clear", emptySceneText());
    QTRY_COMPARE(window.snapshot()->scene->text(), emptySceneText());
    emit window.findChild<FigureMenu*>()->aboutToShow();
    window.selection()->setMoment({0.5, -1, 0});
    window.document()->undo();
    QTRY_VERIFY(window.snapshot()->scene->text() != emptySceneText());
    window.selection()->setMoment({0.2, -1, 0});
    for (PanelDock* dock : docks) dock->show();
    QCoreApplication::processEvents();
    QVERIFY(!window.grab().isNull());
  }

  /// Ctrl+N in an empty window, a body by the editor, the body taken back, and the menu of figures after
  /// each.
  void aSceneIsEmptiedInEveryWay() {
    MainWindow window;
    tests::showActive(&window);
    window.files()->newScene();
    QTRY_VERIFY(window.snapshot() && window.snapshot()->instance.mechanism->bodies().empty());
    auto* menu = window.findChild<FigureMenu*>();
    const auto tryAll = [&] {
      for (int entry = 0;; ++entry) {  // each is another menu: filled anew when it opens
        emit menu->aboutToShow();
        if (entry >= menu->actions().size()) return;
        menu->actions()[entry]->trigger();
        QCoreApplication::processEvents();
        for (QDialog* dialog : window.findChildren<QDialog*>())
          if (dialog->isVisible()) dialog->reject();
      }
    };
    const auto bodies = [&] { return window.snapshot()->instance.mechanism->bodies().size(); };
    auto* editor = window.findChild<SceneEditor*>();
    tryAll();
    editor->add(SceneEditor::Kind::Ball);
    QTRY_COMPARE(bodies(), 1U);
    tryAll();
    editor->selectAll();
    editor->removeSelected();
    QTRY_COMPARE(bodies(), 0U);
    tryAll();
    window.document()->undo();
    QTRY_COMPARE(bodies(), 1U);
    tryAll();
    window.document()->undo();
    QTRY_COMPARE(bodies(), 0U);
    tryAll();
    window.document()->redo();
    QTRY_COMPARE(bodies(), 1U);
    editor->selectAll();
    QTest::keyClick(window.findChild<ViewportPanel*>(), Qt::Key_Delete);
    window.document()->undo();
    tryAll();
    QVERIFY(window.document()->state().scene != nullptr);
  }

  /// Tab goes on from a widget that is hidden by then, wherever that was.
  void tabEndsWhateverIsHidden() {
    MainWindow window;
    tests::showActive(&window);
    window.openScene("billiard-break");
    QTRY_VERIFY(window.snapshot());
    for (QWidget* widget : window.findChildren<QWidget*>()) {
      if (!(widget->focusPolicy() & Qt::TabFocus)) continue;
      widget->setFocus();
      for (PanelDock* dock : window.findChildren<PanelDock*>()) dock->setVisible(dock->isBehindATab());
      QTest::keyClick(&window, Qt::Key_Tab);
      QTest::keyClick(&window, Qt::Key_Tab, Qt::ShiftModifier);
    }
    QVERIFY(window.isVisible());
  }

  /// The keyboard is in a menu while the window goes.
  void aWindowGoesWithAMenuOpen() {
    auto window = std::make_unique<MainWindow>();
    tests::showActive(window.get());
    window->openScene("billiard-break");
    QTRY_VERIFY(window->snapshot());
    auto* menu = window->findChild<FigureMenu*>();
    menu->popup(window->mapToGlobal(QPoint(50, 50)));
    menu->setFocus();
    QVERIFY(menu->isVisible());
    window.reset();
    QVERIFY(!QApplication::activePopupWidget());
  }

  /// All figures of the menu are of one scene, whose name none repeats.
  void figuresAreNamedWithoutTheirScene() {
    MainWindow window;
    window.show();
    window.openScene("billiard-break");
    QTRY_VERIFY(window.snapshot() && window.snapshot()->report);
    const QString scene = QString::fromStdString(window.snapshot()->scene->title());
    auto* menu = window.findChild<FigureMenu*>();
    emit menu->aboutToShow();
    QStringList names;
    for (const QAction* action : menu->actions()) names << action->text();
    QVERIFY2(names.filter(scene).isEmpty(), qPrintable(names.join('\n')));
    QCOMPARE(names.front(), QString("Export “3D view”…"));
    names.removeAll(QString());
    QCOMPARE(QSet<QString>(names.begin(), names.end()).size(), names.size());
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
