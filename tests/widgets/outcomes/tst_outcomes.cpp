#include <QAbstractItemModelTester>
#include <QItemSelectionModel>
#include <QTableView>

#include "common/selection.h"
#include "impact/resolve.h"
#include "outcomes/outcomes_figure.h"
#include "outcomes/outcomes_model.h"
#include "outcomes/outcomes_panel.h"
#include "support/recorded_edits.h"
#include "support/snapshot_factory.h"
#include "support/widget_test.h"

using namespace carom;

class TestOutcomes : public QObject {
  Q_OBJECT
 private slots:
  void modelKeepsItsPromises();
  void velocitiesAreThoseOfTheReport_data();
  void velocitiesAreThoseOfTheReport();
  void headersAreMathematics();
  void selectedRowIsTheOrderingInForce();
  void selectingARowChoosesItsExample();
  void answersMoveTheRowWithoutChoosing();
  void certificateIsPutIntoWords_data();
  void certificateIsPutIntoWords();
  void aStoppedSearchDoesNotKnowXi();
  void csvHasEveryOutcome();
  void minimalOrderingsAreAskedForWhereNoneIsKnown();
};

void TestOutcomes::modelKeepsItsPromises() {
  OutcomesModel model;
  QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
  for (const char* theta : {"120deg", "100deg", "90deg", "160deg"}) {
    const SnapshotPtr snapshot = makeSnapshot("billiard-break", {{"theta", theta}});
    model.setSnapshot(snapshot);
    QCOMPARE(model.rowCount(), static_cast<int>(snapshot->report->outcomes.size()));
  }
  model.setSnapshot(makeSnapshot("trapped-ball"));
  QCOMPARE(model.rowCount(), 0);
  model.setSnapshot(makeSnapshot("rack-break"));
  QVERIFY(model.rowCount() > 2);
}

void TestOutcomes::velocitiesAreThoseOfTheReport_data() {
  QTest::addColumn<QString>("scene");
  QTest::addColumn<int>("body");
  QTest::addColumn<QString>("text");
  QTest::newRow("in the plane") << "billiard-break" << 0 << "(+0.250, +0.433)";
  QTest::newRow("on a line") << "newtons-cradle" << 4 << "+1.000";
  QTest::newRow("at rest") << "newtons-cradle" << 0 << "+0.000";
}

void TestOutcomes::velocitiesAreThoseOfTheReport() {
  QFETCH(QString, scene);
  QFETCH(int, body);
  OutcomesModel model;
  model.setSnapshot(makeSnapshot(scene.toStdString(), scene == QLatin1String("billiard-break")
                                                          ? Assignments{{"theta", "120deg"}}
                                                          : Assignments{}));
  QString text = model.velocityText(0, body);
  text.replace(QChar(0x2212), QLatin1Char('-'));
  QTEST(text, "text");
}

void TestOutcomes::headersAreMathematics() {
  OutcomesModel model;
  model.setSnapshot(makeSnapshot("billiard-break"));
  QCOMPARE(model.headerData(1, Qt::Horizontal, OutcomesModel::SymbolRole).toString(),
           QStringLiteral("v_{a}"));
  QCOMPARE(model.headerData(1, Qt::Horizontal, OutcomesModel::UnitRole).toString(), QStringLiteral("(m/s)"));
  model.setSnapshot(makeSnapshot("falling-rod"));  // which travels and turns
  QCOMPARE(model.headerData(1, Qt::Horizontal, OutcomesModel::UnitRole).toString(),
           QStringLiteral("(m/s, rad/s)"));
}

void TestOutcomes::selectedRowIsTheOrderingInForce() {
  Selection selection;
  RecordedEdits edits;
  OutcomesPanel panel(&selection, &edits);
  auto* table = panel.findChild<QTableView*>();
  for (const std::size_t outcome : {0, 1}) {
    panel.setSnapshot(makeSnapshot("billiard-break", {{"theta", "120deg"}}, outcome));
    QCOMPARE(table->currentIndex().row(), static_cast<int>(outcome));
  }
}

