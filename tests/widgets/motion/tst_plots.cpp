// The plots as a person uses them: what is drawn, and what the mouse does in it.
#include <qcustomplot.h>

#include <QMenu>
#include <QSignalSpy>
#include <QToolButton>
#include <QWindow>
#include <cmath>
#include <numbers>

#include "answer/impact_of_run.h"
#include "answer/motion_samples.h"
#include "base/number_format.h"
#include "common/body_colors.h"
#include "common/hover_card.h"
#include "common/moments.h"
#include "common/selection.h"
#include "motion/energy_plot.h"
#include "motion/series_bar.h"
#include "motion/xi_curve_panel.h"
#include "plot/curve_notes.h"
#include "support/plot_panels.h"
#include "support/recorded_edits.h"
#include "support/snapshot_factory.h"
#include "support/widget_test.h"

using namespace carom;

namespace {

constexpr double degree = std::numbers::pi / 180;
/// Where the third reflection sets in: cos θ = (1 − √5)/2.
const double corner = std::acos((1 - std::sqrt(5.0)) / 2) / degree;

SnapshotPtr billiards(const QString& theta, bool curve = true) {
  const SnapshotPtr snapshot = makeSnapshot("billiard-break", {{"theta", theta.toStdString()}});
  return curve ? computeCurve(snapshot) : snapshot;
}

/// A panel; those that edit get what they ask for edits.
template <class P>
P makePanel(Selection* selection, Edits* edits) {
  if constexpr (std::is_constructible_v<P, Selection*, Edits*>)
    return P(selection, edits);
  else
    return P(selection);
}

/// A panel on the screen, and a mouse that goes through its window.
template <class P>
struct Stage {
  Selection selection;
  RecordedEdits edits;
  P panel = makePanel<P>(&selection, &edits);

  explicit Stage(const SnapshotPtr& snapshot) {
    panel.setSnapshot(snapshot);
    panel.resize(520, 300);
    panel.show();
    if (!QTest::qWaitForWindowExposed(&panel)) qFatal("no window");
    panel.plot()->replot();
  }
  QPoint at(double x, double y) const {
    const StyledPlot* plot = panel.plot();
    return plot->mapTo(&panel, QPointF(plot->xAxis->coordToPixel(x), plot->yAxis->coordToPixel(y)).toPoint());
  }
  /// Half way up the plot.
  QPoint at(double x) const { return at(x, panel.plot()->yAxis->range().center()); }
  /// The x at the middle of the pixel that is meant by x.
  double pixelOf(double x) const {
    return panel.plot()->xAxis->pixelToCoord(panel.plot()->mapFrom(&panel, at(x)).x());
  }
  void press(QPoint point, Qt::MouseButton button = Qt::LeftButton) {
    QTest::mousePress(panel.windowHandle(), button, {}, point);
  }
  void move(QPoint point) { QTest::mouseMove(panel.windowHandle(), point); }
  void release(QPoint point, Qt::MouseButton button = Qt::LeftButton) {
    QTest::mouseRelease(panel.windowHandle(), button, {}, point);
  }
  double perPixel() const { return panel.plot()->xAxis->range().size() / panel.plot()->axisRect()->width(); }
  QString card() const {
    const auto* card = panel.template findChild<HoverCard*>();
    if (!card->isVisible()) return {};
    QTextDocument text;
    text.setHtml(card->text());
    return text.toPlainText();
  }
};

QCPGraph* graphNamed(const StyledPlot* plot, const QString& name) {
  for (int i = 0; i < plot->graphCount(); ++i)
    if (plot->graph(i)->name() == name) return plot->graph(i);
  return nullptr;
}

QCPBars* barsNamed(StyledPlot* plot, const QString& name) {
  for (int i = 0; i < plot->plottableCount(); ++i)
    if (auto* bars = qobject_cast<QCPBars*>(plot->plottable(i)); bars && bars->name() == name) return bars;
  return nullptr;
}

/// The polyline of a graph at x.
double along(const QCPGraph* graph, double x) {
  auto right = graph->data()->findBegin(x, false);
  if (right == graph->data()->constBegin()) return right->value;
  if (right == graph->data()->constEnd()) return (right - 1)->value;
  const auto left = right - 1;
  const double part = (x - left->key) / (right->key - left->key);
  return (1 - part) * left->value + part * right->value;
}

bool near(double a, double b, double tolerance) {
  return std::abs(a - b) <= tolerance;
}

/// Opens the context menu with the right button; returns its entries and chooses one of them.
QStringList useContextMenu(Stage<XiCurvePanel>& stage, const QString& choose) {
  stage.press(stage.panel.rect().center(), Qt::RightButton);
  stage.release(stage.panel.rect().center(), Qt::RightButton);
  const QPointer<QWidget> menu = QApplication::activePopupWidget();
  if (!menu) return {};
  QStringList entries;
  QRect chosen;
  for (QAction* action : menu->actions()) {
    if (action->isEnabled()) entries += action->text();
    if (action->text() == choose) chosen = static_cast<QMenu*>(menu.data())->actionGeometry(action);
  }
  if (chosen.isValid()) QTest::mouseClick(menu->windowHandle(), Qt::LeftButton, {}, chosen.center());
  if (menu) menu->close();
  return entries;
}

}  // namespace

