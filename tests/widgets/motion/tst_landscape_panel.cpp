// The landscape as a panel: what it computes again, and how a click chooses a design.
#include <QComboBox>
#include <QLabel>
#include <QtTest>
#include <cmath>

#include "common/selection.h"
#include "motion/landscape_panel.h"
#include "support/recorded_edits.h"
#include "support/settle.h"
#include "support/snapshot_factory.h"
#include "support/widget_test.h"

using namespace carom;

namespace {

struct Shown {
  Selection selection;
  RecordedEdits edits;
  LandscapePanel panel{&selection, &edits};

  explicit Shown(const SnapshotPtr& snapshot) {
    panel.resize(500, 360);
    panel.show();
    panel.setSnapshot(snapshot);
  }
  bool isReady() {
    return QTest::qWaitFor([&] { return panel.figure() && !panel.isFigureComing(); },
                           60'000 * tests::patience);
  }
  QPoint pixel(double x, double y) const {
    return QPointF(panel.plot()->xAxis->coordToPixel(x), panel.plot()->yAxis->coordToPixel(y)).toPoint();
  }
  QComboBox* choice(const char* name) const { return panel.findChild<QComboBox*>(QLatin1String(name)); }
};

}  // namespace

class LandscapePanelTest : public QObject {
  Q_OBJECT
 private slots:
  void aCoarsePictureIsRefined() {
    Shown shown(makeSnapshot("billiard-break", {{"theta", "120deg"}}));
    QVERIFY(shown.panel.isFigureComing());
    QVERIFY(QTest::qWaitFor([&] { return shown.panel.figure() != nullptr; }, 60'000 * tests::patience));
    const qsizetype coarse = shown.panel.figure()->csv().count('\n');
    QVERIFY(shown.isReady());
    QVERIFY(shown.panel.figure()->csv().count('\n') > coarse || coarse > 10'000);
    QCOMPARE(shown.choice("overX")->currentData().toString(), QStringLiteral("theta"));
    QCOMPARE(shown.choice("overY")->currentData().toString(), QStringLiteral("ra"));
  }

  /// One notice takes the place of another.
  void noticesDoNotLieOverEachOther() {
    Shown shown(makeSnapshot("billiard-break", {{"theta", "120deg"}}));
    shown.panel.plot()->showNotice("a");
    shown.panel.plot()->showNotice("b");
    QCOMPARE(shown.panel.plot()->itemCount(), 1);
    QCOMPARE(shown.panel.plot()->notice(), QString("b"));
  }

  void aHiddenPanelComputesWhenItIsShownOrItsFigureIsWanted() {
    Selection selection;
    RecordedEdits edits;
    LandscapePanel panel(&selection, &edits);
    panel.setSnapshot(makeSnapshot("billiard-break", {{"theta", "120deg"}}));
    QVERIFY(panel.isFigureComing());
    tests::settle();
    QVERIFY(!panel.figure());
    panel.startFigure();
    QVERIFY(
        QTest::qWaitFor([&] { return panel.figure() && !panel.isFigureComing(); }, 60'000 * tests::patience));
    panel.setSnapshot(makeSnapshot("billiard-break", {{"theta", "120deg"}, {"rb", "20mm"}}));
    QVERIFY(!panel.figure());
    panel.show();
    QVERIFY(QTest::qWaitFor([&] { return panel.figure() != nullptr; }, 60'000 * tests::patience));
  }

  /// One undo step puts both parameters where the mouse is.
  void aDragChoosesTheDesign() {
    Shown shown(makeSnapshot("billiard-break", {{"theta", "120deg"}}));
    QVERIFY(shown.isReady());
    shown.panel.plot()->replot();
    QWidget* plot = shown.panel.plot();
    QTest::mousePress(plot, Qt::LeftButton, {}, shown.pixel(100, 50));
    QTest::mouseMove(plot, shown.pixel(140, 60));
    QTest::mouseRelease(plot, Qt::LeftButton, {}, shown.pixel(140, 60));
    QCOMPARE(shown.edits.begun.size(), qsizetype{1});
    QCOMPARE(shown.edits.committed, 1);
    const auto last = [&](const char* name) {
      double value = NAN;
      for (const auto& preview : shown.edits.previews)
        if (preview.name == QLatin1String(name)) value = preview.expression.toDouble();
      return value;
    };
    QVERIFY(std::abs(last("theta") * 180 / std::acos(-1.0) - 140) < 1);
    QVERIFY(std::abs(last("ra") - 0.060) < 1e-3);
  }

  void escapeTakesADragBack() {
    Shown shown(makeSnapshot("billiard-break", {{"theta", "120deg"}}));
    QVERIFY(shown.isReady());
    shown.panel.plot()->replot();
    QTest::mousePress(shown.panel.plot(), Qt::LeftButton, {}, shown.pixel(100, 50));
    QTest::keyClick(&shown.panel, Qt::Key_Escape);
    QTest::mouseRelease(shown.panel.plot(), Qt::LeftButton, {}, shown.pixel(100, 50));
    QCOMPARE(shown.edits.cancelled, 1);
    QCOMPARE(shown.edits.committed, 0);
  }

  /// A key may open another scene while the mouse drags: it has other parameters, and is not edited.
  void anotherSceneEndsADrag() {
    Shown shown(makeSnapshot("billiard-break", {{"theta", "120deg"}}));
    QVERIFY(shown.isReady());
    shown.panel.plot()->replot();
    QWidget* plot = shown.panel.plot();
    const QPoint from = shown.pixel(100, 50), to = shown.pixel(140, 60);
    QTest::mousePress(plot, Qt::LeftButton, {}, from);
    const qsizetype previews = shown.edits.previews.size();
    shown.panel.setSnapshot(makeSnapshot("bouncing-ball"));
    shown.panel.plot()->replot();
    QTest::mouseMove(plot, to);
    QTest::mouseRelease(plot, Qt::LeftButton, {}, to);
    QCOMPARE(shown.edits.previews.size(), previews);
    QCOMPARE(shown.edits.committed, 0);
  }

  /// The two parameters move the mark alone; any other parameter asks for another table.
  /// At 65° large balls a and b overlap: a click there edits nothing.
  void aClickWhereTheSceneIsImpossibleEditsNothing() {
    Shown shown(makeSnapshot("billiard-break", {{"theta", "120deg"}}));
    QVERIFY(shown.isReady());
    shown.panel.plot()->replot();
    QWidget* plot = shown.panel.plot();
    const double largest = shown.panel.plot()->yAxis->range().upper;
    const double smallest = shown.panel.plot()->xAxis->range().lower;
    const QPoint hatched = shown.pixel(smallest + 1, 0.97 * largest);
    QTest::mousePress(plot, Qt::LeftButton, {}, hatched);
    QTest::mouseRelease(plot, Qt::LeftButton, {}, hatched);
    QVERIFY(shown.edits.begun.isEmpty() && shown.edits.previews.empty());
    const auto cards = QApplication::topLevelWidgets();
    QVERIFY(std::ranges::any_of(cards, [](const QWidget* card) {
      if (!card->isVisible()) return false;
      const auto labels = card->findChildren<QLabel*>();
      const auto* own = qobject_cast<const QLabel*>(card);
      return (own && own->text().contains("overlap")) || std::ranges::any_of(labels, [](const QLabel* label) {
               return label->text().contains("overlap");
             });
    }));
    QTest::mouseClick(plot, Qt::LeftButton, {}, shown.pixel(130, 50));
    QCOMPARE(shown.edits.begun.size(), qsizetype{1});
  }

  /// A click over coordinates writes them into the scene; the landscape stays.
  void initialCoordinatesAreAxes() {
    struct Edited : RecordedEdits {
      QStringList scenes;
      void previewScene(const std::string& text, const Renames&) override {
        scenes << QString::fromStdString(text);
      }
    } edits;
    Selection selection;
    LandscapePanel panel(&selection, &edits);
    panel.resize(500, 360);
    panel.show();
    const SnapshotPtr snapshot = makeSnapshot("pen");
    const std::string x = snapshot->instance.mechanism->coordinates()[0].name;
    const std::string y = snapshot->instance.mechanism->coordinates()[1].name;
    panel.setSnapshot(snapshot);
    panel.setKept({{"x", QString::fromStdString(x)},
                   {"y", QString::fromStdString(y)},
                   {"measure", "xi"},
                   {"scale", ""}});
    const auto isReady = [&] {
      return QTest::qWaitFor([&] { return panel.figure() && !panel.isFigureComing(); },
                             60'000 * tests::patience);
    };
    QVERIFY(isReady());
    const QString before = panel.figure()->csv();
    QVERIFY(before.startsWith(QString::fromStdString(x + ',' + y + ",xi\n")));
    panel.plot()->replot();
    const auto axisX = landscapeAxis(*snapshot, x), axisY = landscapeAxis(*snapshot, y);
    const QPointF place(axisX->least + 0.6 * (axisX->greatest - axisX->least),
                        axisY->least + 0.8 * (axisY->greatest - axisY->least));
    const QPoint pixel(qRound(panel.plot()->xAxis->coordToPixel(place.x() / axisX->factor)),
                       qRound(panel.plot()->yAxis->coordToPixel(place.y() / axisY->factor)));
    QTest::mouseClick(panel.plot(), Qt::LeftButton, {}, pixel);
    QCOMPARE(edits.committed, 1);
    QVERIFY(!edits.scenes.isEmpty() && edits.previews.isEmpty());
    const auto moved = Scene::parse(edits.scenes.last().toStdString(), snapshot->scene->file());
    const SceneInstance there = moved->instantiate();
    QVERIFY(std::abs(there.initial.q[0] - place.x()) < 0.05 * (axisX->greatest - axisX->least));
    SnapshotRequest request = requestLike(*snapshot);
    request.scene = moved;
    panel.setSnapshot(answerTo(request));
    QVERIFY(panel.figure() && !panel.isFigureComing());
    QCOMPARE(panel.figure()->csv(), before);

    // A drag moves the numbers in one text; the answers to it ask for no other landscape.
    panel.plot()->replot();
    QTest::mousePress(panel.plot(), Qt::LeftButton, {}, pixel);
    for (int step = 1; step <= 3; ++step) {
      QTest::mouseMove(panel.plot(), pixel + QPoint(4 * step, 0));
      SnapshotRequest drag = requestLike(*snapshot);
      drag.scene = Scene::parse(edits.scenes.last().toStdString(), snapshot->scene->file());
      panel.setSnapshot(answerTo(drag));
      QVERIFY(panel.figure() && !panel.isFigureComing());
    }
    QTest::mouseRelease(panel.plot(), Qt::LeftButton, {}, pixel + QPoint(12, 0));
    QCOMPARE(edits.committed, 2);
  }

  void theShareOfTheMomentumIsAMeasure() {
    Shown shown(makeSnapshot("billiard-break", {{"theta", "120deg"}}));
    shown.panel.setKept({{"x", "theta"}, {"y", "rc"}, {"measure", "projection"}, {"scale", ""}});
    QVERIFY(shown.isReady());
    const auto figure = shown.panel.figure();
    QVERIFY(figure->csv().startsWith(QStringLiteral("theta,rc,projection\n")));
    QCOMPARE(figure->source().measure, QStringLiteral("projection"));
    int values = 0;
    for (const QString& line : figure->csv().trimmed().split('\n').mid(1)) {
      const QString cell = line.section(',', 2, 2);
      if (cell.isEmpty()) continue;
      ++values;
      QVERIFY(cell.toDouble() > 0 && cell.toDouble() <= 1 + 1e-12);
    }
    QVERIFY(values > 1000);
  }

  void onlyOtherParametersComputeItAgain() {
    Shown shown(makeSnapshot("billiard-break", {{"theta", "120deg"}}));
    QVERIFY(shown.isReady());
    shown.panel.setSnapshot(makeSnapshot("billiard-break", {{"theta", "100deg"}, {"ra", "0.03"}}));
    QVERIFY(!shown.panel.isFigureComing() && shown.panel.figure());
    shown.panel.setSnapshot(makeSnapshot("billiard-break", {{"theta", "100deg"}, {"rc", "0.03"}}));
    QVERIFY(shown.panel.isFigureComing() && !shown.panel.figure());
    QVERIFY(shown.isReady());
  }

  void theRestitutionOfTheDocumentCounts() {
    const SnapshotPtr elastic = makeSnapshot("billiard-break", {{"theta", "120deg"}});
    SnapshotRequest lossy = requestLike(*elastic);
    lossy.settings.restitution = 0.5;
    Shown shown(elastic);
    shown.panel.setKept({{"x", "theta"}, {"y", "rc"}, {"measure", "xi"}, {"scale", ""}});
    QVERIFY(shown.isReady());
    const QString before = shown.panel.figure()->csv();
    shown.panel.setSnapshot(answerTo(lossy));
    QVERIFY(shown.panel.isFigureComing());
    QVERIFY(shown.isReady());
    QVERIFY(shown.panel.figure()->csv() != before);
  }

  void theChoiceIsKept() {
    Shown shown(makeSnapshot("billiard-break", {{"theta", "120deg"}}));
    QVERIFY(shown.isReady());
    QVariantMap kept = shown.panel.kept();
    kept[QStringLiteral("y")] = QStringLiteral("rc");
    kept[QStringLiteral("measure")] = QStringLiteral("outcomes");
    shown.panel.setKept(kept);
    QVERIFY(shown.isReady());
    QCOMPARE(shown.panel.kept(), kept);
    QVERIFY(shown.panel.figure()->csv().startsWith(QStringLiteral("theta,rc,outcomes\n")));
  }

  void aSceneWithoutTwoParametersSaysSo() {
    Shown shown(makeSnapshot("tumbling-box"));
    QVERIFY(shown.panel.figure() || shown.panel.plot()->hasNotice());
    for (QComboBox* choice : {shown.choice("overX"), shown.choice("overY")})
      QVERIFY(!choice->toolTip().isEmpty());
    shown.choice("overX")->setCurrentIndex(0);
    shown.choice("overY")->setCurrentIndex(0);
    emit shown.choice("overY")->activated(0);
    QVERIFY(shown.panel.plot()->hasNotice());
    QVERIFY(!shown.panel.isFigureComing());
  }
};

CAROM_DISPLAY_TEST(LandscapePanelTest);
#include "tst_landscape_panel.moc"
