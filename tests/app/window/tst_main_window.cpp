// The whole window, driven as a person drives it: mouse, keys, undo, play, export.
#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAccessible>
#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QDockWidget>
#include <QDoubleSpinBox>
#include <QElapsedTimer>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QPushButton>
#include <QRegularExpression>
#include <QScreen>
#include <QScrollBar>
#include <QSet>
#include <QSettings>
#include <QShortcut>
#include <QSignalSpy>
#include <QSlider>
#include <QStandardPaths>
#include <QTabBar>
#include <QTemporaryDir>
#include <QTextBrowser>
#include <cmath>
#include <functional>
#include <map>

#include "base/version.h"
#include "common/math_label.h"
#include "common/theme.h"
#include "figure/export_dialog.h"
#include "motion/difference_panel.h"
#include "motion/energy_panel.h"
#include "motion/xi_curve_panel.h"
#include "orderings/ordering_graph_panel.h"
#include "outcomes/outcome_set_panel.h"
#include "scene/parameter_row.h"
#include "scene/scene_panel.h"
#include "scene/summary_bar.h"
#include "support/slow_build.h"
#include "support/still_picture.h"
#include "support/widget_test.h"
#include "support/window_test.h"
#include "timeline/player.h"
#include "timeline/timeline_panel.h"
#include "viewport/viewport_canvas.h"
#include "viewport/viewport_panel.h"
#include "window/layout/workspaces.h"
#include "window/main_window.h"
#include "window/panel_dock.h"
#include "window/panels.h"
#include "window/window_layout.h"

using namespace carom;

class TestMainWindow : public QObject {
  Q_OBJECT

  std::unique_ptr<MainWindow> window;

  template <class T>
  T* find() const {
    return window->findChild<T*>();
  }
  double theta() const { return window->snapshot()->instance.parameters.front().value * 180 / M_PI; }
  double xi() const { return window->snapshot()->report->indeterminacy.xi; }
  QUndoStack* undoStack() const { return window->document()->undoStack(); }

  /// Opens a scene and waits until it is on the screen.
  void open(const QString& scene) {
    const SnapshotPtr before = window->snapshot();
    window->openScene(scene);
    QTRY_VERIFY(window->snapshot() && (!before || window->snapshot()->scene != before->scene));
    waitForStillPicture(find<ViewportCanvas>());  // it is fitted anew as long as panels find their sizes
  }

  /// What the window's parts need at least.
  QString leastSizes() const {
    QString text;
    for (const QWidget* part : window->findChildren<QWidget*>(Qt::FindDirectChildrenOnly))
      if (part->isVisible())
        text += QStringLiteral("%1 %2: %3 x %4\n")
                    .arg(part->metaObject()->className(), part->objectName())
                    .arg(part->minimumSizeHint().width())
                    .arg(part->minimumSizeHint().height());
    return text;
  }
  const SnapshotPtr& now() const { return window->snapshot(); }
  void undo() { QTest::keyClick(window.get(), Qt::Key_Z, Qt::ControlModifier); }
  /// Chooses an entry of a list as the keyboard does.
  void choose(const char* name, const QString& text) {
    auto* box = window->findChild<QComboBox*>(name);
    QVERIFY2(box && box->isVisible(), name);
    const int wanted = box->findText(text);
    QVERIFY2(wanted >= 0, qPrintable(text));
    box->setFocus();
    while (box->currentIndex() != wanted) {
      const int before = box->currentIndex();
      QTest::keyClick(box, before < wanted ? Qt::Key_Down : Qt::Key_Up);
      QVERIFY(box->currentIndex() != before);
    }
  }
  /// Opens the break where the order matters: two outcomes, one edit.
  void openAmbiguousBreak() {
    window->document()->setAssignment("theta", "120deg");
    QTRY_VERIFY(now()->report->outcomes.size() == 2);
    QTRY_COMPARE(undoStack()->count(), 1);
  }

  /// An edit is made and undone. An edit from before would be in the history when this one's answer is there.
  void theNextEditIsTheFirst() {
    window->document()->setAssignment("ra", "30mm");
    QTRY_COMPARE(undoStack()->count(), 1);
    QVERIFY(undoStack()->undoText().contains("ra"));
    QVERIFY(std::abs(theta() - 90) < 1e-12);
    undo();
    QTRY_VERIFY(!undoStack()->canUndo());
  }