class TestPlots : public QObject {
  Q_OBJECT
 private slots:
  void curveIsTheSweep();
  void curveHasItsCornerAsAVertex();
  void anotherParameterIsChosenByMenu();
  void markerSitsOnTheCurve_data();
  void markerSitsOnTheCurve();
  void markerMovesWithTheParameterAndTheCurveStays();
  void wordsOnTheCurveFollowTheVerdict();
  void draggingInTheCurveEditsTheParameter();
  void draggingStopsWhereTheBallsTouch();
  void escapeCancelsADrag();
  void otherButtonsAndPlacesEditNothing();
  void aStaleCurveIsNoFigureButOneIsComing();
  void manyBodiesAreJoined();
  void withoutAnImpactNothingIsUnique();
  void aCancelledCurveIsNotWaitedFor();
  void hoverTellsXi();
  void contextMenuOffersTheExport();
  void aSceneWithoutSweepSaysSo();
  void energiesAreThoseOfTheOrdering_data();
  void energiesAreThoseOfTheOrdering();
  void momentaAreThoseOfTheOrdering_data();
  void momentaAreThoseOfTheOrdering();
  void energiesFollowTheMotion();
  void theTotalThatFallsHasBothItsEnds();
  void momentaFollowTheMotion();
  void clickingABarSelectsItsMoment();
  void draggingAlongTimeSelectsMoments();
  void aDragEndsWhereItsCurveGoes();
  void selectionMovesTheCursor_data();
  void selectionMovesTheCursor();
  void hoverTellsEnergyAndMomentumWithUnits();
  void switchIsAClick();
  void theLegendBeginsWhereTheButtonsEnd();
  void noAxesAreShownBeforeThereIsAScene();
};

/// The axes of a plot without curves would go from 0 to 5.
void TestPlots::noAxesAreShownBeforeThereIsAScene() {
  Selection selection;
  RecordedEdits edits;
  QVERIFY(XiCurvePanel(&selection, &edits).plot()->hasNotice());
  Stage<XiCurvePanel> stage(billiards("120deg"));
  QVERIFY(!stage.panel.plot()->hasNotice());
}

void TestPlots::curveIsTheSweep() {
  const SnapshotPtr snapshot = billiards("120deg");
  const Stage<XiCurvePanel> stage(snapshot);
  const QCPGraph* graph = graphNamed(stage.panel.plot(), "xi");
  const SweepResult& curve = *snapshot->curve;
  const auto& theta = curve.over.front().values;
  QCOMPARE(static_cast<std::size_t>(graph->dataCount()), theta.size());
  for (std::size_t i = 0; i < theta.size(); ++i) {
    const auto point = graph->data()->at(static_cast<int>(i));
    QCOMPARE(point->key, theta[i] / degree);
    QCOMPARE(point->value, curve.points[i].value.value());
  }
}

void TestPlots::anotherParameterIsChosenByMenu() {
  Stage<XiCurvePanel> stage(billiards("120deg"));
  stage.edits.current.scene = Scene::open("billiard-break");
  QMenu* menu = stage.panel.findChild<QToolButton*>("sweepChoice")->menu();
  emit menu->aboutToShow();
  QStringList names, marked;
  for (QAction* action : menu->actions()) {
    names += action->data().toString();
    if (action->isChecked()) marked += action->data().toString();
  }
  QCOMPARE(names, QStringList({"theta", "ra", "rb", "rc", "density", "speed"}));
  QCOMPARE(marked, QStringList{"theta"});
  menu->actions().at(1)->trigger();
  QCOMPARE(stage.edits.changes.size(), 1);
  QCOMPARE(stage.edits.changes[0].name, QStringLiteral("Draw ξ over ra"));
  QCOMPARE(Scene::parse(stage.edits.texts[0].toStdString(), "")->instantiate().view.sweep, std::string("ra"));
}

