// A panel that fills the window and goes back, docks that float and come back, and columns that share the
// room.
#include <QAbstractButton>
#include <QAction>
#include <QFrame>
#include <QLineEdit>
#include <QScreen>
#include <QScrollBar>
#include <QTabBar>
#include <QTableView>

#include "common/hover_card.h"
#include "orderings/ordering_graph_panel.h"
#include "support/file_window.h"
#include "support/settle_window.h"
#include "support/still_picture.h"
#include "support/widget_test.h"
#include "timeline/timeline_panel.h"
#include "viewport/viewport_canvas.h"
#include "viewport/viewport_panel.h"
#include "window/layout/dock_window.h"
#include "window/layout/large_panel.h"
#include "window/layout/workspaces.h"
#include "window/panel_dock.h"
#include "window/panels.h"
#include "window/window_layout.h"

using namespace carom;

class TestLargePanel : public QObject, FileWindow {
  Q_OBJECT

  template <class T>
  T* find() const {
    return window->findChild<T*>();
  }
  PanelDock* dock(const char* name) const { return window->findChild<PanelDock*>(name); }
  static bool isInSight(const QWidget* widget) { return !widget->visibleRegion().isEmpty(); }

  /// Where the docks and the centre stand.
  std::vector<QRect> places() const {
    std::vector<QRect> all;
    for (const Panels::Entry& entry : window->panels().all())
      if (entry.panel->isVisible())
        all.push_back({entry.panel->mapTo(window.get(), QPoint()), entry.panel->size()});
    return all;
  }
  QTabBar* tabsOf(const PanelDock* wanted, int& tab) const {
    for (auto* tabs : window->panels().docks()->findChildren<QTabBar*>(Qt::FindDirectChildrenOnly))
      for (tab = 0; tab < tabs->count(); ++tab)
        if (tabs->tabText(tab) == wanted->windowTitle()) return tabs;
    return nullptr;
  }
  /// The panel has nearly all of the window below its bars, but for the time line.
  void verifyLarge(Panel* panel) const {
    QTRY_COMPARE(window->large()->panel(), panel);
    QTRY_VERIFY(isInSight(panel) && panel->width() > window->width() - 40);
    const auto* time = find<TimelinePanel>();
    QTRY_VERIFY(panel->height() + time->height() > window->large()->height() - 60);
    QVERIFY(isInSight(time));
    for (const Panels::Entry& entry : window->panels().all())
      if (entry.panel != panel && entry.panel != time && entry.row->place != PanelRow::Place::Bar)
        QVERIFY2(!isInSight(entry.panel), entry.row->dock);
  }

 private slots:
  void initTestCase() { prepare(); }
  void init() {
    startFresh();
    settle(*window);
  }
  void cleanup() { window.reset(); }

  void everyPanelFillsTheWindowAndGoesBack() {
    for (const Panels::Entry& entry : window->panels().all()) {
      if (entry.row->place == PanelRow::Place::Bar) continue;
      if (entry.dock) {
        entry.dock->show();
        entry.dock->raise();
      }
      QTRY_VERIFY(isInSight(entry.panel));
      settle(*window);
      const std::vector<QRect> before = places();
      emit entry.panel->largeWanted();
      verifyLarge(entry.panel);
      emit entry.panel->largeWanted();
      QTRY_VERIFY(!window->large()->panel() && isInSight(entry.panel));
      QTRY_COMPARE(places(), before);
      if (entry.dock) entry.dock->close();
    }
  }

