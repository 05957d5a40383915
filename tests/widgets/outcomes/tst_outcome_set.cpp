// The outcome set as a picture: projections, hulls, the mouse; and the collapse region.
#include <QComboBox>
#include <QSignalSpy>
#include <cmath>

#include "common/convex_outline.h"
#include "common/hover_card.h"
#include "common/selection.h"
#include "impact/restitution.h"
#include "outcomes/collapse_region_figure.h"
#include "outcomes/collapse_region_panel.h"
#include "outcomes/outcome_set_figure.h"
#include "outcomes/outcome_set_panel.h"
#include "support/recorded_edits.h"
#include "support/settle.h"
#include "support/snapshot_factory.h"
#include "support/widget_test.h"

using namespace carom;
using Kind = OutcomeAxis::Kind;

class TestOutcomeSet : public QObject {
  Q_OBJECT
 private slots:
  void contactAxesShowContactCoordinates() {
    const SnapshotPtr snapshot = makeSnapshot("billiard-break", {{"theta", "120deg"}});
    const auto picture = projectOutcomes(snapshot, {Kind::Contact, 0}, {Kind::Contact, 1});
    const auto& problem = snapshot->report->problem;
    QVERIFY(std::abs(picture.arriving.x() - problem.contactCoordinates()[0]) < 1e-15);
    for (std::size_t i = 0; i < picture.outcomes.size(); ++i) {
      const Eigen::VectorXd c =
          problem.unitNormals() * problem.metric().velocity(snapshot->report->outcomes[i].momentum);
      QVERIFY(std::abs(picture.outcomes[i].x() - c[0]) < 1e-14 &&
              std::abs(picture.outcomes[i].y() - c[1]) < 1e-14);
      QVERIFY(c.minCoeff() > -1e-12);  // outcomes lie in the feasible quadrant
    }
  }

  void coordinatesAreVelocitiesInUnitsOfTheMetric() {
    const SnapshotPtr snapshot = makeSnapshot("billiard-break", {{"theta", "120deg"}});
    const auto picture = projectOutcomes(snapshot, {Kind::Coordinate, 0}, {Kind::Coordinate, 1});
    const auto& outcome = snapshot->report->outcomes[0];
    const double mass = snapshot->report->problem.metric().mass()(0, 0);
    QVERIFY(std::abs(picture.outcomes[0].x() - outcome.velocity[0] * std::sqrt(mass)) < 1e-14);
  }

  void principalAxesKeepTheDistanceOfTwoOutcomes() {
    const SnapshotPtr snapshot = makeSnapshot("billiard-break", {{"theta", "120deg"}});
    const auto picture = projectOutcomes(snapshot, {Kind::Principal, 0}, {Kind::Principal, 1});
    const QPointF apart = picture.outcomes[0] - picture.outcomes[1];
    const double xi = std::hypot(apart.x(), apart.y()) / snapshot->report->problem.momentumNorm();
    QVERIFY(std::abs(xi - snapshot->report->indeterminacy.xi) < 1e-12);
  }

  void hullHoldsEveryPointAndNoCornerTooMany() {
    QVector<QPointF> points{{0, 0}, {2, 0}, {2, 2}, {0, 2}, {1, 1}, {1, 0}, {2, 1}, {2, 0}};
    const QPolygonF hull = convexHull({points.begin(), points.end()});
    QCOMPARE(hull, QPolygonF(QVector<QPointF>{{0, 0}, {2, 0}, {2, 2}, {0, 2}}));
    QCOMPARE(convexHull({{1, 1}, {1, 1}}).size(), 1);
    QCOMPARE(convexHull({{0, 0}, {1, 1}, {2, 2}}).size(), 2);
  }

