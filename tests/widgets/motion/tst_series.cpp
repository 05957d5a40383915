// Plots of any quantity: their values against the engine, the choice, zoom, cursors, logarithmic axes, CSV.
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QSignalSpy>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

#include "base/csv_text.h"
#include "base/number_format.h"
#include "base/qt_text.h"
#include "common/moments.h"
#include "mechanics/contact/contacts.h"
#include "motion/cursor_values.h"
#include "motion/quantity_choice.h"
#include "motion/series_figure.h"
#include "plot/plot_items.h"
#include "support/many_balls.h"
#include "support/plot_panels.h"
#include "support/snapshot_factory.h"
#include "support/widget_test.h"

using namespace carom;

namespace {

RunQuantity quantity(const Snapshot& snapshot, const std::string& key) {
  for (const RunQuantity& each : runQuantities(snapshot.instance))
    if (each.key == key) return each;
  qFatal("no quantity %s", key.c_str());
}

RunValues valuesOf(const Snapshot& snapshot) {
  return RunValues(snapshot.instance, snapshot.trajectory);
}

}  // namespace

class TestSeries : public QObject {
  Q_OBJECT
 private slots:
  void everyQuantityHasAKeyOfItsOwn() {
    for (const char* scene : {"billiard-break", "tumbling-box", "double-pendulum"}) {
      QStringList keys;
      for (const RunQuantity& each : runQuantities(makeSnapshot(scene)->instance)) keys += q(each.key);
      QCOMPARE(keys.removeDuplicates(), 0);
    }
  }

  void everyQuantityIsFoundByItsKey() {
    for (const char* scene : {"billiard-break", "tumbling-box", "trex"}) {
      const SnapshotPtr snapshot = makeSnapshot(scene);
      const RunQuantities all(snapshot->instance);
      for (std::size_t i = 0; i < all.size(); ++i) QCOMPARE(all.placeOf(all[i].key).value_or(all.size()), i);
      for (const char* no : {"", "q", "q ", "gap", "gap zz", "v v a.x", "E"}) QVERIFY(!all.find(no));
    }
  }

  /// Samples and readings at a time agree, and both agree with mechanics.
  void valuesAreThoseOfTheRun_data() {
    QTest::addColumn<QString>("scene");
    for (const char* scene : {"billiard-break", "bouncing-ball", "double-pendulum", "pen"})
      QTest::newRow(scene) << scene;
  }
  void valuesAreThoseOfTheRun() {
    QFETCH(QString, scene);
    const SnapshotPtr snapshot = makeSnapshot(scene.toStdString());
    const Trajectory& motion = *snapshot->trajectory;
    const Mechanism& mechanism = *snapshot->instance.mechanism;
    const RunValues values = valuesOf(*snapshot);
    for (const RunQuantity& each : runQuantities(snapshot->instance)) {
      const Eigen::VectorXd sampled = values.of(each);
      QCOMPARE(sampled.size(), values.places().size());
      const double size = std::max(1e-12, sampled.cwiseAbs().maxCoeff<Eigen::PropagateNumbers>());
      for (const double part : {0.13, 0.61, 0.97}) {
        const auto i = static_cast<Eigen::Index>(part * static_cast<double>(sampled.size() - 1));
        const double t = values.places()[i];
        if (std::ranges::any_of(motion.impacts, [&](const ImpactEvent& impact) { return impact.time == t; }))
          continue;                                                              // two values
        if (std::isnan(sampled[i]) && std::isnan(values.at(each, t))) continue;  // growth past its end
        QVERIFY2(std::abs(values.at(each, t) - sampled[i]) <= 1e-9 * size, each.key.c_str());
      }
    }
    const double t = 0.37 * motion.end();
    const Eigen::VectorXd q = motion.configuration(t), v = motion.velocity(t);
    for (std::size_t i = 0; i < mechanism.coordinates().size(); ++i) {
      const std::string& name = mechanism.coordinates()[i].name;
      const auto at = static_cast<Eigen::Index>(i);
      QCOMPARE(values.at(quantity(*snapshot, "q " + name), t), q[at]);
      QCOMPARE(values.at(quantity(*snapshot, "v " + name), t), v[at]);
      QCOMPARE(values.at(quantity(*snapshot, "p " + name), t), (mechanism.massMatrix(q) * v).eval()[at]);
    }
    for (std::size_t i = 0; i < mechanism.contacts().size(); ++i)
      QCOMPARE(values.at(quantity(*snapshot, "gap " + mechanism.contacts()[i].name), t),
               separationOf(mechanism, static_cast<int>(i), q).gap);
  }

