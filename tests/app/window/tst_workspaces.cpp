// A layout for each task, the person's own beside them, and all of them found again.
#include <QAction>
#include <QInputDialog>
#include <QSet>
#include <QToolButton>

#include "support/file_window.h"
#include "support/settle_window.h"
#include "support/widget_test.h"
#include "viewport/viewport_panel.h"
#include "window/layout/dock_window.h"
#include "window/layout/workspace_table.h"
#include "window/layout/workspaces.h"
#include "window/panel_dock.h"
#include "window/panels.h"
#include "window/window_layout.h"

using namespace carom;

class TestWorkspaces : public QObject, FileWindow {
  Q_OBJECT

  PanelDock* dock(const QString& name) const { return window->findChild<PanelDock*>(name); }
  QAction* action(const char* name) const { return window->findChild<QAction*>(name); }
  /// The docks that are shown, in front or behind a tab.
  QSet<QString> shown() const {
    QSet<QString> names;
    for (const auto* each : window->findChildren<PanelDock*>())
      if (!each->isHidden()) names << each->objectName();
    return names;
  }
  static QSet<QString> docksOf(const WorkspaceRow& row) {
    QSet<QString> names;
    for (const WorkspaceDock& each : row.docks) names << each.dock;
    return names;
  }
  void startAgain() {
    window->close();
    window = std::make_unique<MainWindow>();
    tests::showActive(window.get());
    window->windowLayout()->fitScreen();
    open("billiard-break");
  }
  /// The own workspaces in the settings.
  static QStringList keptNames() {
    QStringList names;
    for (const QVariant& own : QSettings().value("window/own-workspaces").toList())
      names << own.toMap()["name"].toString();
    return names;
  }
  void everyNameHasRoom() const {
    for (const auto* button : window->findChildren<QToolButton*>())
      if (button->objectName().startsWith("workspace-button:"))
        QTRY_VERIFY2(button->width() >= button->sizeHint().width(), qPrintable(button->objectName()));
  }
  void answerName(const QString& name) const {
    QInputDialog* dialog = nullptr;
    QTRY_VERIFY([&] {
      for (auto* each : window->findChildren<QInputDialog*>())
        if (each->isVisible()) dialog = each;
      return dialog != nullptr;
    }());
    dialog->setTextValue(name);
    dialog->accept();
  }

  /// Waits until the docks are laid out and a part has at least this size.
  static void waitForSize(const QWidget* part, QSize least, const QString& name) {
    const auto size = [part] { return part->size(); };
    QTRY_VERIFY2(size().width() >= least.width() && size().height() >= least.height(),
                 qPrintable(QString("%1: %2 x %3").arg(name).arg(size().width()).arg(size().height())));
  }

 private slots:
  void initTestCase() { prepare(); }
  void init() { startFresh(); }
  void cleanup() { window.reset(); }

  void theFirstStartOpensExploreWithFourPanels() {
    QCOMPARE(window->workspaces()->now().name, QString("Explore"));
    QCOMPARE(shown(), (QSet<QString>{"scene", "ordering-graph", "outcomes", "xi-curve"}));
    for (const QString& name : shown())
      QTRY_VERIFY2(!dock(name)->widget()->visibleRegion().isEmpty(), qPrintable(name));
  }

  /// Each shows what its row says and nothing else, by its key and by its button; every panel has its room.
  void everyWorkspaceShowsItsPanels() {
    const auto table = workspaceTable();
    QCOMPARE(table.size(), std::size_t(6));
    for (int i = static_cast<int>(table.size()); i-- > 0;) {
      QTest::keyClick(window.get(), static_cast<Qt::Key>(Qt::Key_1 + i), Qt::ControlModifier);
      const WorkspaceRow& row = table[static_cast<std::size_t>(i)];
      QTRY_COMPARE(shown(), docksOf(row));
      const auto* button = window->findChild<QToolButton*>(QString("workspace-button:") + row.name);
      QVERIFY2(button && button->isChecked() && !button->visibleRegion().isEmpty(), row.name);
      for (const WorkspaceDock& each : row.docks) {
        if (*each.tabOf) continue;
        QTRY_VERIFY2(!dock(each.dock)->widget()->visibleRegion().isEmpty(), each.dock);
        waitForSize(dock(each.dock)->widget(), {250, 150}, QString("%1 of %2").arg(each.dock, row.name));
      }
      waitForSize(window->findChild<ViewportPanel*>(), {450, 300}, row.name);
    }
    window->findChild<QToolButton*>("workspace-button:Design")->click();
    QTRY_COMPARE(shown(), docksOf(table[2]));
  }

