// The impact under the time cursor: tree, outcomes, ξ and choices follow it, and the log lists all of them.
#include <QAction>
#include <QClipboard>
#include <QDockWidget>
#include <QElapsedTimer>
#include <QFile>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QScrollBar>
#include <QTableView>
#include <QTemporaryDir>
#include <QToolButton>
#include <algorithm>
#include <cmath>

#include "answer/compute_snapshot.h"
#include "answer/impact_of_run.h"
#include "base/impact_words.h"
#include "common/math_label.h"
#include "common/moments.h"
#include "mechanics/motion/impact_passage.h"
#include "motion/plot_preset.h"
#include "orderings/ordering_graph_panel.h"
#include "outcomes/outcomes_panel.h"
#include "scene/summary_bar.h"
#include "support/widget_test.h"
#include "support/window_test.h"
#include "timeline/impact_log_model.h"
#include "timeline/impact_log_panel.h"
#include "viewport/picture/scene_frame.h"
#include "window/layout/large_panel.h"
#include "window/layout/workspaces.h"
#include "window/main_window.h"

using namespace carom;

namespace {

/// Of one break, whose ball is one of four that move alike: ‖p⁻‖ is twice what it is alone.
const double xiOfABreak = std::sqrt(5) / 4 / 2;

/// The billiard break at 120° three times, far from each other: at t = 0, 0.05 s and 0.12 s; and two balls
/// that meet at 0.02 s.
QByteArray threeBreaks() {
  QByteArray bodies, contacts, q, v;
  const auto ball = [&](const QByteArray& name, const QByteArray& x, const QByteArray& y) {
    bodies +=
        (bodies.isEmpty() ? "" : ",\n    ") + QByteArray("{\"name\": \"") + name +
        "\", \"joints\": [\"x\", \"y\"], \"mass\": 1, \"shapes\": [{\"type\": \"ball\", \"radius\": 0.1}]}";
    q += (q.isEmpty() ? "" : ", ") + QByteArray("\"") + name + ".x\": \"" + x + "\", \"" + name + ".y\": \"" +
         y + '"';
  };
  const auto touch = [&](const QByteArray& a, const QByteArray& b) {
    contacts += (contacts.isEmpty() ? "" : ", ") + QByteArray("{\"between\": [\"") + a + "\", \"" + b +
                "\"], \"name\": \"" + a + b + "\"}";
  };
  const QByteArray gaps[] = {"0", "0.05", "0.12"};
  for (int i = 0; i < 3; ++i) {
    const QByteArray n = QByteArray::number(i), y = QByteArray::number(5 * i);
    ball("a" + n, "0.1", y + "+0.2*sin(60deg)");
    ball("b" + n, "0.1", y + "-0.2*sin(60deg)");
    ball("c" + n, "-" + gaps[i], y);
    touch("a" + n, "c" + n);
    touch("b" + n, "c" + n);
    v += "\"c" + n + ".x\": 1, ";
  }
  ball("d", "0", "15");
  ball("e", "0.22", "15");
  touch("d", "e");
  v += "\"d.x\": 1";
  return "{\n  \"format\": 1, \"title\": \"Three breaks\",\n  \"bodies\": [" + bodies +
         "],\n  \"contacts\": [" + contacts + "],\n  \"initial\": {\"q\": {" + q + "}, \"velocity\": {" + v +
         "}},\n  \"view\": {\"duration\": 0.3}}";
}

constexpr int late = 2, last = 3;  ///< numbers of the later breaks

}  // namespace

class TestImpactLog : public QObject {
  Q_OBJECT

  std::unique_ptr<MainWindow> window;
  QTemporaryDir folder;