void TestPlots::curveHasItsCornerAsAVertex() {
  const Stage<XiCurvePanel> stage(billiards("120deg"));
  const auto data = graphNamed(stage.panel.plot(), "xi")->data();
  const auto vertex = std::min_element(
      data->constBegin(), data->constEnd(),
      [](const auto& a, const auto& b) { return std::abs(a.key - corner) < std::abs(b.key - corner); });
  QVERIFY2(near(vertex->key, corner, 1e-7), qPrintable(QString::number(vertex->key, 'g', 12)));
  const auto highest = std::max_element(data->constBegin() + data->size() / 3, data->constEnd(),
                                        [](const auto& a, const auto& b) { return a.value < b.value; });
  QVERIFY(near(highest->key, corner, 1e-7));
  // The line breaks there: it rises on the left and falls on the right, both steeply.
  const auto slope = [&](double from, double to) {
    const QCPGraph* graph = graphNamed(stage.panel.plot(), "xi");
    return (along(graph, to) - along(graph, from)) / (to - from);
  };
  QVERIFY(slope(corner - 0.5, corner - 1e-6) > 0.002);
  QVERIFY(slope(corner + 1e-6, corner + 0.5) < -0.005);
}

void TestPlots::markerSitsOnTheCurve_data() {
  QTest::addColumn<QString>("theta");
  QTest::addColumn<double>("degrees");
  for (const char* theta : {"60.5", "75.25", "90", "101.3", "120", "128.1", "128.2", "150", "180"})
    QTest::newRow(theta) << QString(theta) + "deg" << QString(theta).toDouble();
  QTest::newRow("corner") << "acos((1-sqrt(5))/2)" << corner;
}

void TestPlots::markerSitsOnTheCurve() {
  QFETCH(QString, theta);
  QFETCH(double, degrees);
  const SnapshotPtr snapshot = billiards(theta);
  const Stage<XiCurvePanel> stage(snapshot);
  const QPointF dot = stage.panel.drawing().presentDot();
  QVERIFY(near(dot.x(), degrees, 1e-9));
  QCOMPARE(dot.y(), snapshot->report->indeterminacy.xi);
  QCOMPARE(stage.panel.drawing().presentX(), dot.x());
  constexpr double sagitta = 2e-4;  // of the curve over the chords of a degree
  QVERIFY(near(along(graphNamed(stage.panel.plot(), "xi"), dot.x()), dot.y(), sagitta));
}

void TestPlots::markerMovesWithTheParameterAndTheCurveStays() {
  const SnapshotPtr first = billiards("120deg");
  Stage<XiCurvePanel> stage(first);
  const QCPGraph* before = graphNamed(stage.panel.plot(), "xi");
  SnapshotRequest request = requestLike(*first);
  request.assignments = {{"theta", "100deg"}};
  const SnapshotPtr second = reuseCurve(answerTo(request), first);
  QCOMPARE(second->curve, first->curve);
  stage.panel.setSnapshot(second);
  QVERIFY(near(stage.panel.drawing().presentDot().x(), 100, 1e-9));
  QCOMPARE(stage.panel.drawing().presentDot().y(), second->report->indeterminacy.xi);
  QCOMPARE(graphNamed(stage.panel.plot(), "xi"), before);
}

/// Where the present value is, more is known than of others: that the outcome is unique for every momentum.
void TestPlots::wordsOnTheCurveFollowTheVerdict() {
  const SnapshotPtr first = billiards("120deg");
  Stage<XiCurvePanel> stage(first);
  const auto words = [&] {
    QStringList all;
    for (int i = 0; i < stage.panel.plot()->itemCount(); ++i)
      if (const auto* notes = qobject_cast<CurveNotes*>(stage.panel.plot()->item(i)))
        for (const CurveNote& note : notes->notes()) all += note.text;
    return all;
  };
  QVERIFY(words().contains(QStringLiteral("unique here")));
  SnapshotRequest request = requestLike(*first);
  request.assignments = {{"theta", "90deg"}};
  const SnapshotPtr second = reuseCurve(answerTo(request), first);
  stage.panel.setSnapshot(second);
  QVERIFY2(words().contains(QStringLiteral("unique for every momentum")), qPrintable(words().join(u'|')));
  stage.panel.setSnapshot(first);
  QVERIFY(words().contains(QStringLiteral("unique here")));
}

void TestPlots::draggingInTheCurveEditsTheParameter() {
  Stage<XiCurvePanel> stage(billiards("120deg"));
  stage.press(stage.at(120));
  QCOMPARE(stage.edits.begun.size(), 1);
  QCOMPARE(stage.edits.begun[0], QStringLiteral("Change theta"));
  for (const double x : {115.0, 110.0, 100.0}) {
    stage.move(stage.at(x));
    QCOMPARE(stage.edits.previews.back().name, "theta");
    const auto moved = billiards(stage.edits.previews.back().expression, false);
    QVERIFY(near(moved->instance.parameters.front().value / degree, stage.pixelOf(x), stage.perPixel()));
  }
  QCOMPARE(stage.edits.committed, 0);
  stage.release(stage.at(100));
  QCOMPARE(stage.edits.begun.size(), 1);
  QCOMPARE(stage.edits.committed, 1);
  QCOMPARE(stage.edits.cancelled, 0);
  const QString committed = stage.edits.previews.back().expression;
  stage.move(stage.at(140));  // no button down: nothing more is edited
  QCOMPARE(stage.edits.previews.back().expression, committed);
}

