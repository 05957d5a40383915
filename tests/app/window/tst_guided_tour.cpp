// The guided tour: each step waits for the deed, done as a person does it; Esc ends it, and nothing else is
// in its way.
#include <QLabel>
#include <QLineEdit>
#include <QMainWindow>
#include <QStatusBar>
#include <QToolButton>

#include "common/math_label.h"
#include "design/design_panel.h"
#include "figure/figure_export_dialog.h"
#include "motion/xi_curve_panel.h"
#include "orderings/ordering_graph_panel.h"
#include "scene/parameter_row.h"
#include "scene/reasoning_dialog.h"
#include "scene/scene_panel.h"
#include "scene/summary_bar.h"
#include "support/file_window.h"
#include "support/settle_window.h"
#include "support/widget_test.h"
#include "timeline/player.h"
#include "timeline/timeline_panel.h"
#include "viewport/viewport_canvas.h"
#include "viewport/viewport_panel.h"
#include "window/figure_menu.h"
#include "window/panels.h"
#include "window/tour/guided_tour.h"
#include "window/tour/tour_card.h"

using namespace carom;

class TestGuidedTour : public QObject, FileWindow {
  Q_OBJECT

  GuidedTour* tour() { return window->tour(); }
  TourCard* card() const { return window->findChild<TourCard*>("tourCard"); }
  TourRing* ring() const { return window->findChild<TourRing*>(); }
  void begin() {
    window->findChild<QAction*>("tour")->trigger();
    QTRY_COMPARE(tour()->step(), 0);
    QVERIFY(card()->isVisible());
  }
  void type(const char* value) {
    auto* field = window->findChild<ScenePanel*>()->row("theta")->findChild<QLineEdit*>("field");
    field->setFocus();
    field->selectAll();
    QTest::keyClicks(field, value);
    QTest::keyClick(field, Qt::Key_Return);
    window->setFocus();
  }
  /// The step that is shown is not done.
  void verifyWaiting() {
    settle(*window);
    QVERIFY(!tour()->isGoingOn());
  }
  /// Follows the ordering that is not in force.
  void takeTheOther() {
    const SnapshotPtr snapshot = window->snapshot();
    Word word = snapshot->ordering;
    std::reverse(word.begin(), word.end());
    window->document()->setOrdering(word);
  }

 private slots:
  void initTestCase() { prepare(); }
  void init() { startFresh(); }
  void cleanup() { window.reset(); }

  /// Nothing of it is there where nobody asks for it.
  void aWindowBeginsWithoutIt() {
    QVERIFY(!tour()->isRunning());
    QVERIFY(!card()->isVisible() && !ring()->isVisible());
    QVERIFY(!window->findChild<QWidget*>("tourOffer"));
  }

  void eightDeeds() {
    begin();
    QCOMPARE(std::lround(theta()), 120L);
    verifyWaiting();
    QCOMPARE(tour()->step(), 0);
    type("90deg");
    QTRY_COMPARE(tour()->step(), 1);
    verifyWaiting();
    QCOMPARE(tour()->step(), 1);
    type("115deg");
    QTRY_VERIFY(window->snapshot()->report->outcomes.size() == 2);
    verifyWaiting();
    QCOMPARE(tour()->step(), 1);  // the other ordering is not chosen yet
    takeTheOther();
    window->selection()->setMoment({0, 0, 2});  // a click in the tree shows the end
    QTRY_COMPARE(tour()->step(), 2);
    QCOMPARE(window->selection()->moment().reflection, 0);  // the impact begins again
    verifyWaiting();
    QCOMPARE(tour()->step(), 2);
    QTest::keyClick(window.get(), Qt::Key_Right);
    QTRY_COMPARE(tour()->step(), 3);
    QTest::keyClick(window.get(), Qt::Key_F1, Qt::ControlModifier);
    QTRY_VERIFY(!window->findChildren<ReasoningDialog*>().isEmpty());
    verifyWaiting();
    QCOMPARE(tour()->step(), 3);  // it is being read
    for (auto* dialog : window->findChildren<ReasoningDialog*>()) dialog->close();
    QTRY_COMPARE(tour()->step(), 4);
    tests::showActive(window.get());
    QTest::keyClick(window.get(), Qt::Key_Space);
    QTRY_COMPARE(tour()->step(), 5);
    QTest::keyClick(window.get(), Qt::Key_Space);
    QWidget* view = window->panels().find<ViewportPanel>()->canvas();
    view->setFocus();  // as after a drag in it
    QTest::keyClick(view, Qt::Key_C);
    QTRY_VERIFY(window->snapshot()->comparison);
    verifyWaiting();
    QCOMPARE(tour()->step(), 5);  // an ordering beside itself is no comparison
    takeTheOther();
    QTRY_COMPARE(tour()->step(), 6);
    emit window->panels().find<SummaryBar>()->designWanted();
    QTRY_COMPARE(tour()->step(), 7);
    QVERIFY(ring()->isVisible());  // around the button that exports
    auto* graph = window->findChild<OrderingGraphPanel*>();
    window->findChild<FigureMenu*>()->exportFigure(graph);
    auto* dialog = window->findChild<FigureExportDialog*>();
    QVERIFY(dialog);
    dialog->findChild<QLineEdit*>("path")->setText(path("mine.pdf"));
    QMetaObject::invokeMethod(dialog, "accept");
    QTRY_VERIFY(!tour()->isRunning());
    QVERIFY(QFile(path("mine.pdf")).size() > 1000);
    QVERIFY(!card()->isVisible() && !ring()->isVisible());
    QVERIFY(window->findChild<ElidedLabel*>("message")->fullText().contains("F1"));
    QVERIFY(window->findChild<ElidedLabel*>("message")->fullText().contains("mine.pdf"));
  }