  void coneEdgesSpanTheSmallestWedge_data() {
    QTest::addColumn<QPolygonF>("points");
    QTest::addColumn<int>("edges");
    QTest::addColumn<double>("first");
    QTest::addColumn<double>("last");
    QTest::newRow("quadrant") << QPolygonF(QVector<QPointF>{{1, 0}, {1, 1}, {0, 2}}) << 2 << 0.0 << M_PI / 2;
    QTest::newRow("across −x") << QPolygonF(QVector<QPointF>{{-1, 1}, {-1, -1}}) << 2 << 0.75 * M_PI
                               << -0.75 * M_PI;
    QTest::newRow("one ray") << QPolygonF(QVector<QPointF>{{0, 3}}) << 2 << M_PI / 2 << M_PI / 2;
    QTest::newRow("plane") << QPolygonF(QVector<QPointF>{{1, 0}, {-1, 1}, {-1, -1}}) << 0 << 0.0 << 0.0;
  }
  void coneEdgesSpanTheSmallestWedge() {
    QFETCH(QPolygonF, points);
    QFETCH(int, edges);
    QFETCH(double, first);
    QFETCH(double, last);
    const auto cone = coneEdges({points.begin(), points.end()});
    QCOMPARE(static_cast<int>(cone.size()), edges);
    if (edges == 0) return;
    QVERIFY(std::abs(std::atan2(cone[0].y(), cone[0].x()) - first) < 1e-12);
    QVERIFY(std::abs(std::atan2(cone[1].y(), cone[1].x()) - last) < 1e-12);
  }

  /// The axes of many outcomes of many coordinates are found in the background.
  void manyOutcomesAreProjectedInTheBackground() {
    Selection selection;
    RecordedEdits edits;
    OutcomeSetPanel panel(&selection, &edits);
    panel.resize(470, 300);
    tests::showActive(&panel);
    const SnapshotPtr one = makeSnapshot("newtons-cradle", {{"n", "100"}});
    const auto with = [&](std::size_t outcomes) {
      auto report = std::make_shared<ImpactReport>(*one->report);
      report->outcomes.resize(outcomes, report->outcomes.front());
      auto many = std::make_shared<Snapshot>(*one);
      many->report = report;
      return many;
    };
    panel.setSnapshot(with(2));
    QCOMPARE(panel.picture().outcomes.size(), std::size_t{2});
    QSignalSpy ready(&panel, &Panel::figureReady);
    panel.setSnapshot(with(500));
    QVERIFY(panel.isFigureComing() && panel.picture().isEmpty() && !panel.figure());
    QTRY_COMPARE(panel.picture().outcomes.size(), std::size_t{500});
    QVERIFY(!panel.isFigureComing() && panel.figure());
    QCOMPARE(ready.count(), 1);
    panel.setSnapshot(with(500));
    panel.setSnapshot(with(2));  // the older answer does not come any more
    tests::settle();
    QCOMPARE(panel.picture().outcomes.size(), std::size_t{2});
  }

  void clickPicksTheOutcome() {
    Selection selection;
    RecordedEdits edits;
    OutcomeSetPanel panel(&selection, &edits);
    const SnapshotPtr snapshot = makeSnapshot("billiard-break", {{"theta", "120deg"}});
    panel.setSnapshot(snapshot);
    panel.resize(470, 300);
    panel.show();
    QVERIFY(QTest::qWaitForWindowExposed(&panel));
    QTest::mouseMove(&panel, panel.placeOf(1).toPoint());
    QTRY_VERIFY(panel.findChild<HoverCard*>()->text().contains("outcome 2"));
    QTest::mouseClick(&panel, Qt::LeftButton, {}, panel.placeOf(1).toPoint());
    QCOMPARE(edits.changes.size(), 1);
    QCOMPARE(*edits.changes[0].after.ordering, snapshot->report->outcomes[1].example);
    QTest::mouseClick(&panel, Qt::LeftButton, {}, panel.placeOf(0).toPoint());  // in force already
    QCOMPARE(edits.changes.size(), 1);
  }

