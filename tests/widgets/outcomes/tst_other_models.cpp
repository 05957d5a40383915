// Other impact models beside the outcomes: their marks in the outcome set, their table, and their velocities.
#include <QCheckBox>
#include <QItemSelectionModel>
#include <QTableView>
#include <cmath>

#include "answer/answer_of_models.h"
#include "common/hover_card.h"
#include "common/moments.h"
#include "outcomes/model_marks.h"
#include "outcomes/model_rows.h"
#include "outcomes/outcome_set_figure.h"
#include "outcomes/outcome_set_panel.h"
#include "outcomes/outcomes_panel.h"
#include "support/recorded_edits.h"
#include "support/snapshot_factory.h"
#include "support/widget_test.h"

using namespace carom;

namespace {

SnapshotPtr withModels(const std::string& scene, const Assignments& assignments = {}) {
  SnapshotRequest request = requestFor(scene, assignments);
  request.extras.models = true;
  return answerTo(request);
}

/// The billiard break at 120°, where the order matters and models without an order part a and b alike.
SnapshotPtr breakAt120() {
  return withModels("billiard-break", {{"theta", "120deg"}});
}

constexpr int moreauRow = 0, reflectionsRow = 3;

}  // namespace

class TestOtherModels : public QObject {
  Q_OBJECT
 private slots:
  /// In a narrow cell of a composition the legend of the models is below the plot.
  void aNarrowPageIsLongEnoughForThePlotAndItsLegend() {
    const SnapshotPtr snapshot = computeModels(breakAt120(), {});
    for (const double width : {110.0, 120.0, 160.0, 250.0, 400.0}) {
      const OutcomeSetFigure figure(snapshot);
      const QRectF page(0, 0, width, figure.heightAt(width));
      const QRectF plot = outcomeFrame(figure.picture(), page, Figure::textPoints / 11).plot;
      QVERIFY2(plot.height() > 0.25 * width, qPrintable(QString::number(width)));
    }
  }

  void anAnswerHasThemWhereTheyAreAskedFor() {
    QVERIFY(!makeSnapshot("billiard-break")->models);
    const SnapshotPtr snapshot = breakAt120();
    QCOMPARE(snapshot->models->models.size(), impactModels().size());
    QVERIFY(snapshot->models->clouds.empty());
    const SnapshotPtr more = computeModels(snapshot, {});
    QCOMPARE(more->models->clouds.size(), std::size_t{2});
    QCOMPARE(computeModels(more, {}), more);
    std::stop_source stopped;
    stopped.request_stop();
    QCOMPARE(computeModels(snapshot, stopped.get_token()), snapshot);
  }

  void cloudsAreForElasticImpactsOnly() {
    SnapshotRequest request = requestFor("billiard-break", {{"theta", "120deg"}});
    request.extras.models = true;
    request.settings.restitution = 0.5;
    const SnapshotPtr snapshot = computeModels(answerTo(request), {});
    QVERIFY(snapshot->models->clouds.empty());
    QVERIFY(!snapshot->models->models[4].answer.multipliers);  // springs know e = 1 only
    QVERIFY(computeModels(withModels("trapped-ball"), {})->models->clouds.empty());
  }

  void theSwitchAsksForThem() {
    Selection selection;
    RecordedEdits edits;
    OutcomeSetPanel panel(&selection, &edits);
    panel.findChild<QCheckBox*>("otherModels")->setChecked(true);
    QVERIFY(edits.models);
    panel.findChild<QCheckBox*>("otherModels")->setChecked(false);
    QVERIFY(!edits.models);
  }

  /// The mark of Moreau's answer is the mirror image of itself: halfway between the outcomes.
  void marksStandWhereTheAnswersAre() {
    const SnapshotPtr snapshot = breakAt120();
    const auto picture =
        projectOutcomes(snapshot, {OutcomeAxis::Kind::Contact, 0}, {OutcomeAxis::Kind::Contact, 1});
    QCOMPARE(picture.models.size(), impactModels().size());
    for (const auto& point : picture.models) {
      const ComparedModel& model = snapshot->models->models[static_cast<std::size_t>(point.model)];
      const Eigen::VectorXd c = snapshot->report->problem.unitNormals() * model.velocity;
      QVERIFY(std::abs(point.at.x() - c[0]) + std::abs(point.at.y() - c[1]) < 1e-12);
    }
    QVERIFY(std::abs(picture.models[moreauRow].at.x() - picture.models[moreauRow].at.y()) < 1e-12);
    const AxesFrame frame = outcomeFrame(picture, QRectF(0, 0, 470, 300), 1);
    for (const auto& point : picture.models) QVERIFY(frame.plot.contains(frame.map(point.at)));
  }

  void marksHaveShapesOfTheirOwn() {
    QList<QPolygonF> shapes;
    for (int model = 0; model < static_cast<int>(impactModels().size()); ++model) {
      const QPolygonF mark = modelMark(model, {0, 0}, 5);
      QVERIFY(!shapes.contains(mark));
      shapes += mark;
    }
  }