  const SnapshotPtr& run() const { return window->snapshot(); }
  const SnapshotPtr& shown() const { return window->impactShown(); }
  const Trajectory& motion() const { return *run()->trajectory; }
  template <class T>
  T* find(const char* name) const {
    return window->findChild<T*>(name);
  }
  ImpactLogPanel* log() const { return window->findChild<ImpactLogPanel*>(); }
  QTableView* table() const { return find<QTableView>("impactLogTable"); }
  void showLog() {
    auto* dock = find<QDockWidget>("impact-log");
    dock->show();
    dock->raise();
    QTRY_VERIFY(log()->isVisible());
  }
  void open(const QString& scene) {
    const SnapshotPtr before = run();
    window->openScene(scene);
    QTRY_VERIFY(run() && (!before || run()->scene != before->scene));
  }
  void openBreaks() { open(folder.filePath("breaks.carom.json")); }
  /// The time cursor at an impact; waits until the window shows all there is to know of it.
  void look(int impact, int reflection = 0) {
    window->selection()->setMoment({motion().impacts.at(impact).time, impact, reflection});
    QTRY_COMPARE(shown()->impact, impact);
    QTRY_VERIFY(shown()->report && shown()->report != motion().impacts.at(impact).alternatives);
  }
  /// The text in a column of the log, in the order of the impacts.
  QString cell(int impact, ImpactLogModel::Column column) const {
    const auto* model = log()->findChild<ImpactLogModel*>();
    return model->index(impact, static_cast<int>(column)).data().toString();
  }
  void clickRow(int row, Qt::KeyboardModifiers keys = {}) {
    const QModelIndex at = table()->model()->index(row, 1);
    table()->scrollTo(at);
    QTest::mouseClick(table()->viewport(), Qt::LeftButton, keys, table()->visualRect(at).center());
  }
  /// The outcome of the impact that is shown, clicked among the outcomes.
  void chooseOutcome(int outcome) {
    find<QDockWidget>("outcomes")->raise();
    auto* outcomes = find<QTableView>("outcomesTable");
    QTRY_VERIFY(outcomes->isVisible());
    const QModelIndex at = outcomes->model()->index(outcome, 0);
    QTest::mouseClick(outcomes->viewport(), Qt::LeftButton, {}, outcomes->visualRect(at).center());
  }