  void directionsAreChosenAndKept() {
    Selection selection;
    RecordedEdits edits;
    OutcomeSetPanel panel(&selection, &edits);
    const auto first = makeSnapshot("billiard-break", {{"theta", "120deg"}});
    panel.setSnapshot(first);
    panel.resize(470, 300);
    panel.show();
    auto* x = panel.findChild<QComboBox*>("axis-x");
    x->setCurrentIndex(x->findText("contact ac"));
    emit x->activated(x->currentIndex());
    QVERIFY((panel.picture().x == OutcomeAxis{Kind::Contact, 0}));
    SnapshotRequest next = requestLike(*first);
    next.assignments = {{"theta", "130deg"}};
    panel.setSnapshot(answerTo(next));
    QVERIFY((panel.picture().x == OutcomeAxis{Kind::Contact, 0}));
    panel.sceneOpened();
    panel.setSnapshot(first);
    QVERIFY((panel.picture().x == OutcomeAxis{Kind::Principal, 0}));
    panel.setSnapshot(makeSnapshot("trapped-ball"));
    QVERIFY(panel.picture().isEmpty());
    QVERIFY(!panel.figure());
  }

  void everySceneHasAPictureOrSaysNothing_data() {
    QTest::addColumn<QString>("scene");
    for (const BuiltinScene& scene : builtinScenes())
      QTest::newRow(scene.name.c_str()) << QString::fromStdString(scene.name);
  }
  void everySceneHasAPictureOrSaysNothing() {
    QFETCH(QString, scene);
    const SnapshotPtr snapshot = makeSnapshot(scene.toStdString());
    const auto picture = projectOutcomes(snapshot, {Kind::Principal, 0}, {Kind::Principal, 1});
    QCOMPARE(picture.isEmpty(), !snapshot->report || snapshot->report->outcomes.empty());
    if (picture.isEmpty()) return;
    const AxesFrame frame = outcomeFrame(picture, QRectF(0, 0, 470, 260), 1);
    for (const QPointF& outcome : picture.outcomes) QVERIFY(frame.plot.contains(frame.map(outcome)));
    QVERIFY(frame.plot.contains(frame.map(picture.arriving)));
    QVERIFY(frame.xTicks.size() > 1 && frame.yTicks.size() > 1);
    QVERIFY(!renderFigure(OutcomeSetFigure(snapshot)).isNull());
  }

  void collapseCurveIsItsOwnInverse() {
    for (double e = 0.001; e < 1; e += 0.0173)
      QVERIFY(std::abs(collapseRestitution(collapseGram(e)) - e) < 1e-12);
    QVERIFY(std::abs(std::sqrt(collapseRestitution(-0.5)) - (7 - 4 * std::sqrt(3))) <
            1e-14);  // three equal balls
    QCOMPARE(collapseRestitution(0.3), 0.0);
    QCOMPARE(collapseRestitution(-1), 1.0);
  }

  void collapseFigureNamesEveryPair() {
    SnapshotRequest lossy = requestFor("newtons-cradle");
    lossy.settings.reflectionRestitution = 0.001;
    const SnapshotPtr snapshot = answerTo(lossy);
    const QStringList lines = CollapseRegionFigure(snapshot).csv().trimmed().split('\n');
    QCOMPARE(lines.size(), 1 + 6);  // four contacts
    int endless = 0;
    for (const QString& line : lines.mid(1)) endless += line.endsWith(",0");
    QCOMPARE(endless, 3);  // neighbours, G = −½
    Selection selection;
    RecordedEdits edits;
    CollapseRegionPanel panel(&selection, &edits);
    panel.setSnapshot(snapshot);
    panel.resize(450, 260);
    panel.show();
    QVERIFY(QTest::qWaitForWindowExposed(&panel));
    QTest::mouseMove(&panel, panel.placeOf(-0.5).toPoint());
    QTRY_VERIFY(panel.findChild<HoverCard*>()->text().contains("never ends"));
  }
};

CAROM_DISPLAY_TEST(TestOutcomeSet);
#include "tst_outcome_set.moc"
