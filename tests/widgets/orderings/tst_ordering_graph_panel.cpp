#include <QCheckBox>
#include <QClipboard>
#include <QGuiApplication>
#include <QImage>
#include <QToolButton>

#include "orderings/graph_cards.h"
#include "orderings/graph_painter.h"
#include "orderings/ordering_graph_figure.h"
#include "orderings/ordering_graph_panel.h"
#include "support/recorded_edits.h"
#include "support/snapshot_factory.h"
#include "support/widget_test.h"

using namespace carom;

namespace {

struct Stage {
  Selection selection;
  RecordedEdits edits;
  OrderingGraphPanel panel{&selection, &edits};
  SnapshotPtr snapshot;

  explicit Stage(const std::string& scene, const Assignments& assignments = {})
      : snapshot(makeSnapshot(scene, assignments)) {
    panel.resize(470, 330);
    panel.setSnapshot(snapshot);
    tests::showActive(&panel);
  }
  QPoint at(int node) const { return panel.view().map(panel.picture().layout.nodes[node]).toPoint(); }
  void click(const QPoint& point) { QTest::mouseClick(&panel, Qt::LeftButton, {}, point); }
};

}  // namespace

class TestOrderingGraphPanel : public QObject {
  Q_OBJECT
 private slots:
  void clickOnANodeChoosesAnOrderingThroughIt();
  void clickOnTheSelectedOrderingMovesTheMoment();
  void clickOnAnEdgeGoesBehindItsReflection();
  void hoverTellsTheSelection();
  void arrowsWalkAlongTheOrdering();
  void upAndDownAreNoShortcutsOfTheWindow();
  void wheelZoomsAboutTheMouse();
  void dragPansAndIsNoClick();
  void fitShowsEverything_data();
  void fitShowsEverything();
  void nextLevelIsShownOnDemand();
  void foldedChainUnfoldsOnClick();
  void jamIsSaidWithItsWeights();
  void currentMomentIsMarked();
  void figureIsTheSameOnPaper();
  void dotGoesToTheClipboard();
  void minimalOnlyFadesTheRest();
};

void TestOrderingGraphPanel::clickOnANodeChoosesAnOrderingThroughIt() {
  Stage stage("billiard-break", {{"theta", "120deg"}});
  stage.click(stage.at(2));
  QCOMPARE(stage.edits.changes.size(), 1);
  QCOMPARE(*stage.edits.changes[0].after.ordering, (Word{1, 0}));
  QCOMPARE(stage.selection.moment(), (Moment{0, 0, 1}));
}

void TestOrderingGraphPanel::clickOnTheSelectedOrderingMovesTheMoment() {
  Stage stage("billiard-break", {{"theta", "120deg"}});
  stage.click(stage.at(3));
  QCOMPARE(stage.edits.changes.size(), 0);
  QCOMPARE(stage.selection.moment(), (Moment{0, 0, 2}));
  stage.click(stage.at(0));
  QCOMPARE(stage.selection.moment(), (Moment{0, 0, 0}));
}

void TestOrderingGraphPanel::clickOnAnEdgeGoesBehindItsReflection() {
  Stage stage("billiard-break", {{"theta", "120deg"}});
  const auto& edges = stage.panel.picture().shown.edges;
  const auto edge =
      std::find_if(edges.begin(), edges.end(), [](const auto& e) { return e.from == 0 && e.contact == 1; });
  const auto line =
      edgeLine(stage.panel.picture(), stage.panel.view(), static_cast<int>(edge - edges.begin()));
  stage.click(pointOnEdge(line, 0.5).toPoint());
  QCOMPARE(stage.edits.changes.size(), 1);
  QCOMPARE(stage.edits.changes[0].after.ordering->front(), ContactIndex{1});
  QCOMPARE(stage.selection.moment().reflection, 1);
}

void TestOrderingGraphPanel::hoverTellsTheSelection() {
  Stage stage("billiard-break", {{"theta", "120deg"}});
  QTest::mouseMove(&stage.panel, stage.at(2));
  QTRY_VERIFY(stage.selection.hoveredNode().has_value());
  QCOMPARE(*stage.selection.hoveredNode(), OrderingGraph::NodeId{2});
  QTest::mouseMove(&stage.panel, QPoint(3, 320));
  QTRY_VERIFY(!stage.selection.hoveredNode().has_value());
  const QString card = nodeCard(stage.panel.picture(), 1).text();
  for (const char* words : {"kg·m/s", "m/s", "ac", "bc", "closing", "1 ordering to here"})
    QVERIFY2(card.contains(QString::fromUtf8(words)), words);
  QVERIFY(edgeCard(stage.panel.picture(), 0).text().contains(QStringLiteral("N·s")));
}

