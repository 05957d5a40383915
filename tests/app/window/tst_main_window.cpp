// The whole window, driven as a person drives it: mouse, keys, undo, play, export.
#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAccessible>
#include <QComboBox>
#include <QDockWidget>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QRegularExpression>
#include <QSet>
#include <QSignalSpy>
#include <QSlider>
#include <QTabBar>
#include <QTemporaryDir>
#include <cmath>

#include "base/version.h"
#include "common/math_label.h"
#include "common/theme.h"
#include "figure/figure_export_dialog.h"
#include "motion/series_panel.h"
#include "motion/xi_curve_panel.h"
#include "orderings/ordering_graph_panel.h"
#include "outcomes/outcome_set_panel.h"
#include "scene/parameter_row.h"
#include "scene/scene_panel.h"
#include "scene/summary_bar.h"
#include "support/one_window.h"
#include "support/slow_build.h"
#include "support/still_picture.h"
#include "support/widget_test.h"
#include "support/window_test.h"
#include "timeline/player.h"
#include "timeline/run_bar.h"
#include "timeline/timeline_panel.h"
#include "viewport/viewport_canvas.h"
#include "viewport/viewport_panel.h"
#include "window/layout/dock_window.h"
#include "window/layout/workspaces.h"
#include "window/main_window.h"
#include "window/panel_dock.h"
#include "window/panels.h"
#include "window/window_layout.h"

using namespace carom;

class TestMainWindow : public QObject, private tests::OneWindow {
  Q_OBJECT

 private slots:
  void initTestCase() { prepareWindowTest(); }
  void init() { openWindow(); }
  void cleanup() { window.reset(); }

  /// A field in a menu that has the keyboard as the window goes ends its edit while its panel is whole: its
  /// panel was a plain widget by then, whose slot was called.
  void fieldsInMenusEndTheirEditsFirst() {
    auto* bar = window->findChild<RunBar*>();
    auto* field = bar->findChild<QLineEdit*>("duration");
    auto* menu = qobject_cast<QMenu*>(field->parentWidget()->parentWidget());
    QVERIFY(menu);
    menu->popup(bar->mapToGlobal(QPoint(0, 0)));
    QTRY_VERIFY(menu->isVisible());
    field->setFocus();
    QTRY_COMPARE(QApplication::focusWidget(), field);
    QByteArray panel;
    connect(field, &QLineEdit::editingFinished, field, [&] { panel = bar->metaObject()->className(); });
    window.reset();
    QCOMPARE(panel, QByteArray("carom::RunBar"));
  }

  /// A tab says it already: there is no bar below, and the tab's menu has what its buttons do.
  void tabbedPanelsShowTheirTitleOnce() {
    auto* scene = window->findChild<PanelDock*>("scene");
    auto* editor = window->findChild<PanelDock*>("scene-editor");
    const auto hasBar = [scene] {
      int buttons = 0;
      for (const auto* button : scene->findChildren<QAbstractButton*>(QRegularExpression("title-.*")))
        buttons += button->isVisible();
      return buttons == 4 && scene->widget()->y() > 10;
    };
    const auto namesAreKept = [scene] {
      return scene->windowTitle() == "Scene" && scene->toggleViewAction()->text() == "Scene" &&
             QAccessible::queryAccessibleInterface(scene)->text(QAccessible::Name) == "Scene";
    };
    editor->toggleViewAction()->trigger();
    QVERIFY(scene->isTabbed() && editor->isTabbed());
    QTRY_VERIFY(!window->findChild<PanelDock*>("energy")->isTabbed());
    QTRY_VERIFY(scene->widget()->y() <= 1 && !hasBar());
    QVERIFY(namesAreKept());
    editor->toggleViewAction()->trigger();  // the last neighbour goes
    QTRY_VERIFY(!scene->isTabbed() && hasBar());
    QVERIFY(namesAreKept());
    editor->toggleViewAction()->trigger();
    QTRY_VERIFY(scene->isTabbed());
    scene->raise();
    QTRY_VERIFY(!hasBar());
    // The menu of the other's tab floats it.
    QTabBar* tabs = nullptr;
    int at = -1;
    const QMainWindow* docks = window->panels().docks();
    for (QTabBar* bar : docks->findChildren<QTabBar*>(Qt::FindDirectChildrenOnly))
      for (int i = 0; i < bar->count(); ++i)
        if (bar->tabText(i) == editor->windowTitle()) tabs = bar, at = i;
    QVERIFY(tabs);
    emit tabs->customContextMenuRequested(tabs->tabRect(at).center());
    auto* menu = tabs->findChild<QMenu*>();
    QVERIFY(menu && menu->actions().size() >= 3);
    menu->actions().at(1)->trigger();
    menu->close();
    QTRY_VERIFY(editor->isFloating() && !scene->isTabbed() && hasBar());
  }