  void escEndsIt() {
    begin();
    QTest::keyClick(window.get(), Qt::Key_Escape);
    QVERIFY(!tour()->isRunning() && !card()->isVisible());
    begin();  // and again
  }

  void aStepIsSkippedAndTheTourEndedByItsButtons() {
    begin();
    card()->findChild<QToolButton*>("tourSkip")->click();
    QCOMPARE(tour()->step(), 1);
    card()->findChild<QToolButton*>("tourEnd")->click();
    QVERIFY(!tour()->isRunning());
  }

  void anotherSceneEndsIt() {
    begin();
    open("newtons-cradle");
    QTRY_VERIFY(!tour()->isRunning());
  }

  /// Unsaved work is asked about first, and stays where the person keeps it.
  void itAsksAboutUnsavedEdits() {
    put(path("mine.carom.json"), billiardBreak());
    open(path("mine.carom.json"));
    setTheta("100deg");
    window->findChild<QAction*>("tour")->trigger();
    answer("Cancel");
    settle(*window);
    QVERIFY(!tour()->isRunning());
    QCOMPARE(std::lround(theta()), 100L);
  }

  /// In a window of usual size it leaves free all that the steps use: the view, the line of time, the tree
  /// and the curve.
  void theCardLeavesThePanelsFree() {
    begin();
    window->resize(1500, 950);
    for (const QWidget* part : {static_cast<QWidget*>(window->panels().find<TimelinePanel>()),
                                static_cast<QWidget*>(window->panels().find<ViewportPanel>()),
                                static_cast<QWidget*>(window->panels().find<OrderingGraphPanel>()),
                                static_cast<QWidget*>(window->panels().find<XiCurvePanel>())})
      QTRY_VERIFY2(
          !card()->geometry().intersects(QRect(part->mapTo(window.get(), QPoint(0, 0)), part->size())),
          qPrintable(part->objectName()));
  }

  /// The card lies beside the part that it is about, within the window, also in a small one.
  void theCardKeepsClear() {
    begin();
    for (const QSize size : {QSize(1500, 950), QSize(1000, 700)}) {
      window->resize(size);
      for (int step = 0; step < 8; ++step) {
        while (tour()->step() != step) {
          if (!tour()->isRunning()) begin();
          card()->findChild<QToolButton*>("tourSkip")->click();
          if (!tour()->isRunning()) begin();
        }
        const auto isClear = [this] {
          const QRect common = ring()->geometry().intersected(card()->geometry());
          return !ring()->isVisible() ||
                 4 * common.width() * common.height() < ring()->width() * ring()->height();
        };
        QTRY_VERIFY2(window->rect().contains(card()->geometry()) && isClear(),
                     qPrintable(QString::number(step)));
      }
    }
  }

  /// The first start offers it in a line of the status bar, and no later one.
  void itIsOfferedOnce() {
    tour()->offer(window->statusBar());
    auto* offer = window->findChild<QWidget*>("tourOffer");
    QVERIFY(offer && offer->isVisible());
    offer->findChildren<QToolButton*>().back()->click();
    QTRY_VERIFY(!window->findChild<QWidget*>("tourOffer"));
    QVERIFY(!tour()->isRunning());
    tour()->offer(window->statusBar());
    QVERIFY(!window->findChild<QWidget*>("tourOffer"));
    QSettings().clear();
    tour()->offer(window->statusBar());
    window->findChild<QWidget*>("tourOffer")->findChildren<QToolButton*>().front()->click();
    QTRY_COMPARE(tour()->step(), 0);
  }
};

CAROM_DISPLAY_TEST(TestGuidedTour);
#include "tst_guided_tour.moc"