void TestOrderingGraphPanel::arrowsWalkAlongTheOrdering() {
  Stage stage("converging-line", {{"n", "3"}});
  stage.selection.setMoment({0, 0, 0});
  QTest::keyClick(&stage.panel, Qt::Key_Down);  // takes the current momentum
  for (int step = 1; step <= 3; ++step) {
    QTest::keyClick(&stage.panel, Qt::Key_Down);
    QCOMPARE(stage.selection.moment(), (Moment{0, 0, step}));
  }
  QTest::keyClick(&stage.panel, Qt::Key_Up);
  QCOMPARE(stage.selection.moment().reflection, 2);
  QCOMPARE(stage.edits.changes.size(), 0);
  for (const Qt::Key side : {Qt::Key_Backtab, Qt::Key_Tab}) {  // the layer has one momentum off the ordering
    QTest::keyClick(&stage.panel, side, side == Qt::Key_Tab ? Qt::NoModifier : Qt::ShiftModifier);
    QTest::keyClick(&stage.panel, Qt::Key_Return);
  }
  QCOMPARE(stage.edits.changes.size(), 1);
  QVERIFY(*stage.edits.changes[0].after.ordering != stage.snapshot->ordering);
}

void TestOrderingGraphPanel::upAndDownAreNoShortcutsOfTheWindow() {
  Stage stage("billiard-break");
  const auto keeps = [&](Qt::Key key) {
    QKeyEvent press(QEvent::ShortcutOverride, key, Qt::NoModifier);
    press.ignore();
    QCoreApplication::sendEvent(&stage.panel, &press);
    return press.isAccepted();
  };
  for (const Qt::Key key : {Qt::Key_Up, Qt::Key_Down}) QVERIFY(keeps(key));
  for (const Qt::Key key : {Qt::Key_Left, Qt::Key_Right, Qt::Key_Space}) QVERIFY(!keeps(key));
}

void TestOrderingGraphPanel::wheelZoomsAboutTheMouse() {
  Stage stage("converging-line", {{"n", "4"}});
  const QPointF before = stage.at(5);
  QWheelEvent wheel(before, stage.panel.mapToGlobal(before), {}, {0, 120}, Qt::NoButton, Qt::NoModifier,
                    Qt::NoScrollPhase, false);
  const double layer = stage.panel.view().layer;
  QCoreApplication::sendEvent(&stage.panel, &wheel);
  QVERIFY(stage.panel.view().layer > layer);
  QVERIFY((QPointF(stage.at(5)) - before).manhattanLength() <= 2);
  stage.panel.fit();
  QCOMPARE(stage.panel.view().layer, layer);
}

void TestOrderingGraphPanel::dragPansAndIsNoClick() {
  Stage stage("billiard-break", {{"theta", "120deg"}});
  const QPoint from = stage.at(2), to = from + QPoint(-60, 25);
  QTest::mousePress(&stage.panel, Qt::LeftButton, {}, from);
  QTest::mouseMove(&stage.panel, to);
  QTest::mouseRelease(&stage.panel, Qt::LeftButton, {}, to);
  QVERIFY((stage.at(2) - to).manhattanLength() <= 2);
  QCOMPARE(stage.edits.changes.size(), 0);
}

void TestOrderingGraphPanel::fitShowsEverything_data() {
  QTest::addColumn<QString>("scene");
  QTest::addColumn<QString>("n");
  for (const char* n : {"2", "4", "5", "7"}) QTest::addRow("line %s", n) << "converging-line" << n;
  QTest::newRow("rack") << "rack-break"
                        << "";
  QTest::newRow("galperin") << "galperin"
                            << "";
}

void TestOrderingGraphPanel::fitShowsEverything() {
  QFETCH(QString, scene);
  QFETCH(QString, n);
  Stage stage(scene.toStdString(), n.isEmpty() ? Assignments{} : Assignments{{"n", n.toStdString()}});
  for (const QSize size : {QSize(470, 330), QSize(300, 600), QSize(900, 220)}) {
    stage.panel.resize(size);
    QCoreApplication::processEvents();
    for (int i = 0; i < static_cast<int>(stage.panel.picture().shown.nodes.size()); ++i)
      QVERIFY(stage.panel.rect().contains(stage.at(i)));
  }
}

void TestOrderingGraphPanel::nextLevelIsShownOnDemand() {
  Stage stage("converging-line", {{"n", "7"}});
  const int levels = stage.panel.picture().shown.levels;
  stage.panel.showNextLevel();
  QCOMPARE(stage.panel.picture().shown.levels, levels + 1);
  stage.panel.showFewest();
  QCOMPARE(stage.panel.picture().shown.levels, levels);
}