  QPoint onScreen(const char* body) const {
    const SceneInstance& instance = window->snapshot()->instance;
    const auto centre = instance.mechanism->position(instance.mechanism->bodyIndex(body), instance.initial.q);
    return find<ViewportCanvas>()->screenMap().toScreen(centre)->toPoint();
  }

  /// Drags with the left button in ten moves; leaves the button down.
  static void dragTo(QWidget* widget, QPoint from, QPoint to) {
    QTest::mousePress(widget, Qt::LeftButton, {}, from);
    for (int i = 1; i <= 10; ++i) {
      QTest::mouseMove(widget, from + (to - from) * i / 10);
      QTest::qWait(16);
    }
  }

 private slots:
  void initTestCase() { prepareWindowTest(); }

  void init() {
    window = std::make_unique<MainWindow>();
    window->show();
    QVERIFY(QTest::qWaitForWindowExposed(window.get()));
    QApplication::setActiveWindow(window.get());  // there is no window manager to do it
    window->windowLayout()->fitScreen();
    window->workspaces()->go(5);  // Figure: the pictures of the impact and the run side by side
    open("billiard-break");
  }

  void cleanup() { window.reset(); }

  /// A tab says it already: there is no bar below, and the tab's menu has what its buttons do.
  void tabbedPanelsShowTheirTitleOnce() {
    auto* scene = window->findChild<PanelDock*>("scene");
    auto* editor = window->findChild<PanelDock*>("scene-editor");
    const auto hasBar = [scene] {
      int buttons = 0;
      for (const auto* button : scene->findChildren<QAbstractButton*>(QRegularExpression("title-.*")))
        buttons += button->isVisible();
      return buttons == 3 && scene->widget()->y() > 10;
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
    QVERIFY(menu && menu->actions().size() == 3);
    menu->actions().at(1)->trigger();
    menu->close();
    QTRY_VERIFY(editor->isFloating() && !scene->isTabbed() && hasBar());
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
    auto* energy = window->findChild<EnergyPanel*>();
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
    // Also where the tree of orderings or a row of the table of outcomes has the focus.
    auto* table = window->findChild<QDockWidget*>("outcomes")->findChild<QAbstractItemView*>();
    QVERIFY(table);
    for (QWidget* focus : {static_cast<QWidget*>(find<OrderingGraphPanel>()), static_cast<QWidget*>(table)}) {
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
                              "carom::XiCurvePanel", "carom::EnergyPanel", "carom::MomentumPanel"})
      for (const char* ending : {"pdf", "svg", "png"})
        QTest::addRow("%s %s", panel, ending) << panel << ending;
  }
  void everyPictureIsExportedFromItsPanel() {
    QFETCH(QString, panel);
    QFETCH(QString, ending);
    QTemporaryDir folder;
    QTRY_VERIFY(window->snapshot()->curve);
    for (auto* each : window->findChildren<Panel*>())
      if (each->inherits(qPrintable(panel))) emit each->exportRequested();
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

  void everyBuiltinSceneOpens_data() {
    QTest::addColumn<QString>("name");
    for (const BuiltinScene& scene : builtinScenes())
      QTest::newRow(scene.name.c_str()) << QString::fromStdString(scene.name);
  }
  void everyBuiltinSceneOpens() {
    QFETCH(QString, name);
    open(name);
    QCOMPARE(QString::fromStdString(window->snapshot()->scene->name()), name);
    QVERIFY(window->windowTitle().contains(name));
    QTest::keyClick(window.get(), Qt::Key_Right);
    QTest::keyClick(window.get(), Qt::Key_PageDown);
    QSignalSpy drawn(find<ViewportCanvas>(), &ViewportCanvas::frameShown);
    find<ViewportCanvas>()->updatePicture();
    QTRY_VERIFY(!drawn.isEmpty());
  }

  void theSceneMenuMarksTheOpenSceneAndHasTheLibrary() {
    const auto* menu = window->findChild<QMenu*>("scenes");
    const auto marked = [menu] {
      QStringList all;
      for (const QAction* action : menu->actions())
        if (action->isChecked()) all << action->objectName();
      return all;
    };
    QCOMPARE(marked(), QStringList{"open:billiard-break"});
    window->findChild<QAction*>("open:newtons-cradle")->trigger();
    QCOMPARE(marked(), QStringList{"open:billiard-break"});  // until the other one is open
    QTRY_COMPARE(marked(), QStringList{"open:newtons-cradle"});
    QVERIFY(menu->actions().contains(window->findChild<QAction*>("library")));
    window->findChild<QAction*>("new")->trigger();
    QTRY_VERIFY(marked().isEmpty());
  }

  void badFileLeavesTheOpenScene_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("truncated") << QByteArray(R"({"format": 1, "bodies": [)");
    QTest::newRow("not json") << QByteArray("hello");
    QTest::newRow("newer") << QByteArray(R"({"format": 2})");
    QTest::newRow("brackets") << QByteArray(1 << 20, '[');
  }
  void badFileLeavesTheOpenScene() {
    QFETCH(QByteArray, text);
    QTemporaryDir folder;
    const QString path = folder.filePath("bad.carom.json");
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text);
    file.close();
    const SnapshotPtr before = window->snapshot();
    QSignalSpy refused(window.get(), &MainWindow::openRefused);
    window->openScene(path);
    QTRY_COMPARE(refused.count(), 1);
    QVERIFY(refused[0][0].toString().contains("bad.carom.json"));
    auto* box = window->findChild<QMessageBox*>();
    QVERIFY(box && box->isVisible());
    box->accept();
    QCOMPARE(window->snapshot()->scene, before->scene);
    QVERIFY(window->windowTitle().contains("billiard-break"));
  }

  /// A box that is higher than the screen would hide its last words and its button.
  void theBoxOfFactsFitsAnyScreen() {
    for (QAction* each : window->findChildren<QAction*>())
      if (each->text().remove('&') == "About Carom") each->trigger();
    QDialog* box = nullptr;
    for (QDialog* each : window->findChildren<QDialog*>())
      if (each->windowTitle() == "About Carom") box = each;
    QVERIFY(box && box->isVisible());
    QVERIFY(box->screen()->availableGeometry().contains(box->frameGeometry()));
    auto* text = box->findChild<QTextBrowser*>();
    auto* button = box->findChild<QPushButton*>();
    QVERIFY(text && button);
    QVERIFY(text->toPlainText().contains("Seghete") && text->toPlainText().contains(versionNumber()));
    QCOMPARE(text->verticalScrollBar()->maximum(), 0);  // this screen has room for all
    QVERIFY(text->viewport()->height() <
            text->document()->size().height() + 20);  // and the box no empty room
    box->resize(420, 200);
    QTRY_COMPARE(box->size(), QSize(420, 200));
    QVERIFY(box->rect().contains(QRect(button->mapTo(box, QPoint()), button->size())));
    QVERIFY(text->verticalScrollBar()->maximum() > 0);
    QTest::keyClick(box, Qt::Key_Escape);
    QTRY_VERIFY(!window->findChildren<QDialog*>().contains(box));
  }

  /// The hint names no drag where nothing can be taken hold of.
  void theHintSaysWhatCanBeDragged() {
    const auto hint = [this] { return find<ViewportCanvas>()->hint(); };
    QVERIFY2(hint().contains("drag a ball or the green handle"), qPrintable(hint()));
    open("newtons-cradle");
    QVERIFY2(hint().contains("drag a ball ") && !hint().contains("handle"), qPrintable(hint()));
    open("rhex");
    QVERIFY2(hint().contains("drag the green handle") && !hint().contains("ball"), qPrintable(hint()));
    open("falling-rod");
    QVERIFY2(hint().contains("wheel: zoom") && !hint().contains("drag"), qPrintable(hint()));
  }

  void millionStatesNeverFreezeTheWindow() {
    window->openScene("rack-break");
    QTRY_VERIFY(window->snapshot()->scene->name() == "rack-break");
    auto* field = find<ScenePanel>()->row("rows")->findChild<QLineEdit*>();
    field->setFocus();
    field->selectAll();
    QElapsedTimer clock;
    clock.start();
    QTest::keyClicks(field, "5");
    QTest::keyClick(field, Qt::Key_Return);
    // The window answers again and again, in a small part of the time that the search takes.
    QTimer pulse;
    QSignalSpy pulses(&pulse, &QTimer::timeout);
    pulse.start(5);
    QTRY_VERIFY(pulses.count() >= 30);
    const qint64 answering = clock.elapsed();
    QTRY_VERIFY(clock.hasExpired(4 * answering));
    QVERIFY(window->document()->isWaiting());
    // What was typed stays, also in a field that is left, and no number of three rows stands as if it were
    // one of five.
    find<ScenePanel>()->setFocus();
    QCoreApplication::processEvents();
    QCOMPARE(field->text(), QStringLiteral("5"));
    const auto* summary = find<SummaryBar>();
    QTRY_VERIFY2(summary->accessibleName().contains("computing"), qPrintable(summary->accessibleName()));
    QVERIFY2(!summary->accessibleName().contains("0.9122"), qPrintable(summary->accessibleName()));
    // Who takes the edit back sees the numbers of three rows again.
    window->document()->undo();
    QTRY_VERIFY2(summary->accessibleName().contains("0.9122"), qPrintable(summary->accessibleName()));
    QTRY_COMPARE(field->text(), QStringLiteral("3"));
    window->document()->setAssignment("rows", "5");
    QVERIFY(window->document()->isWaiting());
    // Another scene takes its place.
    open("billiard-break");
    QCOMPARE(window->snapshot()->scene->name(), std::string("billiard-break"));
  }

  void keysLeadToThePanels() {
    open("billiard-break");
    const auto holdsFocus = [](const QWidget* panel) {
      const QWidget* focus = QApplication::focusWidget();
      return focus && (panel == focus || panel->isAncestorOf(focus));
    };
    tests::showActive(window.get());
    QTest::keyClick(window.get(), Qt::Key_4, Qt::AltModifier);
    QTRY_VERIFY(holdsFocus(find<OrderingGraphPanel>()));
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_1, Qt::AltModifier);
    QTRY_VERIFY(holdsFocus(find<ViewportPanel>()));
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_3, Qt::AltModifier);
    QTRY_VERIFY(holdsFocus(find<ScenePanel>()));
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);  // from the panel, which the arrows scroll
    QCOMPARE(QApplication::focusWidget()->parentWidget(), find<ScenePanel>()->row("theta"));
    // F6 goes through all that are shown, each once, and comes back.
    QSet<const QWidget*> seen;
    for (int i = 0; i < 20 && !(i > 0 && holdsFocus(find<ScenePanel>())); ++i) {
      for (Panel* panel : window->findChildren<Panel*>()) {
        if (holdsFocus(panel)) seen += panel;
        if (panel->visibleRegion().isEmpty() || panel->objectName() == "summary") continue;
        const QRgb border = panel->grab().toImage().pixel(panel->width() / 2, 0);  // it shows the focus
        QCOMPARE(border == theme::accent().rgb(), holdsFocus(panel));
      }
      QTest::keyClick(QApplication::focusWidget(), Qt::Key_F6);
    }
    QVERIFY(holdsFocus(find<ScenePanel>()));
    QVERIFY(seen.contains(find<OrderingGraphPanel>()) && seen.contains(find<ViewportPanel>()));
    QVERIFY(seen.size() >= 6);
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_F6, Qt::ShiftModifier);
    QVERIFY(!holdsFocus(find<ScenePanel>()));
  }

  void tabLeadsThroughThePanelsThatAreSeen() {
    QApplication::setActiveWindow(window.get());
    find<ViewportCanvas>()->setFocus();
    QStringList panels;
    bool isAtTheta = false;
    for (int i = 0; i < 120; ++i) {
      QWidget* focus = QApplication::focusWidget();
      QVERIFY(focus);
      isAtTheta = isAtTheta || focus->parentWidget() == find<ScenePanel>()->row("theta");
      for (QWidget* each = focus; each; each = each->parentWidget())
        if (const auto* panel = qobject_cast<Panel*>(each)) {
          QVERIFY2(!panel->visibleRegion().isEmpty(), qPrintable(panel->objectName()));
          if (!panels.contains(panel->objectName())) panels << panel->objectName();
          if (panel->objectName() == "orderingGraph") QVERIFY(isAtTheta);
        }
      QTest::keyClick(focus, Qt::Key_Tab);
    }
    const QStringList wanted{"timeline", "scene",  "orderingGraph", "outcomes",
                             "xi-curve", "energy", "momentum"};
    QStringList found;
    for (const QString& name : panels)
      if (wanted.contains(name)) found << name;
    QCOMPARE(found, wanted);
  }

  void panelsKeepTheirNamesInTheMenu() {
    open("billiard-break");
    QTRY_VERIFY(window->findChild<QDockWidget*>("xi-curve")->windowTitle().contains("θ"));
    for (QDockWidget* dock : window->findChildren<QDockWidget*>()) {
      QVERIFY(!dock->widget()->accessibleName().isEmpty());
      QCOMPARE(dock->toggleViewAction()->text(), dock->widget()->accessibleName());
    }
  }

  /// A letter after Alt leads to one entry of a menu.
  void mnemonicsAreUniqueInEachMenu() {
    const auto letterOf = [](const QAction* action) {
      const QString text = action->text().remove(QStringLiteral("&&"));
      const auto at = text.indexOf(QLatin1Char('&'));
      return at < 0 || at + 1 >= text.size() ? QChar() : text[at + 1].toLower();
    };
    int letters = 0;
    const std::function<void(const QList<QAction*>&)> check = [&](const QList<QAction*>& entries) {
      std::map<QChar, QString> taken;
      for (const QAction* action : entries) {
        if (QMenu* menu = action->menu()) {
          emit menu->aboutToShow();
          check(menu->actions());
        }
        const QChar letter = letterOf(action);
        if (letter.isNull() || !action->isVisible()) continue;
        QVERIFY2(taken.emplace(letter, action->text()).second,
                 qPrintable(action->text() + " beside " + taken[letter]));
        ++letters;
      }
    };
    open("billiard-break");
    check(window->menuBar()->actions());
    QVERIFY(letters > 40);
  }

  void theCurvesParameterIsAnUndoableEdit() {
    open("billiard-break");
    const std::string before = window->document()->sceneText();
    QMenu* menu = window->findChild<QToolButton*>("sweepChoice")->menu();
    emit menu->aboutToShow();
    menu->actions().at(1)->trigger();
    QTRY_VERIFY(now()->curve && now()->curve->over.front().name == "ra");
    QVERIFY(undoStack()->undoText().contains("ra"));
    undo();
    QTRY_VERIFY(now()->curve && now()->curve->over.front().name == "theta");
    QCOMPARE(window->document()->sceneText(), before);
  }

  void priorityIsAnUndoableRule() {
    openAmbiguousBreak();
    window->findChild<OrderingGraphPanel*>()->setFocus();
    OrderingRule rule{OrderingRule::Kind::Priority, {"bc", "ac"}, 1};
    window->document()->setRule(rule);
    QTRY_COMPARE(now()->ordering, (Word{1, 0}));
    auto* field = window->findChild<QLineEdit*>("priority");
    QVERIFY(field->isVisible());
    QCOMPARE(field->text(), QStringLiteral("bc, ac"));
    field->setFocus();
    field->selectAll();
    QTest::keyClicks(field, "ac");
    QTest::keyClick(field, Qt::Key_Return);
    QTRY_COMPARE(now()->ordering, (Word{0, 1}));
    field->selectAll();
    QTest::keyClicks(field, "xy");
    QTest::keyClick(field, Qt::Key_Return);
    QVERIFY(field->property("error").toBool());
    QCOMPARE(undoStack()->count(), 3);
    window->findChild<OrderingGraphPanel*>()->setFocus();
    undo();
    QTRY_COMPARE(now()->ordering, (Word{1, 0}));
    undo();
    QTRY_VERIFY(!now()->settings.rule);
  }

  void keyboardChoosesARuleAndRestitution() {
    openAmbiguousBreak();
    choose("rule", "least infeasible first");
    QTRY_VERIFY(now()->settings.rule && now()->settings.rule->kind == OrderingRule::Kind::LeastInfeasible);
    choose("restitutionLaw", "whole impact: R");
    QTRY_VERIFY(now()->settings.restitution);
    auto* value = window->findChild<QDoubleSpinBox*>("restitutionValue");
    QVERIFY(value->isVisible());
    value->setFocus();
    QTest::keyClick(value, Qt::Key_Down);
    QTRY_VERIFY(std::abs(*now()->settings.restitution - 0.75) < 1e-12);
    QVERIFY(now()->report->outcomes[0].energyLoss > 0);
  }

  /// Qt does nothing at a key of two shortcuts, also where one of them counts in a part of the window only.
  void noLetterOfAPartIsThatOfAnAction() {
    const auto isLetter = [](const QKeySequence& key) {
      return key.count() == 1 && key[0].keyboardModifiers() == Qt::NoModifier && key[0].key() >= Qt::Key_A &&
             key[0].key() <= Qt::Key_Z;
    };
    QMap<QKeySequence, QString> actions;
    for (const QAction* action : window->findChildren<QAction*>())
      for (const QKeySequence& key : action->shortcuts())
        if (isLetter(key) && action->shortcutContext() == Qt::WindowShortcut) actions[key] = action->text();
    QVERIFY(actions.contains(QKeySequence(Qt::Key_C)));
    int letters = 0;
    for (const QShortcut* shortcut : window->findChildren<QShortcut*>()) {
      if (!isLetter(shortcut->key())) continue;
      QVERIFY2(!actions.contains(shortcut->key()),
               qPrintable(shortcut->key().toString() + ": " + actions[shortcut->key()]));
      ++letters;
    }
    QVERIFY(letters > 8);
  }

  void pinningShowsBothAndTheDifference() {
    openAmbiguousBreak();
    auto* graph = window->findChild<OrderingGraphPanel*>();
    auto* dock = window->findChild<QDockWidget*>("difference");
    graph->setFocus();
    QTest::keyClick(window.get(), Qt::Key_C);
    QTRY_VERIFY(now()->comparison);
    QCOMPARE(now()->comparison->word, (Word{0, 1}));
    QTRY_VERIFY(!window->findChild<DifferencePanel*>()->visibleRegion().isEmpty());
    QVERIFY(dock->isVisible());
    QTest::mouseClick(graph, Qt::LeftButton, {},
                      graph->view().map(graph->picture().layout.nodes[2]).toPoint());
    QTRY_COMPARE(now()->ordering, (Word{1, 0}));
    QCOMPARE(now()->comparison->word, (Word{0, 1}));
    QVERIFY(window->findChild<DifferencePanel*>()->figure());
    QCOMPARE(undoStack()->count(), 3);
    undo();
    undo();
    QTRY_VERIFY(!now()->comparison);
  }

  void gapsGiveProbabilitiesAndNoUndoStep() {
    openAmbiguousBreak();
    auto* box = window->findChild<QCheckBox*>("probabilities");
    QTest::mouseClick(box, Qt::LeftButton, {}, QPoint(8, box->height() / 2));
    QTRY_VERIFY(now()->edgeProbabilities && now()->report->gaps->samples > 2000);
    QCOMPARE(undoStack()->count(), 1);
    double sum = 0;
    for (const Outcome& outcome : now()->report->outcomes) sum += outcome.probability->value;
    QVERIFY(std::abs(sum - 1) < 1e-12);
    QTest::mouseClick(box, Qt::LeftButton, {}, QPoint(8, box->height() / 2));
    QTRY_VERIFY(!now()->edgeProbabilities);
  }

  void outcomeIsPickedInThePicture() {
    openAmbiguousBreak();
    window->findChild<QDockWidget*>("outcome-set")->raise();
    auto* panel = window->findChild<OutcomeSetPanel*>();
    QTRY_VERIFY(!panel->visibleRegion().isEmpty());
    QTest::mouseClick(panel, Qt::LeftButton, {}, panel->placeOf(1).toPoint());
    QTRY_COMPARE(now()->outcome, 1);
    undo();
    QTRY_COMPARE(now()->outcome, 0);
  }

  void layoutIsRememberedAndReset() {
    auto* dock = window->findChild<QDockWidget*>("energy");
    dock->hide();
    window->close();
    window = std::make_unique<MainWindow>();
    window->show();
    QVERIFY(QTest::qWaitForWindowExposed(window.get()));
    dock = window->findChild<QDockWidget*>("energy");
    QVERIFY(!dock->isVisible());
    window->findChild<QAction*>("reset-layout")->trigger();
    QTRY_VERIFY(dock->isVisible());
    window->close();
  }
};

CAROM_DISPLAY_TEST(TestMainWindow);
#include "tst_main_window.moc"
