// What panels without anything to show offer to do next, and what the table of outcomes leaves out where it
// has no room.
#include <QHeaderView>
#include <QPushButton>
#include <QScrollBar>
#include <QTableView>

#include "common/selection.h"
#include "motion/xi_curve_panel.h"
#include "orderings/ordering_graph_panel.h"
#include "outcomes/outcomes_panel.h"
#include "support/plot_panels.h"
#include "support/recorded_edits.h"
#include "support/snapshot_factory.h"
#include "support/widget_test.h"

using namespace carom;

namespace {

/// A panel with a snapshot, on the screen.
template <typename PanelType>
struct Shown {
  Selection selection;
  RecordedEdits edits;
  PanelType panel{&selection, &edits};

  explicit Shown(const SnapshotPtr& snapshot, QSize size = {560, 260}) {
    edits.current.scene = snapshot->scene;
    panel.resize(size);
    panel.show();
    if (!QTest::qWaitForWindowExposed(&panel)) qFatal("no window");
    panel.setSnapshot(snapshot);
  }
  QList<QPushButton*> steps() const {
    QList<QPushButton*> buttons;
    if (const QWidget* all = panel.template findChild<QWidget*>("nextSteps"))
      for (QPushButton* button : all->findChildren<QPushButton*>())
        if (button->isVisible()) buttons += button;
    return buttons;
  }
  QStringList texts() const {
    QStringList all;
    for (const QPushButton* button : steps()) all += button->text();
    return all;
  }
};

template <typename PanelType>
void showsTheFirstImpact() {
  const auto snapshot = makeSnapshot("pen");
  Shown<PanelType> shown(snapshot);
  QCOMPARE(shown.texts(), QStringList{"Show impact 1"});
  QTest::mouseClick(shown.steps().front(), Qt::LeftButton);
  QCOMPARE(shown.selection.moment(), (Moment{snapshot->trajectory->impacts[0].time, 0, 0}));
}

}  // namespace

class TestNextSteps : public QObject {
  Q_OBJECT
 private slots:
  void theFirstImpactIsOneClickAway() {
    showsTheFirstImpact<OrderingGraphPanel>();
    showsTheFirstImpact<OutcomesPanel>();
    showsTheFirstImpact<XiCurvePanel>();
    showsTheFirstImpact<DifferencePanel>();
  }

  /// A scene without a curve offers its parameters, and one that has a curve nothing.
  void parametersAreOffered() {
    Shown<XiCurvePanel> rack(makeSnapshot("rack-break", {{"rows", "2"}}));
    QCOMPARE(rack.texts(), QStringList({"over rows", "over v"}));
    QTest::mouseClick(rack.steps().last(), Qt::LeftButton);
    QVERIFY(rack.edits.texts.last().contains("\"sweep\": \"speed\""));
    rack.panel.setSnapshot(makeSnapshot("billiard-break"));
    QCOMPARE(rack.texts(), QStringList());
  }

  void aPanelWithAnImpactOffersNothing() {
    QCOMPARE(Shown<OrderingGraphPanel>(makeSnapshot("billiard-break")).texts(), QStringList());
    QCOMPARE(Shown<OutcomesPanel>(makeSnapshot("billiard-break")).texts(), QStringList());
  }

  /// A second run that ends in another outcome than the first, and none where the outcome is unique.
  void aSecondRunIsOffered() {
    const auto snapshot = makeSnapshot("billiard-break", {{"theta", "120deg"}});
    const std::vector<Outcome>& outcomes = snapshot->report->outcomes;
    QCOMPARE(outcomes.size(), std::size_t(2));
    const std::size_t other = snapshot->outcome == 0 ? 1 : 0;
    Shown<DifferencePanel> shown(snapshot);
    QCOMPARE(shown.texts(), QStringList{QString("Compare with outcome %1").arg(other + 1)});
    QTest::mouseClick(shown.steps().front(), Qt::LeftButton);
    QCOMPARE(shown.edits.changes.last().after.settings.comparison, outcomes[other].example);
    QVERIFY(outcomes[other].example != snapshot->ordering);
    QCOMPARE(Shown<DifferencePanel>(makeSnapshot("billiard-break", {{"theta", "90deg"}})).texts(),
             QStringList());
  }

  /// At the size of the first window all velocities of three balls are in sight; in a wide panel everything
  /// is.
  void columnsThatMatterAreInSight() {
    const auto snapshot = makeSnapshot("billiard-break", {{"theta", "120deg"}});
    for (const int width : {480, 560, 640, 1400}) {
      Shown<OutcomesPanel> shown(snapshot, {width, 300});
      const auto* table = shown.panel.findChild<QTableView*>("outcomesTable");
      QStringList headings;
      for (int column = 0; column < table->model()->columnCount(); ++column)
        if (!table->isColumnHidden(column))
          headings += table->model()->headerData(column, Qt::Horizontal).toString();
      for (const char* ball : {"v a (m/s)", "v b (m/s)", "v c (m/s)"}) QVERIFY(headings.contains(ball));
      int right = 0;  // of the last velocity
      for (int column = 0; column <= 3; ++column) right += table->columnWidth(column);
      QVERIFY2(right <= table->viewport()->width(), qPrintable(QString::number(width)));
      QCOMPARE(headings.contains("residual"), width == 1400);
      if (width >= 560) QTRY_COMPARE(table->horizontalScrollBar()->maximum(), 0);
      shown.panel.setAllColumns(true);
      for (int column = 0; column < table->model()->columnCount(); ++column)
        QVERIFY(!table->isColumnHidden(column));
      QVERIFY(shown.panel.kept()["allColumns"].toBool());
    }
  }
};

CAROM_DISPLAY_TEST(TestNextSteps);
#include "tst_next_steps.moc"