  /// Sizes of docks are stored in pixels by Qt: those of a large screen would take all of a small one.
  /// In a window of a small screen the view has room to draw a scene in.
  void theViewIsHighWhereASceneIsBuilt() {
    window->resize(1380, 800);
    window->workspaces()->go(4);  // Build
    window->workspaces()->reset();
    const QWidget *view = window->panels().find<ViewportPanel>(), *docks = window->panels().docks();
    QTRY_VERIFY2(2 * view->height() > docks->height(), qPrintable(QString::number(view->height())));
    QTRY_VERIFY(dock("ordering-graph")->isTabbed() && dock("scene")->isTabbed());
    QVERIFY(!dock("scene")->visibleRegion().isEmpty() || dock("scene")->geometry().right() >= 0);
  }

  void aLayoutKeepsItsSharesInAWindowOfAnotherSize() {
    auto* docks = window->findChild<DockWindow*>();
    const auto share = [&] { return static_cast<double>(dock("scene")->width()) / docks->width(); };
    window->resize(1500, 900);
    QTRY_VERIFY(docks->width() > 1400);
    // The window gives its docks their first sizes at some time after it is shown.
    QTRY_VERIFY2(([&] {
                   docks->resizeDocks({dock("scene")}, {480}, Qt::Horizontal);
                   docks->layout()->activate();
                   return dock("scene")->width() > 400;
                 }()),
                 qPrintable(QString::number(dock("scene")->width())));
    docks->noteShares();
    constexpr double rounding = 0.02;
    const double wanted = share();
    window->workspaces()->go(1);
    window->resize(1150, 900);
    QTRY_VERIFY(docks->width() < 1200);
    window->workspaces()->go(0);
    QTRY_VERIFY2(std::abs(share() - wanted) < rounding, qPrintable(QString::number(share())));
    window->close();
    window = std::make_unique<MainWindow>();
    window->resize(1450, 900);
    tests::showActive(window.get());
    docks = window->findChild<DockWindow*>();
    QTRY_VERIFY(docks->width() > 1400);
    QTRY_VERIFY2(std::abs(share() - wanted) < rounding, qPrintable(QString::number(share())));
  }

  /// Who chooses a restitution has asked for no panel.
  void aRestitutionLeavesThePanelsWhereTheyAre() {
    const SnapshotPtr first = window->snapshot();
    window->openScene("billiard-break");
    // Opening a scene sets its own restitution. A late answer about the one before is another snapshot, too.
    QTRY_VERIFY(window->snapshot() && window->snapshot()->scene != first->scene &&
                !window->snapshot()->isPending);
    for (const int workspace : {0, 1}) {
      window->workspaces()->go(workspace);
      const QSet<QString> before = docksOf(workspaceTable()[static_cast<std::size_t>(workspace)]);
      QTRY_COMPARE(shown(), before);
      window->document()->setRestitution({}, 0.5);
      QTRY_VERIFY(window->snapshot()->settings.reflectionRestitution);
      settle(*window);
      QCOMPARE(shown(), before);
      window->document()->setRestitution({}, {});
      QTRY_VERIFY(!window->snapshot()->settings.reflectionRestitution);
    }
  }

  void aWorkspaceIsFoundAsItWasLeft() {
    dock("outcomes")->close();
    window->workspaces()->go(1);
    QTRY_VERIFY(shown().contains("impact-log"));
    dock("runs")->close();
    window->workspaces()->go(0);
    QTRY_VERIFY(shown().contains("ordering-graph"));
    QVERIFY(!shown().contains("outcomes") && !shown().contains("impact-log"));
    window->workspaces()->go(1);
    startAgain();
    QCOMPARE(window->workspaces()->now().name, QString("Motion"));
    QVERIFY(shown().contains("impact-log") && !shown().contains("runs"));
    window->workspaces()->go(0);
    QTRY_VERIFY(!shown().contains("outcomes") && shown().contains("xi-curve"));
    action("reset-layout")->trigger();
    QTRY_COMPARE(shown(), docksOf(workspaceTable()[0]));
  }

  void onesOwnAreSavedRenamedResetAndRemoved() {
    QVERIFY(!action("workspace-rename")->isEnabled() && !action("workspace-delete")->isEnabled());
    dock("outcomes")->close();
    action("workspace-save")->trigger();
    answerName("explore");  // taken, in other letters
    answerName("Trees");
    QTRY_COMPARE(window->workspaces()->now().name, QString("Trees"));
    QVERIFY(window->findChild<QToolButton*>("workspace-button:Trees")->isVisible());
    everyNameHasRoom();
    // At once, so that a session that crashes does not lose them.
    QTRY_COMPARE(keptNames(), QStringList("Trees"));
    const QSet<QString> trees{"scene", "ordering-graph", "xi-curve"};
    QCOMPARE(shown(), trees);
    dock("scene")->close();
    startAgain();
    QCOMPARE(window->workspaces()->now().name, QString("Trees"));
    QCOMPARE(shown(), trees - QSet<QString>{"scene"});
    action("reset-layout")->trigger();
    QTRY_COMPARE(shown(), trees);
    action("workspace-rename")->trigger();
    answerName("A & B");
    QTRY_COMPARE(window->workspaces()->now().name, QString("A & B"));
    QCOMPARE(window->findChild<QToolButton*>("workspace-button:A & B")->text(), QString("A && B"));
    everyNameHasRoom();
    QTRY_COMPARE(keptNames(), QStringList("A & B"));
    action("workspace-delete")->trigger();
    QTRY_COMPARE(window->workspaces()->now().name, QString("Explore"));
    QTRY_VERIFY(keptNames().isEmpty());
    QCOMPARE(window->workspaces()->all().size(), workspaceTable().size());
    QVERIFY(!window->findChild<QToolButton*>("workspace-button:A & B"));
    startAgain();
    QCOMPARE(window->workspaces()->all().size(), workspaceTable().size());
  }