 private slots:
  void initTestCase() {
    prepareWindowTest();
    QFile file(folder.filePath("breaks.carom.json"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(threeBreaks());
  }

  void init() {
    window = std::make_unique<MainWindow>();
    tests::showActive(window.get());
    openBreaks();
  }

  void cleanup() { window.reset(); }

  void theSceneHasTwoLaterImpactsWhoseOrderMatters() {
    QCOMPARE(motion().impacts.size(), std::size_t{4});
    QCOMPARE(motion().impacts[1].contacts.size(), std::size_t{1});
    QVERIFY(std::abs(motion().impacts[late].time - 0.05) < 1e-9);
    QVERIFY(std::abs(motion().impacts[last].time - 0.12) < 1e-9);
  }

  void anImpactIsResolvedAsByItself() {
    look(late);
    const ImpactReport alone = resolveImpact(wholeImpactOf(*run(), late).problem);
    const ImpactReport& report = *shown()->report;
    QCOMPARE(report.outcomes.size(), std::size_t{2});
    QCOMPARE(report.outcomes.size(), alone.outcomes.size());
    QCOMPARE(report.orderings, alone.orderings);
    QCOMPARE(report.graph->nodeCount(), alone.graph->nodeCount());
    QCOMPARE(report.indeterminacy.xi, alone.indeterminacy.xi);
    QVERIFY(std::abs(report.indeterminacy.xi - xiOfABreak) < 1e-12);
    for (std::size_t i = 0; i < alone.outcomes.size(); ++i) {
      QCOMPARE(report.outcomes[i].momentum, alone.outcomes[i].momentum);
      QCOMPARE(report.outcomes[i].example, alone.outcomes[i].example);
      QCOMPARE(report.outcomes[i].minimal, alone.outcomes[i].minimal);
    }
    QCOMPARE(shown()->ordering, motion().impacts[late].word);
    QCOMPARE(report.outcomes.at(shown()->outcome).example.front(), motion().impacts[late].word.front());
  }

  void everyPanelIsAboutTheImpactUnderTheCursor() {
    auto* graph = window->findChild<OrderingGraphPanel*>();
    auto* summary = window->findChild<SummaryBar*>();
    const QString atTheStart = summary->accessibleName();
    QVERIFY(!find<QWidget>("impactShown")->isVisible());
    look(late);
    QCOMPARE(graph->picture().snapshot, shown());
    QCOMPARE(graph->picture().names, (QStringList{"a1c1", "b1c1"}));
    QCOMPARE(graph->windowTitle(), QString("Reflection orderings, impact 3"));
    QVERIFY(summary->accessibleName().contains("impact 3 of 4"));
    QVERIFY(summary->accessibleName().contains("order matters"));
    QCOMPARE(find<MathLabel>("xi")->text(), QString(" = 0.2795"));
    QVERIFY(find<QWidget>("impactShown")->isVisible());
    // Back at the start all is as it was.
    window->selection()->setMoment(momentAt(motion(), 0));
    QCOMPARE(shown(), run());
    QCOMPARE(summary->accessibleName(), atTheStart);
    QCOMPARE(graph->windowTitle(), QString("Reflection orderings"));
  }

  void theHeadlineFitsASmallScreen() {
    constexpr QSize small{1024, 660};
    look(late);
    window->resize(small);
    QTRY_COMPARE(window->size(), small);
    const auto* summary = window->findChild<SummaryBar*>();
    for (const QWidget* part : summary->findChildren<QWidget*>())
      if (part->isVisible() && part->parentWidget()->layout())
        QVERIFY2(part->parentWidget()->rect().contains(part->geometry()), qPrintable(part->objectName()));
  }

  void betweenImpactsTheLatestOneIsShown() {
    window->selection()->setMoment({0.08, -1, 0});
    QTRY_COMPARE(shown()->impact, late);
    window->selection()->setMoment({0.03, -1, 0});
    QTRY_COMPARE(shown()->impact, 1);
    QTRY_VERIFY(shown()->report);
    QCOMPARE(shown()->report->outcomes.size(), std::size_t{1});
    window->selection()->setMoment({0.01, -1, 0});
    QCOMPARE(shown(), run());
  }

  void arrowKeysStepThroughItsReflections() {
    auto* graph = window->findChild<OrderingGraphPanel*>();
    look(late);
    QCOMPARE(graph->picture().current, 0);
    QTest::keyClick(window.get(), Qt::Key_Right);
    QCOMPARE(window->selection()->moment(), (Moment{motion().impacts[late].time, late, 1}));
    QVERIFY(graph->picture().current > 0);
    QCOMPARE(graph->picture().id(graph->picture().current), graph->picture().path.nodes.at(1));
  }

  void anotherOutcomeForksTheRunThere() {
    const auto before = run()->trajectory;
    look(late);
    const int other = 1 - shown()->outcome;
    const ImpactReport report = *shown()->report;
    chooseOutcome(other);
    QTRY_VERIFY(run()->trajectory != before);
    const Trajectory& after = motion();
    QCOMPARE(after.impacts.size(), before->impacts.size());
    const Mechanism& mechanism = *run()->instance.mechanism;
    for (std::size_t i = 0; i < late; ++i)
      QCOMPARE(wholeImpact(mechanism, after, i).momenta, wholeImpact(mechanism, *before, i).momenta);
    for (const double t : {0.0, 0.02, 0.04, 0.0499})
      QCOMPARE(after.configuration(t), before->configuration(t));
    QVERIFY((after.configuration(0.11) - before->configuration(0.11)).norm() > 1e-3);
    QCOMPARE(after.impacts[late].word, report.outcomes[other].example);
    const WholeImpact whole = wholeImpactOf(*run(), late);
    QVERIFY(whole.problem.metric().norm(whole.momenta.rightCols<1>() - report.outcomes[other].momentum) <
            1e-12 * whole.problem.momentumNorm());
    QTRY_VERIFY(shown()->trajectory == run()->trajectory && shown()->outcome == other);
    QCOMPARE(window->selection()->moment().impact, late);
    QCOMPARE(window->document()->undoStack()->undoText(), QString("Choose an ordering of impact 3"));

    window->document()->undo();
    QTRY_VERIFY(run()->settings.later.empty());
    for (const double t : {0.04, 0.11, 0.3}) QCOMPARE(motion().configuration(t), before->configuration(t));
    QTRY_COMPARE(shown()->outcome, 1 - other);
    window->document()->redo();
    QTRY_COMPARE(run()->settings.later.size(), std::size_t{1});
  }

  void anEarlierChoiceForgetsLaterOnes() {
    Document* document = window->document();
    document->setLaterOrdering(last, {5, 4});
    document->setLaterOrdering(late, {3, 2});
    QCOMPARE(document->state().settings.later, (std::map<int, std::vector<int>>{{late, {3, 2}}}));
    document->setLaterOrdering(last, {5, 4});
    QCOMPARE(document->state().settings.later.size(), std::size_t{2});
    document->setOrdering(Word{1, 0, 1});
    QVERIFY(document->state().settings.later.empty());
  }

  /// A word that the impact does not have (any more) is followed while it pushes, then the rule goes on.
  void aChoiceThatDoesNotFitNeverPulls() {
    SnapshotRequest request;
    request.scene = run()->scene;
    request.settings.later[late] = {3, 3, 3, 0, 99};
    const auto answer = computeSnapshot(request);
    const ImpactEvent& event = answer->trajectory->impacts.at(late);
    QCOMPARE(event.word.front(), ContactIndex{1});
    QVERIFY(event.word.size() >= 2 && event.word[1] == 0);
    const Replay all = replay(wholeImpactOf(*answer, late).problem, event.word);
    QVERIFY((all.impulses.array() > 0).all());
  }

  void aSecondRunPartsAtTheImpactThatIsShown() {
    look(late);
    const Word other = shown()->report->outcomes.at(1 - shown()->outcome).example;
    window->document()->setComparisonOf(*shown(), other);
    QTRY_VERIFY(run()->comparison && run()->comparison->branch);
    QCOMPARE(run()->comparison->branch->impact, late);
    QTRY_VERIFY(shown()->impact == late && shown()->comparison);
    QCOMPARE(shown()->comparison->word, other);
    QTRY_VERIFY(!window->findChild<OrderingGraphPanel*>()->picture().compared.nodes.empty());
    const Trajectory& second = *run()->comparison->trajectory;
    QCOMPARE(second.configuration(0.04), motion().configuration(0.04));
    QVERIFY((second.configuration(0.11) - motion().configuration(0.11)).norm() > 1e-3);
    const SeriesView along =
        plotView(differencePlot, run(), false, Moment{motion().impacts[late].time, late, 0});
    QCOMPARE(along.notice(), QString());
    const Eigen::VectorXd difference = along.runs.front().values->of(*along.runs.front().quantities.front());
    QCOMPARE(difference[0], 0.0);
    QVERIFY(std::abs(difference[2] - xiOfABreak) < 1e-12);
    const SeriesView atTheStart = plotView(differencePlot, run(), false, Moment{0, 0, 0});
    QVERIFY(atTheStart.notice().contains("compared at impact 3"));
    look(last);
    QVERIFY(!shown()->comparison);
  }

  void theLawOfTheRunHoldsThere_data() {
    QTest::addColumn<bool>("whole");
    QTest::newRow("R") << true;
    QTest::newRow("e") << false;
  }
  void theLawOfTheRunHoldsThere() {
    QFETCH(bool, whole);
    ResolveOptions options;
    (whole ? options.restitution : options.reflectionRestitution) = 0.5;
    look(late);
    window->document()->setRestitution(options.restitution, options.reflectionRestitution);
    QTRY_VERIFY(run()->settings.restitution || run()->settings.reflectionRestitution);
    QTRY_VERIFY(shown()->trajectory == run()->trajectory && shown()->impact == late && shown()->report);
    QTRY_VERIFY(shown()->report != motion().impacts[late].alternatives);
    QCOMPARE(shown()->report->reflectionRestitution, options.reflectionRestitution);
    const ImpactReport alone = resolveImpact(wholeImpactOf(*run(), late).problem, options);
    const ImpactReport& report = *shown()->report;
    QCOMPARE(report.indeterminacy.xi, alone.indeterminacy.xi);
    QCOMPARE(report.outcomes.size(), alone.outcomes.size());
    QVERIFY(shown()->outcome >= 0);
    const Outcome& taken = report.outcomes[shown()->outcome];
    const WholeImpact impact = wholeImpactOf(*run(), late);
    QVERIFY(impact.problem.metric().norm(taken.momentum - impact.momenta.rightCols<1>()) <
            1e-8 * impact.problem.momentumNorm());
    showLog();
    const double loss = log()->findChild<ImpactLogModel*>()->energyTaken(late);
    QVERIFY(loss > 1e-3);
    QVERIFY(std::abs(loss - taken.energyLoss) < 1e-9 * loss);
  }

  void gapsAreSampledThere() {
    window->document()->setProbabilities(true);
    QTRY_VERIFY(run()->report->gaps);
    look(late);
    QTRY_VERIFY(shown()->edgeProbabilities);
    double sum = 0;
    for (const Outcome& outcome : shown()->report->outcomes) sum += outcome.probability->value;
    QVERIFY(std::abs(sum - 1) < 1e-12);
    QVERIFY(window->findChild<OrderingGraphPanel*>()->picture().probabilities);
  }

  void theViewShowsTheOtherOutcomeThere() {
    const ImpactEvent& event = motion().impacts[late];
    const auto arrows = [&](int reflection) {
      return makeFrame(*run(), {event.time, late, reflection}).comparison;
    };
    QVERIFY(arrows(1).isEmpty());
    QCOMPARE(arrows(2), QString("outcome 1: solid · outcome 2: dashed"));
  }

  void theLogHasOneRowAnImpact() {
    using Column = ImpactLogModel::Column;
    showLog();
    QCOMPARE(table()->model()->rowCount(), 4);
    QCOMPARE(cell(late, Column::Number), QString("3"));
    QCOMPARE(cell(late, Column::Time), QString("0.050000"));
    QCOMPARE(cell(late, Column::Contacts), QString("a1c1, b1c1"));
    QCOMPARE(cell(late, Column::Orderings), QString("2"));
    QCOMPARE(cell(late, Column::Outcomes), QString("2"));
    QCOMPARE(cell(late, Column::Xi), QString("0.2795"));
    QCOMPARE(cell(late, Column::Energy), QString("0"));
    QCOMPARE(cell(1, Column::Orderings), QString("1"));
    QCOMPARE(cell(1, Column::Xi), QString("0"));
    QCOMPARE(find<QLabel>("impactLogState")->text(), QString("4 impacts"));
    const auto* model = table()->model();
    for (int column = 0; column < model->columnCount(); ++column)
      QVERIFY(model->headerData(column, Qt::Horizontal, Qt::ToolTipRole).toString().endsWith('.'));
  }

  /// On a small screen the columns that matter least leave, and come back where there is room.
  void theLogIsNotScrolledSideways() {
    window->resize(1280, 720);
    window->workspaces()->go(1);
    QTableView* table = this->table();
    QTRY_VERIFY(!table->visibleRegion().isEmpty() && table->model()->rowCount() > 0);
    const auto columns = [table] {
      int shown = 0;
      for (int i = 0; i < table->model()->columnCount(); ++i) shown += !table->isColumnHidden(i);
      return shown;
    };
    QTRY_COMPARE(table->horizontalScrollBar()->maximum(), 0);
    QVERIFY(columns() < table->model()->columnCount());
    QVERIFY(!table->isColumnHidden(static_cast<int>(ImpactLogModel::Column::Contacts)));
    window->large()->toggle(log());
    QTRY_COMPARE(columns(), table->model()->columnCount());
    window->large()->goBack();
    QTRY_COMPARE(table->horizontalScrollBar()->maximum(), 0);
  }

  void aClickJumpsToTheImpact() {
    showLog();
    clickRow(last);
    QCOMPARE(window->selection()->moment(), (Moment{motion().impacts[last].time, last, 0}));
    QTRY_COMPARE(shown()->impact, last);
    // The other way round, the row follows the cursor, and up and down go along the log.
    window->selection()->setMoment({0.06, -1, 0});
    QCOMPARE(table()->currentIndex().row(), late);
    QCOMPARE(window->selection()->moment().impact, -1);
    table()->setFocus();
    QTest::keyClick(table(), Qt::Key_Up);
    QCOMPARE(window->selection()->moment().impact, 1);
  }

  void columnsSort() {
    showLog();
    const auto order = [this] {
      std::vector<int> rows;
      for (int i = 0; i < table()->model()->rowCount(); ++i)
        rows.push_back(table()->model()->index(i, 0).data().toString().toInt());
      return rows;
    };
    table()->sortByColumn(static_cast<int>(ImpactLogModel::Column::Time), Qt::DescendingOrder);
    QCOMPARE(order(), (std::vector{4, 3, 2, 1}));
    table()->sortByColumn(static_cast<int>(ImpactLogModel::Column::Xi), Qt::AscendingOrder);
    QCOMPARE(order().front(), 2);
    table()->sortByColumn(static_cast<int>(ImpactLogModel::Column::Contacts), Qt::AscendingOrder);
    QCOMPARE(order(), (std::vector{2, 1, 3, 4}));
    clickRow(0);
    QCOMPARE(window->selection()->moment().impact, 1);
  }

  void theTableIsCopiedAsCsv() {
    showLog();
    QTest::mouseClick(find<QToolButton>("copyImpactLog"), Qt::LeftButton);
    const QStringList lines = QGuiApplication::clipboard()->text().split('\n', Qt::SkipEmptyParts);
    QCOMPARE(lines.size(), 5);
    QCOMPARE(lines[0],
             QString("impact,time [s],contacts,reflections,orderings,outcomes,complete,xi_lower [1],"
                     "xi_upper [1],energy_taken [J],verdict"));
    const QStringList fields = lines[late + 1].split(',');
    QCOMPARE(fields.size(), 11);
    QCOMPARE(fields[0], QString("3"));
    QCOMPARE(fields[1].toDouble(), motion().impacts[late].time);
    QCOMPARE(fields[2], QString("a1c1 b1c1"));
    QCOMPARE(fields[4], QString("2"));
    QCOMPARE(fields[6], QString("true"));
    QCOMPARE(fields[7].toDouble(), resolveImpact(wholeImpactOf(*run(), late).problem).indeterminacy.xi);
    QCOMPARE(fields[9], QString("0"));
    QCOMPARE(fields[10], QString("order matters"));
    QVERIFY(window->findChild<ElidedLabel*>("message")->fullText().contains("4 rows"));
    clickRow(1);
    clickRow(2, Qt::ControlModifier);
    QTest::keyClick(table(), Qt::Key_C, Qt::ControlModifier);
    QCOMPARE(QGuiApplication::clipboard()->text().count('\n'), 3);
  }

  void aRunWithoutImpactsSaysSo() {
    open("double-pendulum");
    showLog();
    QVERIFY(!table()->isVisible());
    QVERIFY(find<QLabel>("noImpacts")->text().startsWith("This run has no impact until t ="));
    QVERIFY(!find<QToolButton>("copyImpactLog")->isEnabled());
    QCOMPARE(shown(), run());
  }

  void aHiddenLogReadsNothing() {
    find<QDockWidget>("impact-log")->hide();
    const auto* model = log()->findChild<ImpactLogModel*>();
    open("pen");
    QVERIFY(!model->snapshot());
    showLog();
    QCOMPARE(model->rowCount(), static_cast<int>(motion().impacts.size()));
    find<QDockWidget>("impact-log")->hide();
    openBreaks();
    QVERIFY(model->snapshot()->trajectory != window->snapshot()->trajectory);
    showLog();
    QCOMPARE(model->snapshot()->trajectory, window->snapshot()->trajectory);
  }

  /// Energies in the log add up to what the run's ledger says, and chatter claims no order.
  void lossesAndChatterAreTold() {
    using Column = ImpactLogModel::Column;
    open("bouncing-ball");
    showLog();
    const auto* model = log()->findChild<ImpactLogModel*>();
    double taken = motion().settledLoss;  // closings that were no impact have no row
    for (int i = 0; i < model->rowCount(); ++i) {
      taken += model->energyTaken(i);
      const bool plastic = motion().impacts[i].plastic;
      QCOMPARE(cell(i, Column::Orderings), QString(plastic ? "–" : "1"));
      QCOMPARE(cell(i, Column::Xi), QString(plastic ? "–" : "0"));
    }
    QVERIFY(taken > 0);
    QVERIFY(std::abs(taken - motion().flow(motion().end()).impact) < 1e-12 * taken);
    window->selection()->setMoment({motion().end(), -1, 0});
    QTRY_COMPARE(shown()->impact, model->rowCount() - 1);
  }

  void whatIsNotKnownIsNoNumber() {
    ImpactSearch search;
    QCOMPARE(xiText(search), QString("–"));
    search.searched = true;
    search.upper = INFINITY;
    QCOMPARE(xiText(search), QString("not decided"));
    search.lower = 0.125;
    QCOMPARE(xiText(search), QString("≥ 0.1250"));
    search.upper = 0.5;
    QCOMPARE(xiText(search), QString("0.1250 … 0.5000"));
    search.lower = search.upper;
    search.complete = true;
    QCOMPARE(xiText(search), QString("0.5000"));
    search.tolerance = 1e-6;
    QCOMPARE(xiText(search), QString("≈ 0.5000"));
  }

  void aCutSearchSaysWhatItKnows() {
    SnapshotRequest request;
    request.scene = Scene::open("rack-break");
    const auto answer = computeSnapshot(request);
    auto trajectory = std::make_shared<Trajectory>(*answer->trajectory);
    for (ImpactEvent& event : trajectory->impacts) {
      event.alternatives = nullptr;
      event.time += 0.01;
    }
    auto later = std::make_shared<Snapshot>(*answer);
    later->trajectory = trajectory;
    QVERIFY(!knownSearch(*later, 0));
    const auto cut = searchImpact(*later, 0, {.states = 5, .seconds = 10});
    QVERIFY(cut && cut->searched && !cut->complete);
    ImpactLogModel model;
    model.setSnapshot(later);
    QCOMPARE(model.unknownCount(), 1);
    const auto text = [&](ImpactLogModel::Column column) {
      return model.index(0, static_cast<int>(column)).data().toString();
    };
    QCOMPARE(text(ImpactLogModel::Column::Xi), QString("…"));
    model.take(later, {{0, *cut}});
    QCOMPARE(model.unknownCount(), 0);
    QCOMPARE(text(ImpactLogModel::Column::Orderings), QString("not counted"));
    QCOMPARE(text(ImpactLogModel::Column::Outcomes), QString("not known"));  // none was reached
    ImpactSearch more = *cut;
    more.outcomes = 3;
    more.states = 300;
    model.take(later, {{0, more}});
    QCOMPARE(text(ImpactLogModel::Column::Outcomes), QString("≥ 3"));
    model.take(later, {{0, *cut}});  // which knows less
    QCOMPARE(text(ImpactLogModel::Column::Outcomes), QString("≥ 3"));
    QVERIFY(model.sortKey(0, static_cast<int>(ImpactLogModel::Column::Orderings)).empty());
    model.take(later, {{0, *searchImpact(*later, 0)}});
    QCOMPARE(text(ImpactLogModel::Column::Outcomes), QString::number(answer->report->outcomes.size()));
    std::stop_source stop;
    stop.request_stop();
    QVERIFY(!searchImpact(*later, 0, {}, stop.get_token()));
  }

  void tenThousandImpactsStayFast() {
    const Trajectory& few = motion();
    auto many = std::make_shared<Trajectory>();
    many->metric = few.metric;
    many->flights.push_back(few.flights[0]);
    for (int i = 0; i < 10'000; ++i) {
      ImpactEvent event = few.impacts[static_cast<std::size_t>(i % 4)];
      event.time = 1e-3 * (i + 1);
      if (i % 2) event.alternatives = nullptr;
      many->impacts.push_back(std::move(event));
      many->flights.push_back(few.flights[1]);
    }
    many->flights.back().end = 11;
    auto snapshot = std::make_shared<Snapshot>(*run());
    snapshot->trajectory = many;
    showLog();
    QElapsedTimer clock;
    clock.start();
    log()->setSnapshot(snapshot);
    QCOMPARE(table()->model()->rowCount(), 10'000);
    for (int column = 0; column < table()->model()->columnCount(); ++column) {
      table()->sortByColumn(column, Qt::DescendingOrder);
      log()->grab();
    }
    ImpactSearches found;
    for (int i = 0; i < 10'000; ++i)
      if (!knownSearch(*snapshot, i)) found.emplace_back(i, ImpactSearch{});
    log()->takeSearches(snapshot, found);
    log()->grab();
    QVERIFY2(clock.elapsed() < 5000, qPrintable(QString::number(clock.elapsed())));
    qInfo("%lld ms", static_cast<long long>(clock.elapsed()));
  }
};

CAROM_DISPLAY_TEST(TestImpactLog);
#include "tst_impact_log.moc"
