// The drop experiment in the window: one entry of the menu, one step of undo, both gaits in the plot.
#include <QAction>

#include "answer/drop_experiment.h"
#include "motion/series_panel.h"
#include "plot/styled_plot.h"
#include "support/widget_test.h"
#include "support/window_test.h"
#include "window/drop_dialog.h"
#include "window/main_window.h"

using namespace carom;

class TestDropInWindow : public QObject {
  Q_OBJECT

  std::unique_ptr<MainWindow> window;

  void open(const QString& scene) {
    const auto before = window->snapshot() ? window->snapshot()->scene : nullptr;
    window->openScene(scene, {});
    QTRY_VERIFY(window->snapshot() && window->snapshot()->scene != before && !window->snapshot()->isPending);
  }
  QAction* drop() const { return window->findChild<QAction*>("drop-experiment"); }
  void trigger() {
    drop()->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(window->snapshot()->comparison && window->snapshot()->kept.size() == 1,
                             60'000 * tests::patience);
  }

 private slots:
  void init() {
    prepareWindowTest();
    window = std::make_unique<MainWindow>();
    window->resize(1200, 800);
    tests::showActive(window.get());
  }
  void cleanup() { window.reset(); }

  void onlyARobotWithStancesIsDropped() {
    open("billiard-break");
    QVERIFY(!drop()->isEnabled());
    open("trex");
    QVERIFY(drop()->isEnabled());
  }

  void bothGaitsAreShownAndUndone() {
    open("trex");
    const Assignments before = window->document()->state().assignments;
    trigger();
    QVERIFY(firstIndeterminacy(*window->snapshot()).value() < 1e-14);
    QVERIFY(firstIndeterminacy(*window->snapshot()->kept[0].answer).value() > 1e-4);
    auto* panel = window->findChild<SeriesPanel*>("difference");
    QTRY_VERIFY(panel->isVisible());
    // Where a difference is 0, which has no logarithm, its line is interrupted.
    const auto curves = [&] {
      QSet<QString> names;
      for (int i = 0; i < panel->plot()->graphCount(); ++i) names += panel->plot()->graph(i)->name();
      return names;
    };
    QTRY_COMPARE(curves(), (QSet<QString>{"difference", "straight"}));
    const QCPAxis* axis = panel->plot()->yAxis;
    QCOMPARE(axis->scaleType(), QCPAxis::stLogarithmic);
    // The panel comes with room, and its labels have theirs.
    constexpr int lineOfLabel = 11;  // px
    QTRY_VERIFY(axis->axisRect()->height() > 4 * lineOfLabel);
    QVector<double> ticks;
    axis->ticker()->generate(axis->range(), QLocale::c(), 'g', 6, ticks, nullptr, nullptr);
    const auto shown =
        std::ranges::count_if(ticks, [&](double tick) { return axis->range().contains(tick); });
    QVERIFY(shown >= 2 && shown * lineOfLabel <= axis->axisRect()->height() + lineOfLabel);
    window->document()->undo();
    QTRY_VERIFY(!window->snapshot()->comparison && window->snapshot()->kept.empty());
    QCOMPARE(window->document()->state().assignments, before);
  }

  /// The curves grow in a dialog, which can cancel the experiment: nothing changes then.
  void curvesGrowAndCanBeCancelled() {
    open("trex");
    const DocumentState before = window->document()->state();
    DocumentState slow = before;
    slow.settings.run.step = 1e-5;  // so that it takes long enough to be seen
    window->document()->change("", slow);
    QTRY_VERIFY_WITH_TIMEOUT(window->snapshot()->settings.run.step == 1e-5 && !window->snapshot()->isPending,
                             60'000 * tests::patience);
    drop()->trigger();
    DropDialog* dialog = nullptr;
    QTRY_VERIFY_WITH_TIMEOUT((dialog = window->findChild<DropDialog*>()) && dialog->isVisible(),
                             60'000 * tests::patience);
    const QCPGraph* orthogonal = dialog->plot()->graph(0);
    QTRY_VERIFY_WITH_TIMEOUT(orthogonal->dataCount() > 0, 60'000 * tests::patience);
    const int some = orthogonal->dataCount();
    QTRY_VERIFY_WITH_TIMEOUT(orthogonal->dataCount() > some, 60'000 * tests::patience);
    QCOMPARE(dialog->plot()->yAxis->scaleType(), QCPAxis::stLogarithmic);
    QTest::keyClick(dialog, Qt::Key_Escape);
    QTRY_VERIFY_WITH_TIMEOUT(drop()->isEnabled(), 60'000 * tests::patience);
    QVERIFY(!window->findChild<DropDialog*>());
    QVERIFY(window->document()->state().kept.empty());
    QCOMPARE(window->document()->state().assignments, before.assignments);
  }

  /// A second time there is nothing more to keep.
  void theSameGaitIsKeptOnce() {
    open("trex");
    trigger();
    const SnapshotPtr first = window->snapshot();
    drop()->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(drop()->isEnabled(), 60'000 * tests::patience);
    QTRY_VERIFY(!window->document()->isWaiting());
    QCOMPARE(window->snapshot()->kept.size(), std::size_t{1});
  }
};

CAROM_DISPLAY_TEST(TestDropInWindow);
#include "tst_drop_in_window.moc"