  /// A layout that is no layout, as another version may have written it, is the table's.
  void aBrokenLayoutIsTheTables() {
    window->close();
    QSettings().setValue("window/workspaces/Explore", QByteArray("no layout"));
    QSettings().setValue("window/own-workspaces",
                         QVariantList{QVariantMap{{"name", "Explore"}}, 7, QVariantMap{}});
    QSettings().setValue("window/workspace", "gone");
    window = std::make_unique<MainWindow>();
    tests::showActive(window.get());
    QCOMPARE(window->workspaces()->all().size(), workspaceTable().size());
    QTRY_COMPARE(shown(), docksOf(workspaceTable()[0]));
  }

 private:
  /// Begins to drag a dock by its title, which one depends on the step. Returns where the mouse is.
  QPoint dragADock(int step) {
    PanelDock* dragged = nullptr;
    for (auto* each : window->findChildren<PanelDock*>())
      if (each->isVisible() && !each->isFloating() && !each->isBehindATab() &&
          each->titleBarWidget()->isVisible() &&
          (!dragged || each->x() % (step + 2) < dragged->x() % (step + 2)))
        dragged = each;
    if (!dragged) qFatal("no dock has a title");
    QPoint at = dragged->titleBarWidget()->mapTo(window.get(), QPoint(30, 8));
    QTest::mousePress(window->windowHandle(), Qt::LeftButton, {}, at);
    for (int move = 0; move < 6; ++move) {
      at += QPoint(31 - 9 * (step % 8), 23);
      QTest::mouseMove(window->windowHandle(), at);
    }
    return at;
  }

 private slots:
  /// Keys may change the workspace while the mouse drags a dock, or has just dropped it.
  void anotherWorkspaceWaitsForADrop() {
    QWindow* handle = window->windowHandle();
    const int count = static_cast<int>(window->workspaces()->all().size());
    int wanted = 0;
    for (int step = 0; step < 24; ++step) {
      const QPoint at = dragADock(step);
      const int before = window->workspaces()->current();
      wanted = (before + 1) % count;
      const bool isHeld = step % 2 == 0;
      if (!isHeld) QTest::mouseRelease(handle, Qt::LeftButton, {}, at);
      window->workspaces()->go(wanted);
      QCOMPARE(window->workspaces()->current(), isHeld ? before : wanted);
      if (isHeld) QTest::mouseRelease(handle, Qt::LeftButton, {}, at);
      QTRY_COMPARE(window->workspaces()->current(), wanted);
      QCOMPARE(shown(), docksOf(*window->workspaces()->now().row));
      window->workspaces()->reset();
    }
  }

  /// A window may be closed by a key while the mouse drags a dock.
  void theWindowGoesWhileADockIsDragged() {
    for (int step = 0; step < 6; ++step) {
      const QPoint at = dragADock(step);
      QVERIFY(qobject_cast<QDockWidget*>(QWidget::mouseGrabber()));
      window.reset();
      QVERIFY(!QWidget::mouseGrabber());
      window = std::make_unique<MainWindow>();
      tests::showActive(window.get());
      QTest::mouseRelease(window->windowHandle(), Qt::LeftButton, {}, at);
      QVERIFY(window->isVisible());
    }
  }

  /// A small window has one button in place of all.

  void theBarFolds() {
    const auto* explore = window->findChild<QToolButton*>("workspace-button:Explore");
    const auto* more = window->findChild<QToolButton*>("workspace-menu");
    QVERIFY(explore->isVisible());
    window->resize(800, 600);
    QTRY_VERIFY(!explore->isVisible() && more->isVisible());
    QCOMPARE(more->text(), QString("Explore"));
    QVERIFY(window->rect().contains(QRect(more->mapTo(window.get(), QPoint()), more->size())));
    window->resize(1400, 900);
    QTRY_VERIFY(explore->isVisible());
  }
};

CAROM_DISPLAY_TEST(TestWorkspaces);
#include "tst_workspaces.moc"