void TestOrderingGraphPanel::foldedChainUnfoldsOnClick() {
  Stage stage("galperin");
  const std::size_t before = stage.panel.picture().shown.nodes.size();
  stage.click(pointOnEdge(edgeLine(stage.panel.picture(), stage.panel.view(), 0), 0.5).toPoint());
  QVERIFY(stage.panel.picture().shown.nodes.size() > before);
  QCOMPARE(stage.edits.changes.size(), 0);
}

void TestOrderingGraphPanel::jamIsSaidWithItsWeights() {
  Stage stage("trapped-ball");
  QVERIFY(stage.panel.picture().isEmpty());
  QVERIFY(stage.panel.picture().notice.contains(QStringLiteral("λ = 0.500 (ball-left), 0.500 (ball-right)")));
  QTest::mouseMove(&stage.panel, QPoint(100, 100));
  stage.click({100, 100});
  QTest::keyClick(&stage.panel, Qt::Key_Down);
  QVERIFY(!stage.panel.grab().isNull());
}

void TestOrderingGraphPanel::currentMomentIsMarked() {
  Stage stage("galperin");
  stage.selection.setMoment({0, 0, 100});
  const auto& picture = stage.panel.picture();
  QVERIFY(picture.current >= 0);
  QCOMPARE(picture.shown.nodes[picture.current].step, 100);
  stage.selection.setMoment({0.01, -1, 0});
  QCOMPARE(stage.panel.picture().current, -1);
}

void TestOrderingGraphPanel::figureIsTheSameOnPaper() {
  Stage stage("billiard-break", {{"theta", "120deg"}});
  const auto figure = stage.panel.figure();
  QCOMPARE(figure->name(), QStringLiteral("ordering-graph"));
  QCOMPARE(figure->csv().trimmed().split(QLatin1Char('\n')).size(), 5);  // header and four reflections
  const auto ink = [&](int dotsPerInch) {
    QImage image(400, 320, QImage::Format_RGB32);
    image.setDotsPerMeterX(qRound(dotsPerInch / 0.0254));
    image.setDotsPerMeterY(qRound(dotsPerInch / 0.0254));
    image.fill(Qt::white);
    QPainter painter(&image);
    figure->paint(painter, QRectF(0, 0, 400, 320));
    painter.end();
    qint64 sum = 0;
    for (int y = 0; y < image.height(); ++y)
      for (int x = 0; x < image.width(); ++x) sum += 255 - qGray(image.pixel(x, y));
    return static_cast<double>(sum);
  };
  QVERIFY(ink(72) > 0);
  QVERIFY(qAbs(ink(300) / ink(72) - 1) < 0.01);  // text keeps its size whatever the device claims to be
}

void TestOrderingGraphPanel::dotGoesToTheClipboard() {
  Stage stage("billiard-break", {{"theta", "120deg"}});
  stage.panel.copyDot();
  QVERIFY(QGuiApplication::clipboard()->text().startsWith(QStringLiteral("digraph orderings")));
}

void TestOrderingGraphPanel::minimalOnlyFadesTheRest() {
  Stage stage("line-and-wall", {{"n", "3"}, {"first", "2"}});
  auto* box = stage.panel.findChild<QCheckBox*>(QStringLiteral("minimalOnly"));
  const QImage before = stage.panel.grab().toImage();
  QTest::mouseClick(box, Qt::LeftButton, {}, QPoint(8, box->height() / 2));
  QVERIFY(stage.selection.minimalOnly());
  const OrderingGraphPicture& picture = stage.panel.picture();
  QVERIFY(picture.minimal.shown());
  for (int node = 0; node < static_cast<int>(picture.shown.nodes.size()); ++node) {
    const int outcome = picture.outcomeOf(node);
    if (outcome < 0) continue;
    const bool minimal = *stage.snapshot->report->outcomes[outcome].reachedMinimally;
    QCOMPARE(picture.minimal.nodes[node], minimal ? MinimalMarks::Answer::Yes : MinimalMarks::Answer::No);
  }
  QVERIFY(picture.notice.contains(QStringLiteral("faded")));
  QVERIFY(stage.panel.grab().toImage() != before);
  stage.selection.setMinimalOnly(false);
  QVERIFY(!box->isChecked());
  QVERIFY(!picture.minimal.shown());
}

CAROM_DISPLAY_TEST(TestOrderingGraphPanel);
#include "tst_ordering_graph_panel.moc"