void TestPlots::draggingStopsWhereTheBallsTouch() {
  Stage<XiCurvePanel> stage(billiards("120deg"));
  stage.press(stage.at(70));
  stage.move(QPoint(3, 100));  // left of the axis
  stage.release(QPoint(3, 100));
  const auto least = billiards(stage.edits.previews.back().expression, false)->instance.parameters.front();
  QVERIFY(near(least.value / degree, 60, 1e-6));
  stage.press(stage.at(170));
  stage.move(QPoint(stage.panel.width() - 2, 100));
  stage.release(QPoint(stage.panel.width() - 2, 100));
  const auto most = billiards(stage.edits.previews.back().expression, false)->instance.parameters.front();
  QVERIFY(near(most.value / degree, 180, 1e-6));
}

void TestPlots::escapeCancelsADrag() {
  Stage<XiCurvePanel> stage(billiards("120deg"));
  stage.press(stage.at(120));
  stage.move(stage.at(110));
  QTest::keyClick(stage.panel.windowHandle(), Qt::Key_Escape);
  QCOMPARE(stage.edits.cancelled, 1);
  const auto before = stage.edits.previews.size();
  stage.move(stage.at(90));  // the button is still down
  stage.release(stage.at(90));
  QCOMPARE(stage.edits.previews.size(), before);
  QCOMPARE(stage.edits.committed, 0);
  QCOMPARE(stage.edits.cancelled, 1);
  stage.press(stage.at(80));  // and the next drag is one
  stage.release(stage.at(80));
  QCOMPARE(stage.edits.committed, 1);
}

void TestPlots::otherButtonsAndPlacesEditNothing() {
  Stage<XiCurvePanel> stage(billiards("120deg"));
  stage.press(stage.at(120), Qt::MiddleButton);
  stage.release(stage.at(120), Qt::MiddleButton);
  const QPoint label(stage.at(120).x(), stage.panel.height() - 6);
  stage.press(label);
  stage.release(label);
  QCOMPARE(stage.edits.begun.size(), 0);
}

void TestPlots::aStaleCurveIsNoFigureButOneIsComing() {
  Stage<XiCurvePanel> stage(billiards("120deg", false));
  QSignalSpy ready(&stage.panel, &Panel::figureReady);
  QVERIFY(stage.panel.plot()->hasNotice());
  QVERIFY(!stage.panel.figure());
  QVERIFY(stage.panel.isFigureComing());
  const SnapshotPtr first = billiards("120deg");
  stage.panel.setSnapshot(first);
  QCOMPARE(ready.count(), 1);
  QVERIFY(stage.panel.figure());
  QVERIFY(!stage.panel.isFigureComing());

  // Another radius: the old curve stays to be seen, but it is no figure of the present state.
  SnapshotRequest request = requestLike(*first);
  request.assignments = {{"theta", "120deg"}, {"ra", "20mm"}};
  const SnapshotPtr other = answerTo(request);
  stage.panel.setSnapshot(other);
  QVERIFY(stage.panel.isStale());
  QVERIFY(!stage.panel.plot()->hasNotice());
  QVERIFY(!stage.panel.figure());
  QVERIFY(stage.panel.isFigureComing());
  QCOMPARE(ready.count(), 1);
  const SnapshotPtr present = computeCurve(other);
  stage.panel.setSnapshot(present);
  QCOMPARE(ready.count(), 2);
  const QStringList lines = stage.panel.figure()->csv().split('\n');
  QCOMPARE(lines[1].split(',')[1].toDouble(), present->curve->points.front().value.value());
}

/// Of hundreds of bodies those are drawn whose energy changes; the others are one strip, and nothing is lost.
void TestPlots::manyBodiesAreJoined() {
  std::vector<int> bodies;
  Eigen::MatrixXd kinetic = Eigen::MatrixXd::Constant(40, 3, 0.5);
  for (int i = 0; i < 40; ++i) bodies.push_back(i);
  kinetic(7, 0) = 2;
  kinetic(31, 2) = 3;
  const Eigen::RowVectorXd total = kinetic.colwise().sum();
  joinOthers(bodies, kinetic, 2);
  QCOMPARE(bodies, (std::vector<int>{otherBodies, 7, 31}));
  QVERIFY((kinetic.colwise().sum() - total).norm() < 1e-12);
  QCOMPARE(kinetic(1, 0), 2.0);
  QCOMPARE(kinetic(2, 2), 3.0);
  joinOthers(bodies, kinetic, 3);
  QCOMPARE(bodies.size(), std::size_t{3});
}