void TestOutcomes::selectingARowChoosesItsExample() {
  Selection selection;
  RecordedEdits edits;
  OutcomesPanel panel(&selection, &edits);
  const SnapshotPtr snapshot = makeSnapshot("billiard-break", {{"theta", "120deg"}});
  panel.setSnapshot(snapshot);
  panel.resize(470, 220);
  panel.show();
  auto* table = panel.findChild<QTableView*>();
  QTest::mouseClick(table->viewport(), Qt::LeftButton, {},
                    table->visualRect(table->model()->index(1, 1)).center());
  QCOMPARE(edits.changes.size(), 1);
  QCOMPARE(*edits.changes[0].after.ordering, snapshot->report->outcomes[1].example);
  QTest::keyClick(table, Qt::Key_Up);  // back to the ordering that is in force already
  QCOMPARE(edits.changes.size(), 1);
}

void TestOutcomes::answersMoveTheRowWithoutChoosing() {
  Selection selection;
  RecordedEdits edits;
  OutcomesPanel panel(&selection, &edits);
  for (const char* theta : {"120deg", "90deg", "130deg"})
    panel.setSnapshot(makeSnapshot("billiard-break", {{"theta", theta}}));
  panel.setSnapshot(makeSnapshot("trapped-ball"));
  QCOMPARE(edits.changes.size(), 0);
}

void TestOutcomes::certificateIsPutIntoWords_data() {
  QTest::addColumn<QString>("scene");
  QTest::addColumn<QString>("parameter");
  QTest::addColumn<QString>("value");
  QTest::addColumn<QString>("words");
  QTest::newRow("certified") << "newtons-cradle"
                             << "n"
                             << "3"
                             << "Unique for every momentum: Coxeter group A₂";
  QTest::newRow("with a wall") << "line-and-wall"
                               << "n"
                               << "3"
                               << "Coxeter group B₃";
  QTest::newRow("broken pair") << "billiard-break"
                               << "theta"
                               << "120deg"
                               << "π/arccos(−G) = 2.38 is not a whole number";
  QTest::newRow("nearly whole") << "galperin"
                                << "digits"
                                << "2"
                                << "π/arccos(−G) = 314.2 is not a whole number";
  QTest::newRow("jam") << "trapped-ball"
                       << "speed"
                       << "1"
                       << "λ = 0.500 (ball-left), 0.500 (ball-right)";
}

void TestOutcomes::certificateIsPutIntoWords() {
  QFETCH(QString, scene);
  QFETCH(QString, parameter);
  QFETCH(QString, value);
  QFETCH(QString, words);
  const SnapshotPtr snapshot =
      makeSnapshot(scene.toStdString(), {{parameter.toStdString(), value.toStdString()}});
  const QString text = certificateLines(*snapshot->report).join(QLatin1Char('\n'));
  QVERIFY2(text.contains(words), qPrintable(text));
}

/// ξ ≤ 2 holds whatever the contacts: it is no answer.
void TestOutcomes::aStoppedSearchDoesNotKnowXi() {
  const SnapshotPtr snapshot = makeSnapshot("rack-break", {{"rows", "8"}});
  std::stop_source source;
  source.request_stop();
  const ImpactReport report = resolveImpact(snapshot->report->problem, {}, source.get_token());
  QVERIFY(!report.complete());
  const QStringList lines = certificateLines(report);
  QVERIFY2(lines.contains(QStringLiteral("Search cut short: ξ not known")), qPrintable(lines.join(u'\n')));
}

void TestOutcomes::csvHasEveryOutcome() {
  const SnapshotPtr snapshot = makeSnapshot("billiard-break", {{"theta", "120deg"}});
  const QStringList lines = OutcomesFigure(snapshot).csv().trimmed().split(QLatin1Char('\n'));
  QCOMPARE(lines.size(), 3);
  QCOMPARE(lines[1].count(QLatin1Char(',')), lines[0].count(QLatin1Char(',')));
  QVERIFY(lines[1].endsWith(QStringLiteral(",1,ac bc")));
  QCOMPARE(lines[1].section(QLatin1Char(','), 1, 1).toDouble(), snapshot->report->outcomes[0].velocity[0]);
}

void TestOutcomes::minimalOrderingsAreAskedForWhereNoneIsKnown() {
  Selection selection;
  RecordedEdits edits;
  OutcomesPanel panel(&selection, &edits);
  const SnapshotPtr snapshot = makeSnapshot("pen");
  QVERIFY(!snapshot->report);
  panel.setSnapshot(snapshot);
  selection.setMinimalOnly(true);
  selection.setMinimalOnly(false);
  QVERIFY(!panel.grab().isNull());
}

CAROM_DISPLAY_TEST(TestOutcomes);
#include "tst_outcomes.moc"