  /// Scene, editor and text are one panel in three depths: each is shown in the place of another.
  void viewsOfOneThingShareAPlace() {
    auto* scene = window->findChild<PanelDock*>("scene");
    auto* editor = window->findChild<PanelDock*>("scene-editor");
    const QRect place = scene->geometry();
    QVERIFY(!scene->isHidden() && editor->isHidden());
    auto* view = scene->findChild<QAction*>("view-scene-editor");
    QVERIFY(view);
    view->trigger();
    QTRY_VERIFY(editor->isVisible() && scene->isHidden());
    QTRY_COMPARE(editor->geometry().topLeft(), place.topLeft());
    QVERIFY(!editor->isTabbed());
    editor->findChild<QAction*>("view-scene")->trigger();
    QTRY_VERIFY(scene->isVisible() && editor->isHidden());
    QTRY_COMPARE(scene->geometry(), place);
    // What stands elsewhere stays there.
    editor->toggleViewAction()->trigger();
    view->trigger();
    QVERIFY(!scene->isHidden() && !editor->isHidden());
  }

  void draggingABallMovesThetaAndXiFollows() {
    auto* canvas = find<ViewportCanvas>();
    QVERIFY(xi() < 1e-12);
    const QPoint from = onScreen("a");
    dragTo(canvas, from, from + QPoint(-60, -30));
    QTRY_VERIFY(theta() > 95 && xi() > 0.1);
    QCOMPARE(undoStack()->count(), 0);
    QTest::mouseRelease(canvas, Qt::LeftButton, {}, from + QPoint(-60, -30));
    QTRY_COMPARE(undoStack()->count(), 1);
    QVERIFY(undoStack()->undoText().contains("a"));

    QTest::keyClick(window.get(), Qt::Key_Z, Qt::ControlModifier);
    QTRY_VERIFY(std::abs(theta() - 90) < 1e-12);
    QTest::keyClick(window.get(), Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
    QTRY_VERIFY(theta() > 95);
  }

  void aStepOfADragRendersThePictureOnce() {
    auto* canvas = find<ViewportCanvas>();
    const QPoint from = onScreen("a");
    dragTo(canvas, from, from + QPoint(-40, -30));
    QTRY_VERIFY(!window->document()->isWaiting());
    waitForFrame(canvas);
    QSignalSpy frames(canvas, &ViewportCanvas::frameShown);
    constexpr int steps = 20;
    for (int i = 1; i <= steps; ++i) {
      const SnapshotPtr before = now();
      const qsizetype shown = frames.count();
      QTest::mouseMove(canvas, from + QPoint(-40 - i, -30));
      // Not waitForFrame(), which renders anew where the answer and its frame have come at once.
      QVERIFY(QTest::qWaitFor([&] { return now() != before && frames.count() > shown; },
                              30'000 * tests::patience));
    }
    QTest::mouseRelease(canvas, Qt::LeftButton, {}, from + QPoint(-40 - steps, -30));
    QVERIFY2(frames.count() < steps + steps / 2, qPrintable(QString::number(frames.count())));
  }

  void escapeTakesADragBack() {
    auto* canvas = find<ViewportCanvas>();
    const QPoint from = onScreen("b");
    dragTo(canvas, from, from + QPoint(-60, 30));
    QTRY_VERIFY(theta() > 95);
    QTest::keyClick(canvas, Qt::Key_Escape);
    QTRY_VERIFY(std::abs(theta() - 90) < 1e-12);
    QTest::mouseRelease(canvas, Qt::LeftButton, {}, from);
    theNextEditIsTheFirst();
  }

  void draggingABallThatNoParameterMovesSaysSo() {
    auto* canvas = find<ViewportCanvas>();
    const QPoint from = onScreen("c");
    dragTo(canvas, from, from + QPoint(-60, 30));
    QTRY_VERIFY(canvas->hint().contains("No parameter"));
    QVERIFY(std::abs(theta() - 90) < 1e-12);
    QTest::mouseRelease(canvas, Qt::LeftButton, {}, from + QPoint(-60, 30));
    theNextEditIsTheFirst();
  }

  void fieldTakesExpressionsWithUnits() {
    auto* field = find<ScenePanel>()->row("theta")->findChild<QLineEdit*>();
    field->setFocus();
    field->selectAll();
    QTest::keyClicks(field, "60deg*2");
    QTest::keyClick(field, Qt::Key_Return);
    QTRY_VERIFY(std::abs(theta() - 120) < 1e-9);
    QVERIFY(std::abs(xi() - std::sqrt(5) / 4) < 1e-12);
    QTRY_COMPARE(undoStack()->count(), 1);
  }

  void refusedValueIsToldAndNothingIsLost() {
    auto* row = find<ScenePanel>()->row("theta");
    auto* field = row->findChild<QLineEdit*>();
    field->setFocus();
    field->selectAll();
    QTest::keyClicks(field, "30deg");
    QTest::keyClick(field, Qt::Key_Return);
    QTRY_VERIFY(row->error().contains("overlap"));
    QTRY_VERIFY(!window->document()->isEditing());
    QVERIFY(std::abs(theta() - 90) < 1e-12);
    QCOMPARE(undoStack()->count(), 0);
    QVERIFY(window->findChild<ElidedLabel*>("message")->fullText().contains("overlap"));
  }

  void fitsASmallScreen_data() {
    QTest::addColumn<QString>("scene");
    for (const char* scene : {"billiard-break", "converging-line", "rack-break", "pen", "tumbling-box"})
      QTest::newRow(scene) << scene;
  }
  void fitsASmallScreen() {
    QFETCH(QString, scene);
    open(scene);
    constexpr QSize small{1024, 660};  // a title bar of 40 pixels above it
    window->resize(small);
    const QWidget* docks = window->panels().docks();
    QTRY_VERIFY2(window->size() == small && docks->size() == docks->parentWidget()->size(),
                 qPrintable(leastSizes()));
    for (const QWidget* part : window->findChildren<QWidget*>()) {
      const bool shown = part->isVisible() && !part->visibleRegion().isEmpty();  // no tab lies over it
      if (part->inherits("QToolBarExtension")) continue;  // the tool bar gives way by it
      if (!shown || part->isWindow() || !part->parentWidget()->layout()) continue;
      const QString what = QStringLiteral("%1 %2: %3 x %4 of %5 x %6")
                               .arg(part->metaObject()->className(), part->objectName())
                               .arg(part->width())
                               .arg(part->height())
                               .arg(part->minimumSizeHint().width())
                               .arg(part->minimumSizeHint().height());
      QVERIFY2(part->parentWidget()->rect().contains(part->geometry()), qPrintable(what));
    }
  }

  /// There the panels keep the room that they need, and scroll.
  void aWindowThatIsTooSmallScrolls() {
    constexpr QSize tiny{512, 330};
    window->resize(tiny);
    const QMainWindow* docks = window->panels().docks();
    const QWidget* room = docks->parentWidget();
    QTRY_COMPARE(window->size(), tiny);
    QTRY_VERIFY(docks->width() > room->width() && docks->height() > room->height());
    const auto isInSight = [](const QWidget* widget) { return !widget->visibleRegion().isEmpty(); };
    auto* energy = window->findChild<SeriesPanel*>("energy");
    auto* viewport = find<ViewportPanel>();
    QVERIFY(isInSight(viewport) && !isInSight(energy));
    QTest::keyClick(window.get(), Qt::Key_7, Qt::AltModifier);
    QTRY_VERIFY(isInSight(energy));
    QTest::keyClick(window.get(), Qt::Key_1, Qt::AltModifier);
    QTRY_VERIFY(isInSight(viewport));
    // Each panel of the round has its turn, also those that are scrolled out of sight.
    QSet<const QWidget*> visited;
    for (int i = 0; i < 12; ++i) {
      QTest::keyClick(window.get(), Qt::Key_F6);
      const QWidget* panel = QApplication::focusWidget();
      while (panel && !qobject_cast<const Panel*>(panel)) panel = panel->parentWidget();
      QVERIFY(panel && isInSight(panel));
      visited << panel;
    }
    QVERIFY(visited.contains(find<OrderingGraphPanel>()) && visited.contains(find<TimelinePanel>()));
    // So has each field for the Tab key.
    for (int i = 0; i < 60; ++i) {
      QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
      const QWidget* focus = QApplication::focusWidget();
      QVERIFY2(!docks->isAncestorOf(focus) || isInSight(focus),
               qPrintable(focus->metaObject()->className() + QString(" ") + focus->objectName() + " in " +
                          focus->parentWidget()->objectName()));
    }
  }

  void theRuleStaysInTheToolBarOfASmallWindow() {
    window->resize(1024, 660);
    window->document()->setRule(OrderingRule{OrderingRule::Kind::Priority, {"ac", "bc"}, 1});
    QTRY_VERIFY(!window->document()->isWaiting());
    window->document()->setRestitution(0.5, {});
    for (const char* name : {"rule", "priority", "restitutionLaw", "restitutionValue"}) {
      const auto* field = window->findChild<QWidget*>(name);
      QTRY_VERIFY2(field && field->isVisible() && field->visibleRegion().boundingRect() == field->rect(),
                   name);
    }
  }

  /// What was typed stays, and a correction of it is what counts.
  void aRefusedValueIsCorrectedWhereItStands() {
    auto* row = find<ScenePanel>()->row("theta");
    auto* field = row->findChild<QLineEdit*>();
    field->setFocus();
    QCoreApplication::processEvents();  // the field selects all of its text
    QTest::keyClicks(field, "70x");
    QTest::keyClick(field, Qt::Key_Return);
    QTRY_VERIFY(!row->error().isEmpty() && !window->document()->isEditing());
    QCOMPARE(field->text(), QString("70x"));
    QTest::keyClick(field, Qt::Key_Backspace);
    QCOMPARE(field->text(), QString("70"));
    QTRY_VERIFY(std::abs(theta() - 70) < 1e-9 && row->error().isEmpty());
    QTest::keyClick(field, Qt::Key_Return);
    QTRY_COMPARE(undoStack()->count(), 1);
    QVERIFY(std::abs(theta() - 70) < 1e-9);
  }

  void halfTypedValuesAreToldAtTheirFieldOnly() {
    auto* row = find<ScenePanel>()->row("theta");
    auto* field = row->findChild<QLineEdit*>();
    const QString hint = find<ViewportCanvas>()->hint();
    field->setFocus();
    QCoreApplication::processEvents();  // the field selects all of its text
    QTest::keyClicks(field, "12");      // on the way to 120
    QTRY_VERIFY(row->error().contains("overlap"));
    QCOMPARE(find<ViewportCanvas>()->hint(), hint);
    QVERIFY(window->findChild<ElidedLabel*>("message")->fullText().isEmpty());
    QTest::keyClicks(field, "0");
    QTRY_VERIFY(std::abs(theta() - 120) < 1e-9);
    QVERIFY(row->error().isEmpty());
    QTest::keyClick(field, Qt::Key_Return);
    QTRY_COMPARE(undoStack()->count(), 1);
  }

  void theCurvesFigureIsExportedWhenItIsThere() {
    open("newtons-cradle");
    QTRY_VERIFY(window->snapshot()->curve);
    auto* panel = find<XiCurvePanel>();
    window->document()->setAssignment("n", "7");
    // From now on the curve on the screen is of another cradle, until the present one arrives.
    QTRY_VERIFY(panel->isStale() || window->snapshot()->assignments.contains("n"));
    emit panel->exportRequested();
    QTRY_VERIFY(find<FigureExportDialog>());
    QVERIFY(!panel->isStale());
    find<FigureExportDialog>()->reject();
  }

  void arrowKeysStepThroughTheImpact() {
    auto* field = find<ScenePanel>()->row("theta")->findChild<QLineEdit*>();
    field->setFocus();
    field->selectAll();
    QTest::keyClicks(field, "120deg");
    QTest::keyClick(field, Qt::Key_Return);
    QTRY_VERIFY(std::abs(theta() - 120) < 1e-9);
    find<ViewportPanel>()->setFocus();
    window->setFocus();
    QVector<int> seen{window->selection()->moment().reflection};
    for (int i = 0; i < 2; ++i) {
      QTest::keyClick(window.get(), Qt::Key_Right);
      seen << window->selection()->moment().reflection;
    }
    QCOMPARE(seen, (QVector<int>{0, 1, 2}));
    QVERIFY(window->selection()->moment().impact >= 0);
    QTest::keyClick(window.get(), Qt::Key_Left);
    QCOMPARE(window->selection()->moment().reflection, 1);
    // Also where a list of choices has the focus, the tree of orderings or a row of the table of outcomes.
    QComboBox* speed = nullptr;
    for (auto* box : window->findChildren<QComboBox*>())
      if (box->accessibleName() == QStringLiteral("Speed")) speed = box;
    QVERIFY(speed);
    auto* table = window->findChild<QDockWidget*>("outcomes")->findChild<QAbstractItemView*>();
    QVERIFY(table);
    for (QWidget* focus : {static_cast<QWidget*>(speed), static_cast<QWidget*>(find<OrderingGraphPanel>()),
                           static_cast<QWidget*>(table)}) {
      window->findChild<QDockWidget*>("outcomes")->raise();
      focus->setFocus();
      QTRY_VERIFY(focus->hasFocus());
      QTest::keyClick(focus, Qt::Key_Right);
      QCOMPARE(window->selection()->moment().reflection, 2);
      QTest::keyClick(focus, Qt::Key_Left);
      QCOMPARE(window->selection()->moment().reflection, 1);
    }
  }

  /// Elsewhere these keys go through the run.
  void aSliderKeepsTheKeysToItsEnds() {
    auto* slider = find<ScenePanel>()->row("theta")->findChild<QSlider*>();
    slider->setFocus();
    for (const auto& [key, degrees] : {std::pair(Qt::Key_End, 180.0), std::pair(Qt::Key_Home, 60.0)}) {
      QTest::keyClick(slider, key);
      QTRY_VERIFY2(std::abs(theta() - degrees) < 1e-9, qPrintable(QString::number(theta())));
      QCOMPARE(window->selection()->moment().time, 0.0);
    }
    window->setFocus();
    QTest::keyClick(window.get(), Qt::Key_End);
    QTRY_VERIFY(window->selection()->moment().time > 0.1);
  }

  void everyPictureIsExportedFromItsPanel_data() {
    QTest::addColumn<QString>("panel");
    QTest::addColumn<QString>("ending");
    for (const char* panel : {"carom::ViewportPanel", "carom::OrderingGraphPanel", "carom::OutcomesPanel",
                              "carom::XiCurvePanel", "energy", "momentum"})
      for (const char* ending : {"pdf", "svg", "png"})
        QTest::addRow("%s %s", panel, ending) << panel << ending;
  }
  void everyPictureIsExportedFromItsPanel() {
    QFETCH(QString, panel);
    QFETCH(QString, ending);
    QTemporaryDir folder;
    QTRY_VERIFY(window->snapshot()->curve);
    for (auto* each : window->findChildren<Panel*>())
      if (each->inherits(qPrintable(panel)) || each->objectName() == panel) emit each->exportRequested();
    auto* dialog = find<FigureExportDialog>();
    QVERIFY(dialog && dialog->isVisible());
    auto* path = dialog->findChild<QLineEdit*>("path");
    path->setText("/no/such/folder/figure." + ending);
    QTest::keyClick(dialog, Qt::Key_Return);
    QVERIFY(dialog->isVisible());
    QTRY_VERIFY(dialog->findChild<QLabel*>("error")->text().contains("/no/such/folder"));

    path->setText(folder.filePath("figure." + ending));
    QTest::keyClick(dialog, Qt::Key_Return);
    QTRY_VERIFY(!find<FigureExportDialog>());
    QFile file(folder.filePath("figure." + ending));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray head = file.read(400);
    QVERIFY(head.contains(ending == "pdf" ? "%PDF" : ending == "svg" ? "<svg" : "PNG"));
  }

  void playingMovesTime() {
    const double before = window->selection()->moment().time;
    QTest::keyClick(window.get(), Qt::Key_Space);
    QTRY_VERIFY(window->selection()->moment().time > before);
    QTest::keyClick(window.get(), Qt::Key_Space);
    const double stopped = window->selection()->moment().time;
    // A player of its own shows that the time for some frames has passed.
    Selection elsewhere;
    Player sentinel(&elsewhere);
    sentinel.setTrajectory(window->snapshot()->trajectory);
    sentinel.setLoops(true);
    QSignalSpy frames(&elsewhere, &Selection::momentChanged);
    sentinel.play();
    QTRY_VERIFY(frames.count() >= 3);
    QCOMPARE(window->selection()->moment().time, stopped);
  }
};

CAROM_DISPLAY_TEST(TestMainWindow);
#include "tst_main_window.moc"