/// Without an impact no order could matter, and none is called unique.
void TestPlots::withoutAnImpactNothingIsUnique() {
  const SnapshotPtr flying = computeCurve(makeSnapshot("trex", {{"drop", "10cm"}}));
  QVERIFY(!flying->report && flying->curve);
  const XiCurveData data = xiCurveData(*flying, *flying->curve);
  QVERIFY(data.nothingCloses() && !data.uniqueEverywhere() && data.uniqueTouches().empty());
  QVERIFY(std::isnan(data.presentXi));
  const SnapshotPtr cradle = computeCurve(makeSnapshot("newtons-cradle"));
  QVERIFY(xiCurveData(*cradle, *cradle->curve).uniqueEverywhere());
}

void TestPlots::aCancelledCurveIsNotWaitedFor() {
  Stage<XiCurvePanel> stage(billiards("120deg", false));
  QSignalSpy ready(&stage.panel, &Panel::figureReady);
  stage.panel.workCancelled();
  QCOMPARE(ready.count(), 1);
  QVERIFY(!stage.panel.isFigureComing());
  QVERIFY(!stage.panel.figure());
  stage.panel.setSnapshot(billiards("110deg", false));  // a new state asks anew
  QVERIFY(stage.panel.isFigureComing());
  stage.panel.setSnapshot(billiards("110deg"));
  QVERIFY(stage.panel.figure());
}

void TestPlots::hoverTellsXi() {
  Stage<XiCurvePanel> stage(billiards("120deg"));
  QVERIFY(stage.card().isEmpty());
  stage.move(stage.at(90));
  QVERIFY2(stage.card().contains("θ") && stage.card().contains("°") && stage.card().contains("ξ"),
           qPrintable(stage.card()));
  const QPoint outside(stage.at(90).x(), stage.panel.height() - 4);
  stage.move(outside);
  QVERIFY(stage.card().isEmpty());
  stage.move(stage.at(100));
  const QString xi = QString::number(along(graphNamed(stage.panel.plot(), "xi"), stage.pixelOf(100)), 'f', 4);
  QVERIFY2(stage.card().contains(xi), qPrintable(stage.card() + " lacks " + xi));
}

void TestPlots::contextMenuOffersTheExport() {
  Stage<XiCurvePanel> stage(billiards("120deg"));
  QSignalSpy wanted(&stage.panel, &Panel::exportRequested);
  const QStringList entries = useContextMenu(stage, QStringLiteral("Export figure…"));
  QVERIFY2(entries.contains("Export figure…") && entries.contains("Copy data"),
           qPrintable(entries.join(';')));
  QCOMPARE(wanted.count(), 1);
  QCOMPARE(stage.edits.begun.size(), 0);
  // The export waits for the curve; a copy would be one of nothing.
  Stage<XiCurvePanel> early(billiards("120deg", false));
  QCOMPARE(useContextMenu(early, {}), QStringList{"Export figure…"});
}

void TestPlots::aSceneWithoutSweepSaysSo() {
  const Stage<XiCurvePanel> stage(makeSnapshot("galperin"));
  QVERIFY(stage.panel.plot()->hasNotice());
  QVERIFY(!stage.panel.figure());
  QVERIFY(!stage.panel.isFigureComing());
  // Balls that touch and rest: their contact is closed, but it does not close.
  SnapshotRequest resting;
  resting.text = {R"({"format": 1, "bodies": [
      {"name": "a", "joints": ["x"], "mass": 1, "shapes": [{"type": "ball", "radius": 0.1}]},
      {"name": "b", "joints": ["x"], "mass": 1, "shapes": [{"type": "ball", "radius": 0.1}]}],
      "initial": {"q": {"b.x": 0.2}}})",
                  "resting.carom.json"};
  const Stage<XiCurvePanel> still(answerTo(std::move(resting)));
  QVERIFY2(still.panel.plot()->notice().contains("No contact closes"),
           qPrintable(still.panel.plot()->notice()));
}

void TestPlots::energiesAreThoseOfTheOrdering_data() {
  QTest::addColumn<QString>("scene");
  QTest::addColumn<std::size_t>("outcome");
  QTest::newRow("plane, first outcome") << "billiard-break" << std::size_t{0};
  QTest::newRow("plane, second outcome") << "billiard-break" << std::size_t{1};
  QTest::newRow("line") << "newtons-cradle" << std::size_t{0};
  QTest::newRow("314 reflections") << "galperin" << std::size_t{0};
}

