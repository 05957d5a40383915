// Two orderings side by side: in the tree, in the 3D view, and as a difference.
#include "common/moments.h"
#include "motion/series_figure.h"
#include "orderings/ordering_graph_figure.h"
#include "orderings/ordering_graph_panel.h"
#include "outcomes/outcomes_panel.h"
#include "support/plot_panels.h"
#include "support/recorded_edits.h"
#include "support/snapshot_factory.h"
#include "support/widget_test.h"
#include "viewport/picture/scene_frame.h"

using namespace carom;

namespace {

/// θ = 120°: ac bc is in force, bc ac is pinned.
SnapshotPtr pinned() {
  return compared(*makeSnapshot("billiard-break", {{"theta", "120deg"}}), Word{1, 0});
}

Moment afterImpact(const Snapshot& snapshot, int reflection) {
  return {0, snapshot.trajectory->initialImpact(), reflection};
}

/// The difference at one place of the x axis: reflections done, or s.
double differenceAt(const SeriesView& view, double place) {
  const SeriesView::Run& run = view.runs.front();
  return run.values->at(*run.quantities.front(), place);
}

}  // namespace

class TestComparison : public QObject {
  Q_OBJECT
 private slots:
  void differenceEndsAtXi() {
    const auto snapshot = pinned();
    const SeriesView view = plotView(differencePlot, snapshot, false, afterImpact(*snapshot, 0));
    QCOMPARE(differenceAt(view, 0), 0.0);
    QVERIFY(std::abs(differenceAt(view, 2) - snapshot->report->indeterminacy.xi) < 1e-14);
    const SeriesView time = plotView(differencePlot, snapshot, true);
    QVERIFY(differenceAt(time, -0.01) < 1e-15);
    QVERIFY(std::abs(differenceAt(time, 0.01) - snapshot->report->indeterminacy.xi) < 1e-14);
  }

  void anOrderingDoesNotDifferFromItself() {
    const auto snapshot = makeSnapshot("line-and-wall", {{"n", "3"}, {"first", "2"}});
    const auto same = compared(*snapshot, snapshot->ordering);
    const QString csv = DifferenceFigure(same).csv();
    for (const QString& line : csv.split('\n').mid(1))
      if (!line.isEmpty()) QCOMPARE(line.section(',', 1).toDouble(), 0.0);
  }

  void shorterOrderingWaitsAtItsEnd() {
    const auto snapshot = makeSnapshot("line-and-wall", {{"n", "2"}, {"first", "5"}});
    const Word& other = snapshot->report->outcomes[1].example;
    QVERIFY(other.size() != snapshot->ordering.size());
    const SeriesView view =
        plotView(differencePlot, compared(*snapshot, other), false, afterImpact(*snapshot, 0));
    const double end = static_cast<double>(std::max(other.size(), snapshot->ordering.size()));
    QVERIFY(std::abs(differenceAt(view, end) - snapshot->report->indeterminacy.xi) < 1e-12);
  }

  void nothingPinnedIsSaid() {
    QVERIFY_THROWS_EXCEPTION(FigureError, DifferenceFigure(makeSnapshot("billiard-break")));
    Selection selection;
    RecordedEdits edits;
    DifferencePanel panel(&selection, &edits);
    panel.setSnapshot(makeSnapshot("billiard-break"));
    QVERIFY(!panel.figure());
    panel.setSnapshot(pinned());
    QVERIFY(panel.figure());
  }

  void bothOrderingsAreMarkedInTheTree() {
    const auto snapshot = pinned();
    const OrderingGraphPicture picture = makePicture(snapshot, {}, {});
    int selected = 0, other = 0, both = 0;
    for (const auto& edge : picture.shown.edges) {
      selected += edge.selected;
      other += edge.compared;
      both += edge.selected && edge.compared;
    }
    QCOMPARE(selected, 2);
    QCOMPARE(other, 2);
    QCOMPARE(both, 0);
    QCOMPARE(picture.legend().size(), std::size_t{2});
    QVERIFY(OrderingGraphFigure(snapshot).csv().contains(",compared"));
  }

  void aDeepComparisonIsShownToItsEnd() {
    const auto snapshot = makeSnapshot("rack-break");
    const Word& last = snapshot->report->outcomes.back().example;
    const OrderingGraphPicture picture = makePicture(compared(*snapshot, last), {}, {});
    int steps = 0;
    for (const auto& edge : picture.shown.edges) steps += edge.compared ? edge.swallowed + 1 : 0;
    QCOMPARE(steps, static_cast<int>(last.size()));
  }

  void keyPinsAndUnpins() {
    Selection selection;
    RecordedEdits edits;
    OrderingGraphPanel panel(&selection, &edits);
    panel.resize(470, 330);
    const auto snapshot = makeSnapshot("billiard-break", {{"theta", "120deg"}});
    panel.setSnapshot(snapshot);
    panel.show();
    QVERIFY(QTest::qWaitForWindowExposed(&panel));
    QTest::keyClick(&panel, Qt::Key_C);
    QCOMPARE(edits.changes.size(), 1);
    QCOMPARE(edits.changes[0].after.settings.comparison, std::optional<Word>(snapshot->ordering));
    panel.compareThrough(2);  // p₂, beyond bc
    QCOMPARE(edits.changes[1].after.settings.comparison, std::optional<Word>(Word{1, 0}));
    panel.setSnapshot(pinned());
    QTest::keyClick(&panel, Qt::Key_C);
    QCOMPARE(edits.changes[2].after.settings.comparison, std::optional<Word>());
  }

  void ghostsPartFromTheBallsAfterTheImpact() {
    const auto snapshot = pinned();
    const SceneFrame before = makeFrame(*snapshot, {-0.01, -1, 0});
    QVERIFY(before.ghosts.empty());
    const SceneFrame during = makeFrame(*snapshot, afterImpact(*snapshot, 2));
    QVERIFY(during.ghosts.empty());  // nothing has moved yet, but the velocities differ
    const auto others = [](const SceneFrame& frame) {
      return std::ranges::count(frame.arrows, SceneFrame::ArrowKind::Other, &SceneFrame::Arrow::kind);
    };
    QVERIFY(others(during) > 0);
    const double later = 0.05;
    const SceneFrame after = makeFrame(*snapshot, {later, -1, 0});
    QCOMPARE(after.ghosts.size(), std::size_t{3});
    QVERIFY(others(after) > 0);
    const Eigen::VectorXd q = snapshot->comparison->trajectory->configuration(later);
    for (const SceneFrame::Ball& ghost : after.ghosts) {
      QVERIFY(ghost.ghost);
      QVERIFY((ghost.centre - snapshot->instance.mechanism->position(ghost.body, q)).norm() < 1e-12);
    }
    QVERIFY(after.comparison.contains("ghost"));
  }
};

CAROM_DISPLAY_TEST(TestComparison);
#include "tst_comparison.moc"