  /// δq(t) = δq + t δp/M: the largest singular value of ((1, t), (0, 1)) is (t + √(t² + 4))/2. An elastic
  /// wall turns both round, and leaves it so.
  void growthIsThatOfAFreeBody() {
    const auto scene = Scene::parse(
        R"({"format": 1, "title": "Ball", "bodies": [
          {"name": "ball", "joints": ["x"], "mass": 3, "shapes": [{"type": "ball", "radius": 0.1}]},
          {"name": "wall", "shapes": [{"type": "half-space", "normal": [1, 0, 0]}]}],
          "contacts": [{"between": ["ball", "wall"]}],
          "initial": {"q": {"ball.x": 0.6}, "velocity": {"ball.x": -1}}, "view": {"duration": 2}})",
        "ball.carom.json");
    SnapshotRequest request;
    request.scene = scene;
    const SnapshotPtr snapshot = computeSnapshot(request);
    QCOMPARE(snapshot->trajectory->impacts.size(), std::size_t{1});
    const RunValues values = valuesOf(*snapshot);
    const RunQuantity growth = quantity(*snapshot, "growth");
    for (const double t : {0.0, 0.2, 0.5, 1.1, 2.0})
      QVERIFY(std::abs(values.at(growth, t) - (t + std::sqrt(t * t + 4)) / 2) < 1e-4);
    const Eigen::VectorXd sampled = values.of(growth);
    QVERIFY(sampled.allFinite());
    QVERIFY(values.whyNoGrowth().empty());
    // Motors that an impact starts end the variation, and with it the growth.
    const RunValues trex = valuesOf(*makeSnapshot("trex"));
    QVERIFY(trex.whyNoGrowth().find("motors") != std::string::npos);
  }

  /// Without weight the impulses of the contacts are the whole change of the momentum: p⁺ − p⁻ = Σ impulse ·
  /// u.
  void impulsesMakeTheChangeOfMomentum() {
    const SnapshotPtr snapshot = makeSnapshot("billiard-break", {{"theta", "120deg"}});
    const RunValues values = valuesOf(*snapshot);
    const ImpactProblem& problem = snapshot->report->problem;
    Eigen::VectorXd expected = problem.momentum();
    for (int i = 0; i < problem.contactCount(); ++i) {
      const std::string key = "impulse " + problem.labels()[i].name;
      QCOMPARE(values.at(quantity(*snapshot, key), -1e-3), 0.0);
      QVERIFY(values.at(quantity(*snapshot, key), 1e-3) > 0);
      expected += values.at(quantity(*snapshot, key), 1e-3) * problem.normals().row(i).transpose();
    }
    for (Eigen::Index i = 0; i < expected.size(); ++i) {
      const std::string& name = snapshot->instance.mechanism->coordinates()[i].name;
      QVERIFY(std::abs(values.at(quantity(*snapshot, "p " + name), 1e-3) - expected[i]) < 1e-14);
    }
  }

  void energiesAddUp() {
    const SnapshotPtr snapshot = makeSnapshot("bouncing-ball");
    const RunValues values = valuesOf(*snapshot);
    const Eigen::VectorXd kept = values.of(quantity(*snapshot, "E total")),
                          friction = values.of(quantity(*snapshot, "E in friction")),
                          impacts = values.of(quantity(*snapshot, "E in impacts"));
    const Eigen::VectorXd sum = kept + friction + impacts;
    QVERIFY((sum.array() - sum[0]).abs().maxCoeff() < 1e-9 * sum[0]);
    QVERIFY(impacts.tail(1)[0] > 0);
  }

  void choiceOverAndLayout() {
    Selection selection;
    FreePanel panel(&selection);
    panel.setSnapshot(makeSnapshot("billiard-break"));
    tests::showActive(&panel);
    auto* search = panel.findChild<QWidget*>("chooseQuantities")->findChild<QLineEdit*>("quantitySearch");
    auto* list = panel.findChild<QWidget*>("chooseQuantities")->findChild<QListWidget*>("quantities");
    search->setText("gap ac");
    QCOMPARE(list->currentItem()->data(Qt::UserRole).toString(), QString("gap ac"));
    QTest::keyClick(search, Qt::Key_Return);
    QVERIFY(panel.view().quantities.back().key == "gap ac");
    panel.setQuantities({"v c.x", "gap ac"});
    panel.setOver("q c.x");
    QVERIFY(panel.view().isPhase());
    QVERIFY(panel.view().isLeft(0) && !panel.view().isLeft(1));  // m/s and m
    panel.setLog(false, true);
    const QVariantMap kept = panel.kept();
    FreePanel other(&selection);
    other.setKept(kept);
    other.setSnapshot(makeSnapshot("billiard-break"));
    QCOMPARE(other.kept(), kept);
    QCOMPARE(keyOf(other.view().over), QString("q c.x"));
    // A scene without them shows something else and does not forget them.
    other.setSnapshot(makeSnapshot("double-pendulum"));
    QVERIFY(!other.view().quantities.empty() && !other.view().isPhase());
    QCOMPARE(other.kept(), kept);
  }

  /// 500 bodies have 124,750 gaps: the list has the first that fit, and says how many there are.
  void manyQuantitiesAreFoundByTheirNames() {
    const auto scene = Scene::parse(tests::manyBallsText(), "many.carom.json");
    QuantityChoice choice(QuantityChoice::Of::Several, "quantities", "which", nullptr);
    choice.setQuantities(RunQuantities(scene->instantiate()),
                         {"gap ball498-ball499", "gap ball0-ball7", "nothing"});
    QSignalSpy chosen(&choice, &QuantityChoice::choiceChanged);
    auto* search = choice.findChild<QLineEdit*>("quantitySearch");
    auto* list = choice.findChild<QListWidget*>("quantities");
    search->setText("gap");
    QCOMPARE(list->count(), 501);
    QVERIFY(list->item(500)->text().contains("124250"));
    emit list->itemClicked(list->item(500));  // which is no quantity
    QCOMPARE(chosen.count(), 0);
    for (int row = 0; row < 500; ++row)  // what is chosen comes first
      QCOMPARE(list->item(row)->checkState(), row < 2 ? Qt::Checked : Qt::Unchecked);
    QCOMPARE(list->item(1)->data(Qt::UserRole).toString(), QString("gap ball498-ball499"));
    QCOMPARE(list->item(2)->data(Qt::UserRole).toString(), QString("gap ball0-ball1"));
    search->setText("gap ball497-ball499");
    QCOMPARE(list->count(), 1);
    emit list->itemClicked(list->item(0));
    QCOMPARE(chosen.takeLast()[0].toStringList(),
             (QStringList{"gap ball0-ball7", "gap ball497-ball499", "gap ball498-ball499"}));
    emit list->itemClicked(list->item(0));
    QCOMPARE(chosen.takeLast()[0].toStringList(), (QStringList{"gap ball0-ball7", "gap ball498-ball499"}));
  }

  void wheelZoomsAndFitShowsAll() {
    Selection selection;
    FreePanel panel(&selection);
    panel.resize(600, 300);
    panel.setSnapshot(makeSnapshot("double-pendulum"));
    tests::showActive(&panel);
    const QCPRange x = panel.plot()->xAxis->range(), y = panel.plot()->yAxis->range();
    const QPointF middle = panel.plot()->axisRect()->center();
    QWheelEvent turn(middle, panel.plot()->mapToGlobal(middle), {}, {0, 120}, Qt::NoButton,
                     Qt::ControlModifier, Qt::NoScrollPhase, false);
    QApplication::sendEvent(panel.plot(), &turn);
    QVERIFY(panel.plot()->xAxis->range().size() < 0.9 * x.size());
    QCOMPARE(panel.plot()->yAxis->range(), y);
    QTest::keyClick(&panel, Qt::Key_0);
    QCOMPARE(panel.plot()->xAxis->range(), x);
  }

  /// A run that is on its way has not stopped.
  void aRunThatIsComputedSaysSo() {
    SnapshotPtr pending;
    AnswerWatch watch;
    watch.placed = [&](const SnapshotPtr& placed) { pending = placed; };
    computeSnapshot(requestFor("double-pendulum"), {}, watch);
    QVERIFY(pending && pending->isPending);
    Selection selection;
    FreePanel panel(&selection);
    panel.setSnapshot(pending);
    tests::showActive(&panel);
    QTRY_VERIFY(panel.plot()->hasNotice());
    QVERIFY2(panel.plot()->notice().contains("being computed"), qPrintable(panel.plot()->notice()));
  }

  /// In a panel of the usual size, with more readings than it has room for.
  void readingsLeaveThePlotItsRoom() {
    Selection selection;
    FreePanel panel(&selection);
    panel.setSnapshot(makeSnapshot("billiard-break"));
    tests::showActive(&panel);
    panel.setCursors(true);
    QVERIFY(panel.findChild<QLabel*>("readings")->isVisible());
    for (const QSize size : {QSize(520, 230), QSize(900, 230), QSize(330, 300)}) {
      // Narrower, the bar has fewer buttons.
      QTRY_VERIFY2((panel.resize(size), panel.size() == size),
                   qPrintable(QString("%1 x %2").arg(panel.width()).arg(panel.height())));
      QTRY_VERIFY2(panel.plot()->axisRect()->height() >= 60 && panel.plot()->axisRect()->width() >= 120,
                   qPrintable(QString("%1 x %2")
                                  .arg(panel.plot()->axisRect()->width())
                                  .arg(panel.plot()->axisRect()->height())));
    }
  }

  /// Along two reflections, too, the cursors are apart; in a narrow panel the whole table is seen beside a
  /// plot that is wider.
  void readingsAreCompactWhereThePanelIsNarrow() {
    Selection selection;
    PresetPanel<energyPlot> panel(&selection);
    panel.setSnapshot(makeSnapshot("trex"));
    tests::showActive(&panel);
    QTRY_VERIFY((panel.resize(480, 290), panel.size() == QSize(480, 290)));
    panel.setCursors(true);
    QCOMPARE(panel.view().cursors, (std::vector<double>{0, 2}));
    const auto* readings = panel.findChild<QLabel*>("readings");
    QTRY_VERIFY(readings->isVisible() && readings->visibleRegion().boundingRect().size() == readings->size());
    QVERIFY2(readings->sizeHint().width() <= 250, qPrintable(QString::number(readings->sizeHint().width())));
    QCOMPARE(readings->text().count("(J)"), 0);
    QVERIFY(readings->text().contains(">J<") && !readings->text().contains("1.000"));
  }

  void wideReadingsGoBelowANarrowPlot() {
    Selection selection;
    FreePanel panel(&selection);
    panel.setSnapshot(makeSnapshot("trex"));
    tests::showActive(&panel);
    panel.setCursors(true);
    QTRY_VERIFY((panel.resize(437, 290), panel.size() == QSize(437, 290)));
    const QCPAxisRect* axes = panel.plot()->axisRect();
    QTRY_VERIFY2(axes->width() >= 200 && axes->height() >= 50,
                 qPrintable(QString("%1 x %2").arg(axes->width()).arg(axes->height())));
  }

  /// Six names of coordinates and three numbers each, in a panel of the workspace Motion: the word that all
  /// names share stands once, and what rounding leaves of an angle is 0.
  void wideReadingsAreWhole() {
    Selection selection;
    FreePanel panel(&selection);
    panel.setSnapshot(makeSnapshot("trex"));
    tests::showActive(&panel);
    panel.setCursors(true);
    const auto* readings = panel.findChild<QLabel*>("readings");
    for (const QSize size : {QSize(482, 276), QSize(480, 340)}) {
      QTRY_VERIFY((panel.resize(size), panel.size() == size));
      QTRY_VERIFY2(
          readings->isVisible() && readings->visibleRegion().boundingRect().size() == readings->size(),
          qPrintable(QString("%1 x %2").arg(readings->width()).arg(readings->height())));
      QVERIFY(panel.plot()->axisRect()->width() >= 70 && panel.plot()->axisRect()->height() >= 60);
    }
    QCOMPARE(readings->text().count("coordinate"), 1);
    QVERIFY(readings->text().contains(">thigh_left.angle (rad)<"));
    panel.setSnapshot(makeSnapshot("rhex-gait"));
    QTRY_VERIFY(readings->text().contains("thigh_right"));
    QVERIFY2(readings->text().contains(">0<") && !readings->text().contains(QString::fromUtf8("·10⁻¹⁶")),
             qPrintable(readings->text()));
  }

  void cursorsReadValuesAndDifferences() {
    Selection selection;
    FreePanel panel(&selection);
    panel.resize(600, 300);
    panel.setSnapshot(makeSnapshot("double-pendulum"));
    panel.setQuantities({"E total"});
    tests::showActive(&panel);
    panel.setCursors(true);
    const std::vector<double> before = panel.view().cursors;
    QCOMPARE(before.size(), std::size_t{2});
    QTest::keyClick(&panel, Qt::Key_Right, Qt::ControlModifier);
    QTest::keyClick(&panel, Qt::Key_Left, Qt::ControlModifier | Qt::ShiftModifier);
    QVERIFY(panel.view().cursors[0] > before[0] && panel.view().cursors[1] < before[1]);
    const auto* readings = panel.findChild<QLabel*>("readings");
    QVERIFY(readings->isVisible());
    QVERIFY(readings->text().contains(QStringLiteral("B − A")));
    QVERIFY(readings->text().contains(nameOf(panel.view().quantities.front())));
    // A drag takes the cursor that it begins at, and leaves the moment alone.
    const Moment moment = selection.moment();
    const auto* plot = panel.plot();
    const int from = static_cast<int>(plot->xAxis->coordToPixel(panel.view().cursors[0]));
    const int height = plot->axisRect()->center().y();
    QTest::mousePress(panel.plot(), Qt::LeftButton, {}, {from, height});
    QTest::mouseMove(panel.plot(), {from + 40, height});
    QTest::mouseRelease(panel.plot(), Qt::LeftButton, {}, {from + 40, height});
    QVERIFY(std::abs(plot->xAxis->coordToPixel(panel.view().cursors[0]) - (from + 40)) < 1.5);
    QVERIFY(selection.moment() == moment);
  }

  /// Beside the selected moment and beside each cursor the values of the curves there; none where there are
  /// many curves.
  void valuesAreBesideTheCursors() {
    const SnapshotPtr snapshot = makeSnapshot("double-pendulum");
    Selection selection;
    FreePanel panel(&selection);
    panel.resize(500, 300);
    panel.show();
    QVERIFY(QTest::qWaitForWindowExposed(&panel));
    panel.setSnapshot(snapshot);
    panel.setQuantities({"q upper.angle", "E total"});
    panel.setCursors(true);
    selection.setMoment(momentAt(*snapshot->trajectory, 1.25));
    const auto shown = [&] { return panel.findChildren<CursorValues*>(); };
    QTRY_COMPARE(shown().size(), 3);
    const RunValues values = valuesOf(*snapshot);
    const double times[] = {1.25, panel.view().cursors[0], panel.view().cursors[1]};
    for (int i = 0; i < 3; ++i) {
      QStringList expected;
      for (const char* key : {"q upper.angle", "E total"})
        expected += formatNumber(values.at(quantity(*snapshot, key), times[i]), 4);
      QStringList texts = shown()[i]->texts();
      texts.sort();
      expected.sort();
      QCOMPARE(texts, expected);
    }
    panel.setQuantities({"q upper.angle", "q lower.angle", "v upper.angle", "v lower.angle", "E total"});
    for (const CursorValues* each : shown()) QCOMPARE(each->texts(), QStringList());
  }

  /// What stands to the left of the legend has its room, however narrow the plot is.
  void aLegendWithoutRoomIsNotDrawn() {
    SeriesView view = seriesView(makeSnapshot("newtons-cradle"), {"q ball0.x", "q ball1.x", "q ball2.x"}, {});
    StyledPlot plot({});
    drawSeries(plot, view);
    constexpr int height = 200;
    const auto inkBeside = [&](int width, int room) {
      plot.resize(width, height);
      plot.header()->setLeftRoom(room);
      plot.replot(QCustomPlot::rpImmediateRefresh);
      const QImage image = plot.toPixmap(width, height).toImage();
      const QRect header = plot.header()->rect();
      const QRgb paper = image.pixel(1, header.center().y());
      int left = 0, all = 0;
      for (int x = header.left(); x < width; ++x)
        for (int y = header.top(); y <= header.bottom(); ++y)
          if (image.pixel(x, y) != paper) ++(x < header.left() + room ? left : all);
      return std::pair(left, all);
    };
    const auto [none, some] = inkBeside(500, 150);
    QCOMPARE(none, 0);
    QVERIFY(some > 50);
    for (const int width : {260, 200, 170}) QCOMPARE(inkBeside(width, 150).first, 0);
  }

  /// In a low plot a symbol goes without its units, which would lie on what is above.
  void theCaptionOfALowPlotKeepsToItsAxis() {
    StyledPlot plot({});
    plot.setCaptions({{}, QStringLiteral("reflection")},
                     {QStringLiteral("p"), QStringLiteral("(kg·m/s, kg·m²/s)")});
    plot.header()->setLeftRoom(100);
    const auto inkBesideAxis = [&](int height) {
      plot.resize(300, height);
      plot.replot(QCustomPlot::rpImmediateRefresh);
      const QImage image = plot.toPixmap(300, height).toImage();
      const QRect axes = plot.axisRect()->rect();
      constexpr int column = 14, number = 6;  // px: of the caption; of half a number at the end of the axis
      int above = 0, beside = 0;
      for (int y = 0; y < axes.bottom(); ++y)
        for (int x = 1; x < column; ++x)
          if (image.pixel(x, y) != image.pixel(1, 1)) ++(y < axes.top() - number ? above : beside);
      return std::pair(above, beside);
    };
    for (const int height : {320, 110, 95}) {
      QCOMPARE(inkBesideAxis(height).first, 0);
      QVERIFY(inkBesideAxis(height).second > 10);
    }
    QVERIFY(inkBesideAxis(320).second > 2 * inkBesideAxis(110).second);
  }

  void logarithmicAxesLeaveOutWhatIsNotPositive() {
    SeriesView view = seriesView(makeSnapshot("bouncing-ball"), {"E in impacts"}, {});
    view.logY = true;
    StyledPlot plot({});
    drawSeries(plot, view);
    QVERIFY(plot.yAxis->range().lower > 0);
    QVERIFY(plot.header()->words().contains(QStringLiteral("≤ 0")));
    for (const auto& point : *plot.graph(0)->data()) QVERIFY(point.value > 0);
  }

  /// Where a momentum that changes its sign is left out, no line leads from one side to the other.
  void noLineCrossesWhatALogarithmicAxisLeavesOut() {
    const SnapshotPtr snapshot = makeSnapshot("double-pendulum");
    SeriesView view = seriesView(snapshot, {"p upper.angle"}, {});
    view.logY = true;
    StyledPlot plot({});
    drawSeries(plot, view);
    const RunValues values = valuesOf(*snapshot);
    const Eigen::VectorXd p = values.of(view.quantities.front()), &time = values.places();
    int lines = 0;
    for (int k = 0; k < plot.graphCount(); ++k) {
      const auto& line = *plot.graph(k)->data();
      if (line.size() < 2) continue;
      ++lines;
      const double from = line.constBegin()->key, to = std::prev(line.constEnd())->key;
      for (Eigen::Index i = 0; i < p.size(); ++i) QVERIFY(time[i] < from || time[i] > to || p[i] > 0);
    }
    QVERIFY(lines > 2);
  }

  /// A body that turns round once in 0.9 s: its rotation vector begins anew, a whole turn away, each time.
  void noLineJoinsTheEndsOfATurn() {
    SnapshotRequest request;
    request.text = {
        R"({"format": 1, "bodies": [{"name": "a", "joints": ["free"], "mass": 1, "inertia": [1, 2, 3],
      "shapes": [{"type": "ball", "radius": 0.1}]}], "contacts": [],
      "initial": {"velocity": {"a.rx": 7, "a.ry": 0.2, "a.rz": 1}}, "view": {"duration": 3}})",
        "spin.carom.json"};
    const SnapshotPtr snapshot = answerTo(std::move(request));
    for (const char* key : {"q a.rx", "q a.rz", "v a.rx"}) {
      const SeriesView view = seriesView(snapshot, {key}, {});
      StyledPlot plot({});
      drawSeries(plot, view);
      int pieces = 0;
      for (int k = 0; k < plot.graphCount(); ++k) {
        const auto& line = *plot.graph(k)->data();
        if (line.size() > 1) ++pieces;
        for (auto at = line.constBegin(); at + 1 < line.constEnd(); ++at)
          QVERIFY(std::abs((at + 1)->value - at->value) < 3);
      }
      QCOMPARE(pieces, QString(key).startsWith("q") ? 4 : 1);  // it turns by 7 rad/s for 3 s
    }
  }

  void theTableOfAFigureHasEverySampleOfEveryRun() {
    const SnapshotPtr one = makeSnapshot("billiard-break", {{"theta", "120deg"}});
    const SnapshotPtr two = compared(*one, {1, 0});
    const SeriesView view = seriesView(two, {"v a.x"}, "q a.x");
    QCOMPARE(view.runs.size(), std::size_t{2});
    const QStringList lines = SeriesFigure(view).csv().split('\n', Qt::SkipEmptyParts);
    QCOMPARE(lines.front(), QString("run,time [s],q a.x [m],v a.x [m/s]"));
    QCOMPARE(lines.size() - 1, view.runs[0].values->places().size() + view.runs[1].values->places().size());
    const QStringList last = csvFields(lines.back());
    QCOMPARE(last[0], view.runs[1].name);
    QCOMPARE(last[3].toDouble(), view.runs[1].values->at(view.quantities[0], view.runs[1].values->end()));
  }
};

CAROM_DISPLAY_TEST(TestSeries);
#include "tst_series.moc"