void TestPlots::energiesAreThoseOfTheOrdering() {
  QFETCH(QString, scene);
  QFETCH(std::size_t, outcome);
  const bool break_ = scene == "billiard-break";
  const SnapshotPtr snapshot =
      makeSnapshot(scene.toStdString(), break_ ? Assignments{{"theta", "120deg"}} : Assignments{}, outcome);
  const Stage<EnergyPanel> stage(snapshot);
  const WholeImpact impact = wholeImpactOf(*snapshot, stage.panel.view().impact);
  const Mechanism& mechanism = *snapshot->instance.mechanism;
  StyledPlot* plot = stage.panel.plot();

  // Every coordinate is a Cartesian one of its body: a body's energy is Σ p²/2m over its coordinates.
  Eigen::MatrixXd energy =
      Eigen::MatrixXd::Zero(static_cast<Eigen::Index>(mechanism.bodies().size()), impact.momenta.cols());
  for (Eigen::Index i = 0; i < impact.momenta.rows(); ++i) {
    const int body = mechanism.coordinates()[static_cast<std::size_t>(i)].body;
    energy.row(body) +=
        impact.momenta.row(i).cwiseAbs2() / (2 * mechanism.bodies()[static_cast<std::size_t>(body)].mass);
  }
  const double total = energy.col(0).sum();
  Eigen::VectorXd stacked = Eigen::VectorXd::Zero(impact.momenta.cols());
  for (const int body : movingBodies(mechanism)) {
    const QCPBars* bars = barsNamed(plot, bodyLabel(snapshot->instance, body));
    const bool single = impact.momenta.cols() <= mostSingleMoments;
    QCOMPARE(bars != nullptr, single);
    if (!single) continue;
    for (Eigen::Index k = 0; k < impact.momenta.cols(); ++k) {
      const auto bar = bars->data()->at(static_cast<int>(k));
      QCOMPARE(bar->key, static_cast<double>(k));
      QVERIFY(near(bar->value, energy(body, k), 1e-13 * total));
      stacked[k] += bar->value;
    }
  }
  const QCPGraph* whole = graphNamed(plot, "total");
  for (const auto& point : *whole->data()) QVERIFY(near(point.value, total, 1e-12 * total));
  if (stacked.maxCoeff() > 0) QVERIFY((stacked.array() - total).abs().maxCoeff() < 1e-12 * total);
  if (scene != "galperin") return;
  // Areas from the axis up: the uppermost line is the sum, the other one a single ball.
  const int big = mechanism.bodyIndex("big"), small = mechanism.bodyIndex("small");
  const QCPGraph* lower = graphNamed(plot, bodyLabel(snapshot->instance, big));
  const QCPGraph* upper = graphNamed(plot, bodyLabel(snapshot->instance, small));
  for (Eigen::Index k = 0; k < impact.momenta.cols(); ++k) {
    const double first = std::min(along(lower, static_cast<double>(k)), along(upper, static_cast<double>(k)));
    const double sum = std::max(along(lower, static_cast<double>(k)), along(upper, static_cast<double>(k)));
    QVERIFY(near(sum, total, 1e-12 * total));
    QVERIFY(near(first, energy(big, k), 1e-12 * total) || near(first, energy(small, k), 1e-12 * total));
  }
}

void TestPlots::momentaAreThoseOfTheOrdering_data() {
  energiesAreThoseOfTheOrdering_data();
}

void TestPlots::momentaAreThoseOfTheOrdering() {
  QFETCH(QString, scene);
  QFETCH(std::size_t, outcome);
  const bool break_ = scene == "billiard-break";
  const SnapshotPtr snapshot =
      makeSnapshot(scene.toStdString(), break_ ? Assignments{{"theta", "120deg"}} : Assignments{}, outcome);
  const Stage<MomentumPanel> stage(snapshot);
  const WholeImpact impact = wholeImpactOf(*snapshot, stage.panel.view().impact);
  const auto& coordinates = snapshot->instance.mechanism->coordinates();
  QCOMPARE(stage.panel.plot()->graphCount(), static_cast<int>(coordinates.size()));
  for (std::size_t i = 0; i < coordinates.size(); ++i) {
    const QCPGraph* graph = graphNamed(stage.panel.plot(), QString::fromStdString(coordinates[i].name));
    QCOMPARE(graph->dataCount(), static_cast<int>(impact.momenta.cols()));
    for (int k = 0; k < graph->dataCount(); ++k) {
      QCOMPARE(graph->data()->at(k)->key, static_cast<double>(k));
      QCOMPARE(graph->data()->at(k)->value, impact.momenta(static_cast<Eigen::Index>(i), k));
    }
  }
}