  void theKeyTakesThePanelWithTheKeyboard() {
    auto* graph = find<OrderingGraphPanel>();
    QTest::keyClick(window.get(), Qt::Key_4, Qt::AltModifier);
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_F11);
    verifyLarge(graph);
    QVERIFY(window->findChild<QAction*>("large")->isChecked());
    QVERIFY(graph->isAncestorOf(QApplication::focusWidget()) || graph->hasFocus());
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
    QTRY_VERIFY(!window->large()->panel() && isInSight(graph));
    QVERIFY(!window->findChild<QAction*>("large")->isChecked());
    // The time line, which is below every large panel, stands for the view.
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_2, Qt::AltModifier);
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_F11);
    verifyLarge(find<ViewportPanel>());
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_F11);
    QTRY_VERIFY(!window->large()->panel());
  }

  /// Esc ends a drag before it ends the large view.
  void escapeCancelsADragFirst() {
    emit find<ViewportPanel>()->largeWanted();
    auto* canvas = find<ViewportCanvas>();
    verifyLarge(find<ViewportPanel>());
    settle(*window);
    waitForStillPicture(canvas);
    const SceneInstance& instance = window->snapshot()->instance;
    const auto centre = instance.mechanism->position(instance.mechanism->bodyIndex("a"), instance.initial.q);
    const QPoint from = canvas->screenMap().toScreen(centre)->toPoint();
    canvas->setFocus();
    QTest::mousePress(canvas, Qt::LeftButton, {}, from);
    for (int i = 1; i <= 10; ++i) QTest::mouseMove(canvas, from + QPoint(-6 * i, -3 * i));
    QTRY_VERIFY(theta() > 95);
    QTest::keyClick(canvas, Qt::Key_Escape);
    QTRY_VERIFY(std::abs(theta() - 90) < 1e-12);
    QVERIFY(window->large()->panel());
    QTest::mouseRelease(canvas, Qt::LeftButton, {}, from);
    QTest::keyClick(canvas, Qt::Key_Escape);
    QTRY_VERIFY(!window->large()->panel());
  }

  void aDoubleClickOnTheTitleOrTheTabDoesIt() {
    PanelDock* graph = dock("ordering-graph");
    QTest::mouseDClick(graph->titleBarWidget(), Qt::LeftButton, {}, QPoint(60, 8));
    verifyLarge(graph->panel());
    window->large()->goBack();
    graph->findChild<QAbstractButton*>("title-large")->click();
    verifyLarge(graph->panel());
    window->findChild<QAbstractButton*>("title-small")->click();
    QTRY_VERIFY(!window->large()->panel());
    QTest::mouseDClick(graph->titleBarWidget(), Qt::LeftButton, {}, QPoint(60, 8));
    verifyLarge(graph->panel());
    QWidget* head = window->findChild<QAbstractButton*>("title-small")->parentWidget();
    QTest::mouseDClick(head, Qt::LeftButton, {}, QPoint(60, head->height() / 2));
    QTRY_VERIFY(!window->large()->panel());
    window->workspaces()->go(5);
    QTRY_VERIFY(dock("outcome-set")->isTabbed());
    int tab = 0;
    QTabBar* tabs = nullptr;
    QTRY_VERIFY((tabs = tabsOf(dock("outcome-set"), tab)) && isInSight(tabs));
    QTest::mouseDClick(tabs, Qt::LeftButton, {}, tabs->tabRect(tab).center());
    verifyLarge(dock("outcome-set")->panel());
    window->large()->goBack();
    auto* button = tabs->findChild<QAbstractButton*>("tabs-large");
    QTRY_VERIFY(button && isInSight(button));
    QTest::mouseClick(button, Qt::LeftButton);
    verifyLarge(dock("outcome-set")->panel());
  }

  /// Ctrl+K brings the list of runs for the name, and all is as it was once that is typed or left.
  void theListOfRunsGoesAsItCame() {
    window->resize(1280, 800);
    window->workspaces()->go(0);
    window->workspaces()->reset();
    setTheta("120deg");
    PanelDock *runs = dock("runs"), *xi = dock("xi-curve"), *outcomes = dock("outcomes");
    QTRY_VERIFY(outcomes->isTabbed());
    auto* canvas = find<ViewportCanvas>();
    for (PanelDock* front : {outcomes, xi}) {
      front->raise();
      QTRY_VERIFY(isInSight(front->panel()) && runs->isHidden());
      canvas->setFocus();
      window->findChild<QAction*>("keep-run")->trigger();
      QTRY_VERIFY(qobject_cast<QLineEdit*>(QApplication::focusWidget()) && isInSight(runs->panel()));
      QTest::keyClick(QApplication::focusWidget(), front == xi ? Qt::Key_Escape : Qt::Key_Return);
      QTRY_VERIFY(runs->isHidden() && isInSight(front->panel()));
      QTRY_VERIFY(canvas->hasFocus());
    }
    emit find<ViewportPanel>()->largeWanted();
    verifyLarge(find<ViewportPanel>());
    window->findChild<QAction*>("keep-run")->trigger();
    QTRY_VERIFY(qobject_cast<QLineEdit*>(QApplication::focusWidget()) && isInSight(runs->panel()));
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
    verifyLarge(find<ViewportPanel>());
    // Where a person has the list open, it stays.
    window->large()->goBack();
    emit runs->panel()->showWanted();
    QTRY_VERIFY(isInSight(runs->panel()));
    window->findChild<QAction*>("keep-run")->trigger();
    QTRY_VERIFY(qobject_cast<QLineEdit*>(QApplication::focusWidget()));
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
    settle(*window);
    QVERIFY(isInSight(runs->panel()));
  }

  /// A tab that comes in front by a key takes the card of the picture behind it along.
  void aCardGoesWithItsPicture() {
    window->resize(1280, 800);
    window->workspaces()->go(0);
    window->workspaces()->reset();
    QTRY_VERIFY(dock("xi-curve")->isTabbed());
    dock("xi-curve")->raise();
    QWidget* curve = dock("xi-curve")->panel();
    QTRY_VERIFY(isInSight(curve));
    HoverCard card(curve);
    card.showBeside(curve->mapToGlobal(curve->rect().center()), Html("ξ"));
    const QSignalSpy looks(card.findChild<QTimer*>("look"), &QTimer::timeout);
    QTRY_VERIFY(looks.count() > 1);
    QVERIFY(card.isVisible());
    dock("outcomes")->raise();
    QTRY_VERIFY(!card.isVisible());
  }

  /// Columns of outcomes that have room in the large panel leave again where it is back in its place.
  void columnsLeaveAgain() {
    window->resize(1280, 800);
    window->workspaces()->go(0);
    setTheta("120deg");
    PanelDock* outcomes = dock("outcomes");
    outcomes->raise();
    auto* table = window->findChild<QTableView*>("outcomesTable");
    const auto columns = [table] {
      int shown = 0;
      for (int i = 0; i < table->model()->columnCount(); ++i) shown += !table->isColumnHidden(i);
      return shown;
    };
    QTRY_VERIFY(isInSight(table) && columns() < table->model()->columnCount());
    QTRY_COMPARE(table->horizontalScrollBar()->maximum(), 0);
    const int before = columns();
    emit outcomes->largeWanted();
    QTRY_COMPARE(columns(), table->model()->columnCount());
    window->large()->goBack();
    QTRY_COMPARE(columns(), before);
    QTRY_COMPARE(table->horizontalScrollBar()->maximum(), 0);
  }

  /// What a person asks for is not hidden below the large panel, and has the newest answer.
  void anotherPanelThatIsAskedForEndsIt() {
    emit find<ViewportPanel>()->largeWanted();
    verifyLarge(find<ViewportPanel>());
    setTheta("120deg");
    QTest::keyClick(window.get(), Qt::Key_4, Qt::AltModifier);
    QTRY_VERIFY(!window->large()->panel() && isInSight(find<OrderingGraphPanel>()));
    emit static_cast<Panel*>(find<OrderingGraphPanel>())->largeWanted();
    verifyLarge(find<OrderingGraphPanel>());
    const QImage before = find<OrderingGraphPanel>()->grab().toImage();
    setTheta("90deg");  // both orderings end in one momentum now
    QTRY_VERIFY(find<OrderingGraphPanel>()->grab().toImage() != before);
  }

  void aFloatedPanelIsAWindowAndComesBack() {
    PanelDock* graph = dock("ordering-graph");
    const std::vector<QRect> before = places();
    graph->findChild<QAbstractButton*>("title-float")->click();
    QTRY_VERIFY(graph->isFloating() && graph->windowType() == Qt::Window && graph->isVisible());
    const QSize room = graph->screen()->availableSize();
    const auto share = [&] {
      return double(graph->width()) * graph->height() / (double(room.width()) * room.height());
    };
    QTRY_VERIFY2(share() > 0.45 && share() < 0.55, qPrintable(QString::number(share())));
    QVERIFY(graph->screen()->availableGeometry().contains(graph->geometry()));
    emit graph->largeWanted();
    QTRY_VERIFY(graph->isMaximized());
    emit graph->largeWanted();
    QTRY_VERIFY(!graph->isMaximized());
    // The keys of the menus work in it, too.
    setTheta("120deg");
    const int steps = window->document()->undoStack()->index();
    tests::showActive(graph);
    QTest::keyClick(graph, Qt::Key_Z, Qt::ControlModifier);
    QTRY_COMPARE(window->document()->undoStack()->index(), steps - 1);
    QTest::keyClick(graph, Qt::Key_Y, Qt::ControlModifier);
    QTRY_COMPARE(window->document()->undoStack()->index(), steps);
    auto* palette = window->findChild<QFrame*>("commandPalette");
    QTest::keyClick(graph, Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
    QTRY_VERIFY(palette->isVisible() && palette->window() == graph);
    QTest::keyClick(palette->findChild<QLineEdit*>("paletteField"), Qt::Key_Escape);
    QTRY_VERIFY(!palette->isVisible() && palette->window() == window.get());
    graph->close();  // by its frame
    QTRY_VERIFY(!graph->isFloating() && graph->isVisible());
    QTRY_COMPARE(places(), before);
  }

  /// Wider by a quarter and back, lower and back: columns and rows keep their shares.
  void columnsShareTheRoom() {
    window->resize(1200, 800);
    window->workspaces()->go(0);
    window->workspaces()->reset();
    settle(*window);
    const auto widths = [&] {
      return std::vector<int>{dock("scene")->width(), find<ViewportPanel>()->width(),
                              dock("ordering-graph")->width()};
    };
    const std::vector<int> before = widths();
    window->resize(1500, 1000);
    QTRY_VERIFY(window->panels().docks()->width() > 1400);
    for (std::size_t i = 0; i < before.size(); ++i) {
      const auto growth = [&] { return double(widths()[i]) / before[i]; };
      QTRY_VERIFY2(std::abs(growth() - 1.25) < 0.04,
                   qPrintable(QString("column %1: %2").arg(i).arg(growth())));
    }
    for (int i = 0; i < 5; ++i) {
      window->resize(1300 + 20 * i, 900);
      settle(*window);
    }
    window->resize(1200, 800);
    for (std::size_t i = 0; i < before.size(); ++i) QTRY_VERIFY(std::abs(widths()[i] - before[i]) <= 3);
  }

  /// A row of tabs is a part of its dock's height: whatever is resized, floated or chosen, and comes back,
  /// the rows of a column stand where they stood.
  void rowsWithTabsStay() {
    window->resize(1200, 800);
    window->workspaces()->go(0);
    window->workspaces()->reset();
    QTRY_VERIFY(dock("outcomes")->isTabbed());
    settle(*window);
    const auto release = [&] {  // after which the shares are those that are seen
      QTest::mouseClick(window->panels().docks(), Qt::LeftButton, {}, QPoint(1, 1));
    };
    PanelDock* graph = dock("ordering-graph");
    const int before = graph->height();
    for (int i = 0; i < 3; ++i) {
      window->resize(1400, 1000);
      QTRY_VERIFY(graph->height() > before + 50);
      release();
      window->resize(1200, 800);
      QTRY_VERIFY2(std::abs(graph->height() - before) <= 4, qPrintable(QString::number(graph->height())));
      release();
    }
    for (int i = 0; i < 3; ++i) {
      graph->toggleFloating();
      QTRY_VERIFY(graph->isFloating() && graph->isVisible());
      graph->toggleFloating();
      QTRY_VERIFY2(std::abs(graph->height() - before) <= 4, qPrintable(QString::number(graph->height())));
      release();
      window->workspaces()->go(2);
      window->workspaces()->go(0);
      QTRY_VERIFY2(std::abs(graph->height() - before) <= 4, qPrintable(QString::number(graph->height())));
    }
  }
};

CAROM_DISPLAY_TEST(TestLargePanel);
#include "tst_large_panel.moc"