  void aClickOnAMarkShowsItsVelocities() {
    Selection selection;
    RecordedEdits edits;
    OutcomeSetPanel panel(&selection, &edits);
    const SnapshotPtr snapshot = breakAt120();
    panel.setSnapshot(snapshot);
    panel.resize(470, 320);
    panel.show();
    QVERIFY(QTest::qWaitForWindowExposed(&panel));
    const QPoint mark = panel.placeOfModel(moreauRow)->toPoint();
    QTest::mouseMove(&panel, mark);
    QTRY_VERIFY(panel.findChild<HoverCard*>()->text().contains("Moreau"));
    QVERIFY(panel.findChild<HoverCard*>()->text().contains("0.2887"));
    QTest::mouseClick(&panel, Qt::LeftButton, {}, mark);
    QVERIFY(edits.changes.isEmpty());
    QVERIFY(selection.moment().model);
    QCOMPARE(selection.moment().impact, snapshot->trajectory->initialImpact());
    const Eigen::VectorXd& v = selection.moment().model->velocity;
    QVERIFY(std::abs(v[1] + v[3]) < 1e-6 && std::abs(v[0] - 1 / 3.) < 1e-6);
    QTest::mouseClick(&panel, Qt::LeftButton, {}, panel.placeOf(1).toPoint());  // outcomes stay clickable
    QCOMPARE(edits.changes.size(), 1);
  }

  void oneOfSeveralMomentaSaysSo() {
    const SnapshotPtr snapshot = breakAt120();
    auto models = std::make_shared<ModelComparison>(*snapshot->models);
    models->models[moreauRow].answer.severalMomenta = true;
    auto several = std::make_shared<Snapshot>(*snapshot);
    several->models = models;
    ModelRows rows;
    rows.setSnapshot(several);
    QVERIFY(rows.data(rows.index(moreauRow, ModelRows::Name)).toString().contains("one of several"));
    QVERIFY(!rows.data(rows.index(moreauRow + 1, ModelRows::Name)).toString().contains("one of several"));
  }

  void aLowPanelShowsThreeModels() {
    Selection selection;
    RecordedEdits edits;
    OutcomesPanel panel(&selection, &edits);
    panel.setSnapshot(breakAt120());
    panel.resize(panel.minimumSizeHint());
    panel.show();
    QVERIFY(QTest::qWaitForWindowExposed(&panel));
    auto* table = panel.findChild<QTableView*>("modelTable");
    QVERIFY(table->viewport()->height() >= table->rowViewportPosition(2) + table->rowHeight(2));
  }

  void theTableListsThem() {
    Selection selection;
    RecordedEdits edits;
    OutcomesPanel panel(&selection, &edits);
    auto* table = panel.findChild<QTableView*>("modelTable");
    panel.resize(520, 480);
    panel.show();
    panel.setSnapshot(makeSnapshot("billiard-break", {{"theta", "120deg"}}));
    QVERIFY(!table->isVisible());
    panel.setSnapshot(breakAt120());
    QVERIFY(table->isVisible());
    const auto cell = [&](int row, int column) {
      return table->model()->index(row, column).data().toString();
    };
    QCOMPARE(cell(moreauRow, ModelRows::Name), QString("Moreau"));
    QCOMPARE(cell(moreauRow, ModelRows::Distance), QString("0.2887"));
    // √(1/12 − (ξ/2)²) from the middle of the two outcomes, ξ = √5/4.
    QCOMPARE(cell(moreauRow, ModelRows::FromHull), QString("0.07217"));
    QCOMPARE(cell(6, ModelRows::Distance), QString("0"));  // Gauss–Seidel ends in an outcome
    QCOMPARE(cell(6, ModelRows::FromHull), QString("0"));
    QVERIFY(!cell(reflectionsRow, ModelRows::Energy).isEmpty());

    const QPoint row = table->visualRect(table->model()->index(reflectionsRow, 0)).center();
    QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, row);
    QVERIFY(selection.moment().model);
    QCOMPARE(selection.moment().model->model, QString("Generalized reflections"));
    selection.setMoment({0, 0, 1});  // stepping goes back to the ordering
    QVERIFY(!table->selectionModel()->hasSelection());
  }

  void whatHasNoAnswerSaysWhy() {
    const SnapshotPtr snapshot = withModels("trapped-ball");
    ModelRows rows;
    rows.setSnapshot(snapshot);
    QCOMPARE(rows.index(reflectionsRow, ModelRows::Distance).data().toString(), QString("–"));
    QVERIFY(rows.index(reflectionsRow, 0).data(Qt::ToolTipRole).toString().contains("did not end"));
    QVERIFY(!momentAfterModel(*snapshot, snapshot->models->models[reflectionsRow], "").model);
  }

  void theFigureHasThem() {
    const SnapshotPtr plain = makeSnapshot("billiard-break", {{"theta", "120deg"}});
    const SnapshotPtr with = computeModels(breakAt120(), {});
    const QString csv = OutcomeSetFigure(with).csv();
    QVERIFY(csv.contains("\nmoreau,") && csv.contains("\ncompliant-hertz,"));
    QCOMPARE(csv.count("\ncompliant,"), 400);
    QVERIFY(!OutcomeSetFigure(plain).csv().contains("moreau"));
    QVERIFY(renderFigure(OutcomeSetFigure(with)) != renderFigure(OutcomeSetFigure(plain)));
  }
};

CAROM_DISPLAY_TEST(TestOtherModels);
#include "tst_other_models.moc"