void TestPlots::energiesFollowTheMotion() {
  const SnapshotPtr snapshot = billiards("120deg", false);
  Stage<EnergyPanel> stage(snapshot);
  stage.panel.setAlongTime(true);
  const Trajectory& trajectory = *snapshot->trajectory;
  const Mechanism& mechanism = *snapshot->instance.mechanism;
  const double total = along(graphNamed(stage.panel.plot(), "total"), 0);
  QVERIFY(near(trajectory.end(), stage.panel.plot()->xAxis->range().upper, 1e-12));
  // Areas lie on each other, the ball that brings the energy lowest: before the impact it has all of it.
  for (const double part : {0.02, 0.2, 0.6, 0.95}) {
    const double t = trajectory.start() + part * (trajectory.end() - trajectory.start());
    const Eigen::VectorXd q = trajectory.configuration(t), v = trajectory.velocity(t);
    double below = 0;
    for (const char* name : {"c", "a", "b"}) {
      const int body = mechanism.bodyIndex(name);
      below += 0.5 * mechanism.bodies()[static_cast<std::size_t>(body)].mass *
               mechanism.bodyVelocity(body, q, v).squaredNorm();
      QVERIFY2(near(along(graphNamed(stage.panel.plot(), name), t), below, 1e-12 * total), name);
    }
    QVERIFY(near(below, total, 1e-12 * total));
  }
}

/// A pen that comes to rest: the note has the total at both ends of the line.
void TestPlots::theTotalThatFallsHasBothItsEnds() {
  Stage<EnergyPanel> stage(makeSnapshot("pen"));
  stage.panel.setAlongTime(true);
  const QCPGraph* total = graphNamed(stage.panel.plot(), "total");
  const double first = total->data()->at(0)->value;
  QVERIFY(first > 0 && along(total, total->data()->at(total->dataCount() - 1)->key) < 1e-6 * first);
  QStringList notes;
  for (int i = 0; i < stage.panel.plot()->itemCount(); ++i)
    if (const auto* text = qobject_cast<QCPItemText*>(stage.panel.plot()->item(i))) notes << text->text();
  QCOMPARE(notes.filter(formatNumber(first, 3) + QStringLiteral(" → ")).size(), 1);
}

void TestPlots::momentaFollowTheMotion() {
  const SnapshotPtr snapshot = billiards("120deg", false);
  Stage<MomentumPanel> stage(snapshot);
  stage.panel.setAlongTime(true);
  const Trajectory& trajectory = *snapshot->trajectory;
  const Mechanism& mechanism = *snapshot->instance.mechanism;
  for (const double part : {0.02, 0.2, 0.6, 0.95}) {
    const double t = trajectory.start() + part * (trajectory.end() - trajectory.start());
    const Eigen::VectorXd p = mechanism.massMatrix(trajectory.configuration(t)) * trajectory.velocity(t);
    for (Eigen::Index i = 0; i < p.size(); ++i) {
      const QString name = QString::fromStdString(mechanism.coordinates()[static_cast<std::size_t>(i)].name);
      QVERIFY2(near(along(graphNamed(stage.panel.plot(), name), t), p[i], 1e-12), qPrintable(name));
    }
  }
}

void TestPlots::clickingABarSelectsItsMoment() {
  const SnapshotPtr snapshot = billiards("120deg", false);
  Stage<EnergyPanel> stage(snapshot);
  const int impact = snapshot->trajectory->initialImpact();
  for (const int reflection : {2, 0, 1}) {
    stage.press(stage.at(reflection));
    stage.release(stage.at(reflection));
    QCOMPARE(stage.selection.moment().impact, impact);
    QCOMPARE(stage.selection.moment().reflection, reflection);
    QCOMPARE(stage.panel.cursorPlace(), static_cast<double>(reflection));
  }
  stage.press(stage.at(0));
  stage.move(stage.at(2));  // a drag goes along
  QCOMPARE(stage.selection.moment().reflection, 2);
  stage.release(stage.at(2));
}

void TestPlots::draggingAlongTimeSelectsMoments() {
  const SnapshotPtr snapshot = billiards("120deg", false);
  Stage<MomentumPanel> stage(snapshot);
  stage.panel.setAlongTime(true);
  stage.panel.plot()->replot();
  const double end = snapshot->trajectory->end();
  stage.press(stage.at(0.3 * end));
  QVERIFY(near(stage.selection.moment().time, 0.3 * end, stage.perPixel()));
  QCOMPARE(stage.selection.moment().impact, -1);
  stage.move(stage.at(0.8 * end));
  QVERIFY(near(stage.selection.moment().time, 0.8 * end, stage.perPixel()));
  QVERIFY(near(stage.panel.cursorPlace(), 0.8 * end, stage.perPixel()));
  stage.move(stage.at(0) + QPoint(2, 0));  // an impact catches the mouse
  QCOMPARE(stage.selection.moment().time, 0.0);
  QCOMPARE(stage.selection.moment().impact, snapshot->trajectory->initialImpact());
  stage.release(stage.at(0));
}

/// A run that fails, or one without an impact, arrives while the button is held.
void TestPlots::aDragEndsWhereItsCurveGoes() {
  const SnapshotPtr snapshot = billiards("120deg", false);
  for (const bool alongTime : {false, true}) {
    Stage<EnergyPanel> stage(snapshot);
    stage.panel.setAlongTime(alongTime);
    stage.panel.plot()->replot();
    stage.press(stage.at(0));
    auto without = std::make_shared<Snapshot>(*snapshot);
    without->trajectory = nullptr;
    stage.panel.setSnapshot(without);
    QVERIFY(stage.panel.plot()->hasNotice());
    const Moment before = stage.selection.moment();
    const QPoint center = stage.panel.rect().center();
    stage.move(center);
    stage.move(center + QPoint(40, 0));
    QCOMPARE(stage.selection.moment(), before);
    stage.panel.setSnapshot(snapshot);
    stage.release(center);
  }
}

void TestPlots::selectionMovesTheCursor_data() {
  QTest::addColumn<bool>("alongTime");
  QTest::addColumn<Moment>("moment");
  QTest::addColumn<double>("place");
  QTest::newRow("inside the impact") << false << Moment{0, 0, 1} << 1.0;
  QTest::newRow("after it") << false << Moment{0, 0, 2} << 2.0;
  QTest::newRow("before it, in flight") << false << Moment{-0.01, -1, 0} << 0.0;
  QTest::newRow("behind it, in flight") << false << Moment{0.01, -1, 0} << 2.0;
  QTest::newRow("time in flight") << true << Moment{0.01, -1, 0} << 0.01;
  QTest::newRow("time of the impact") << true << Moment{0, 0, 1} << 0.0;
}

void TestPlots::selectionMovesTheCursor() {
  QFETCH(bool, alongTime);
  QFETCH(Moment, moment);
  QFETCH(double, place);
  const SnapshotPtr snapshot = billiards("120deg", false);
  QCOMPARE(snapshot->trajectory->initialImpact(), 0);
  const auto check = [&](auto stage) {
    stage->panel.setAlongTime(alongTime);
    stage->selection.setMoment(moment);
    QCOMPARE(stage->panel.cursorPlace(), place);
  };
  check(std::make_unique<Stage<EnergyPanel>>(snapshot));
  check(std::make_unique<Stage<MomentumPanel>>(snapshot));
}

void TestPlots::hoverTellsEnergyAndMomentumWithUnits() {
  const SnapshotPtr snapshot = billiards("120deg", false);
  Stage<EnergyPanel> energy(snapshot);
  energy.move(energy.at(1));
  QVERIFY2(energy.card().contains("after reflection 1") && energy.card().contains(" J"),
           qPrintable(energy.card()));
  Stage<MomentumPanel> momentum(snapshot);
  momentum.move(momentum.at(1));
  QVERIFY2(momentum.card().contains("c.x") && momentum.card().contains("kg·m/s"),
           qPrintable(momentum.card()));
  momentum.panel.setAlongTime(true);
  momentum.panel.plot()->replot();
  momentum.move(momentum.at(0.01));
  QVERIFY2(momentum.card().contains("t = ") && momentum.card().contains(" s"), qPrintable(momentum.card()));
}

void TestPlots::switchIsAClick() {
  Stage<EnergyPanel> stage(billiards("120deg", false));
  const auto click = [&](const char* name) {
    auto* button = stage.panel.template findChild<QToolButton*>(QLatin1String(name));
    QTest::mouseClick(stage.panel.windowHandle(), Qt::LeftButton, {},
                      button->mapTo(&stage.panel, button->rect().center()));
  };
  click("alongTime");
  QVERIFY(stage.panel.view().alongTime);
  QCOMPARE(stage.panel.windowTitle(), "Energy along time");
  click("alongOrdering");
  QVERIFY(!stage.panel.view().alongTime);
  QCOMPARE(stage.panel.windowTitle(), "Energy along ordering ac · bc");
}

/// The legend keeps off the buttons, also where these become wider.
void TestPlots::theLegendBeginsWhereTheButtonsEnd() {
  Stage<EnergyPanel> stage(billiards("120deg", false));
  auto* bar = stage.panel.template findChild<SeriesBar*>();
  const auto room = [&] { return stage.panel.plot()->header()->leftRoom(); };
  const int before = bar->sizeHint().width();
  QVERIFY(room() >= before);
  for (QToolButton* button : bar->template findChildren<QToolButton*>())
    button->setStyleSheet(QStringLiteral("font-size: 30px"));
  QTRY_VERIFY(bar->sizeHint().width() > before);
  QTRY_VERIFY(room() >= bar->sizeHint().width());
  QTRY_COMPARE(bar->width(), bar->sizeHint().width());
}

CAROM_OFFSCREEN_TEST(TestPlots);
#include "tst_plots.moc"
