// Runs by name: the list, what views and plots show of it, and what was tried.
#include <QClipboard>
#include <QLineEdit>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTableView>
#include <QToolButton>
#include <cmath>

#include "base/csv_text.h"
#include "base/restitution_words.h"
#include "common/elided_button.h"
#include "common/kept_runs.h"
#include "common/run_names.h"
#include "motion/series_figure.h"
#include "plot/plot_items.h"
#include "runs/runs_model.h"
#include "runs/runs_panel.h"
#include "support/plot_panels.h"
#include "support/recorded_edits.h"
#include "support/snapshot_factory.h"
#include "support/widget_test.h"
#include "viewport/picture/scene_frame.h"
#include "viewport/picture/trails.h"

using namespace carom;

namespace {

SnapshotPtr billiards(const char* theta) {
  return makeSnapshot("billiard-break", {{"theta", theta}});
}

/// An answer with runs that are kept beside it.
SnapshotPtr beside(const SnapshotPtr& answer, const std::vector<KeptRun>& kept) {
  auto with = std::make_shared<Snapshot>(*answer);
  with->kept = kept;
  return with;
}

std::vector<KeptRun> keptOf(const std::vector<SnapshotPtr>& answers) {
  DocumentState state;
  for (const SnapshotPtr& answer : answers) keepRun(state, *answer);
  return state.kept;
}

/// Edits that are done at once, and the panel that they are shown in.
class DoneEdits : public RecordedEdits {
 public:
  Selection selection;
  RunsPanel panel{&selection, this};
  SnapshotPtr answer;

  explicit DoneEdits(const SnapshotPtr& first) { show(first); }
  void show(const SnapshotPtr& next) {
    answer = next;
    current.scene = next->scene;
    current.assignments = next->assignments;
    current.settings = next->settings;
    panel.setSnapshot(beside(answer, current.kept));
  }
  void change(const QString& name, const DocumentState& after) override {
    RecordedEdits::change(name, after);
    const bool isOther = after.assignments != current.assignments;
    current = after;
    if (isOther) answer = makeSnapshot("billiard-break", after.assignments);
    panel.setSnapshot(beside(answer, current.kept));
  }
  QTableView* table() { return panel.findChild<QTableView*>(); }
  QString cell(int row, int column) { return panel.model()->index(row, column).data().toString(); }
  void click(const char* button) { panel.findChild<QToolButton*>(button)->click(); }
  void edit(int row, const QVariant& value, int role) {
    table()->model()->setData(table()->model()->index(row, RunsModel::Name), value, role);
    QCoreApplication::processEvents();
  }
};

}  // namespace

class TestRunsPanel : public QObject {
  Q_OBJECT
 private slots:
  void runsStandSideBySide() {
    DoneEdits edits(billiards("90deg"));
    edits.click("keepRun");
    edits.show(billiards("120deg"));
    edits.click("keepRun");
    edits.show(billiards("150deg"));
    QCOMPARE(edits.panel.model()->rowCount(), 3);
    QCOMPARE(edits.cell(0, RunsModel::Name), QString("this run"));
    QCOMPARE(edits.cell(1, RunsModel::Name), QString("run 1"));
    QCOMPARE(edits.cell(2, RunsModel::Xi), QString("0.5590"));
    QCOMPARE(edits.cell(1, RunsModel::Outcomes), QString("1"));
    QCOMPARE(edits.cell(2, RunsModel::Outcomes), QString("2"));
    QCOMPARE(edits.cell(0, RunsModel::Parameters), QStringLiteral("150.00°"));
    QCOMPARE(edits.cell(1, RunsModel::Parameters), QStringLiteral("90.000°"));
    const auto font = edits.panel.model()->index(1, RunsModel::Parameters).data(Qt::FontRole).value<QFont>();
    QVERIFY(font.bold());  // it differs
    const auto same = edits.panel.model()->index(1, RunsModel::Parameters + 1).data(Qt::FontRole);
    QVERIFY(!same.value<QFont>().bold());
  }

  void whatIsTheSameInAllRunsLeavesANarrowTable() {
    DoneEdits edits(billiards("90deg"));
    edits.click("keepRun");
    edits.show(billiards("120deg"));
    edits.panel.resize(420, 200);
    edits.panel.show();
    QVERIFY(QTest::qWaitForWindowExposed(&edits.panel));
    const QTableView* table = edits.table();
    QTRY_VERIFY(table->isColumnHidden(RunsModel::Parameters + 1));
    QTRY_COMPARE(table->horizontalScrollBar()->maximum(), 0);
    for (const int differs :
         {int(RunsModel::Name), int(RunsModel::Xi), int(RunsModel::Outcomes), int(RunsModel::Parameters)})
      QVERIFY2(!table->isColumnHidden(differs), qPrintable(QString::number(differs)));
    edits.panel.resize(1600, 200);
    for (int column = 0; column < table->model()->columnCount(); ++column)
      QTRY_VERIFY(!table->isColumnHidden(column));
  }

  /// Runs of one design that lose energy differently are told apart.
  void runsDifferInTheirRestitution() {
    DoneEdits edits(billiards("90deg"));
    edits.click("keepRun");
    SnapshotRequest request = requestLike(*edits.answer);
    request.settings.restitution = 0.5;
    edits.show(answerTo(std::move(request)));
    edits.click("keepRun");
    request = requestLike(*edits.answer);
    request.settings.restitution.reset();
    request.settings.reflectionRestitution = 0.25;
    edits.show(answerTo(std::move(request)));
    const QStringList expected{"e = 0.25", "elastic", "R = 0.5"};
    for (int row = 0; row < 3; ++row) {
      QString text = edits.cell(row, RunsModel::Restitution);
      QVERIFY2(text.startsWith(expected[row]), qPrintable(text));
      const auto font =
          edits.panel.model()->index(row, RunsModel::Restitution).data(Qt::FontRole).value<QFont>();
      QCOMPARE(font.bold(), row > 0);
    }
    const SnapshotPtr bounce = makeSnapshot("bouncing-ball");
    QCOMPARE(contactsRestitutionText(*bounce->instance.mechanism), QString("of the contacts"));
  }

  /// The names that tell the runs apart stay in sight while a narrow table is scrolled to its last column.
  void namesStayInSight() {
    DoneEdits edits(billiards("90deg"));
    edits.click("keepRun");
    edits.show(billiards("120deg"));
    edits.panel.resize(240, 260);
    edits.panel.show();
    auto* names = edits.panel.findChild<QTableView*>("frozenColumn");
    QVERIFY(names && !names->isVisible());
    QScrollBar* bar = edits.table()->horizontalScrollBar();
    QTRY_VERIFY(bar->maximum() > 0);
    bar->setValue(bar->maximum());
    QTRY_VERIFY(names->isVisible());
    const QModelIndex second = names->model()->index(1, RunsModel::Name);
    QCOMPARE(second.data().toString(), QString("run 1"));
    const QRect place = names->visualRect(second);
    QVERIFY(names->viewport()->rect().contains(place.center()));
    QCOMPARE(names->viewport()->mapTo(&edits.panel, place.center()).y(),
             edits.table()->viewport()->mapTo(&edits.panel, edits.table()->visualRect(second).center()).y());
    for (int column = 1; column < names->model()->columnCount(); ++column)
      QVERIFY(names->isColumnHidden(column));
    QTest::mouseClick(names->viewport(), Qt::LeftButton, {}, place.center());
    QCOMPARE(edits.table()->currentIndex().row(), 1);
    edits.click("keepRun");  // new rows
    QTRY_VERIFY(names->isColumnHidden(1));
    bar->setValue(0);
    QTRY_VERIFY(!names->isVisible());
  }

  /// All buttons say their words whole, where the panel is as narrow as in a small window.
  void buttonsHaveRoomInANarrowPanel() {
    DoneEdits edits(billiards("90deg"));
    edits.panel.resize(300, 260);
    edits.panel.show();
    for (const char* name : {"keepRun", "goToRun", "removeRun", "showTried"}) {
      const auto* button = dynamic_cast<const ElidedButton*>(edits.panel.findChild<QToolButton*>(name));
      QTRY_VERIFY2(button->cutText().isEmpty(), name);
    }
  }

  void identicalRunsAreCalledIdentical() {
    DoneEdits edits(billiards("90deg"));
    edits.click("keepRun");
    QCOMPARE(edits.cell(1, RunsModel::Name), QString("run 1, identical to this run"));
    edits.show(billiards("120deg"));
    QCOMPARE(edits.cell(1, RunsModel::Name), QString("run 1"));
    edits.show(makeSnapshot("billiard-break"));  // 90° again, computed anew
    edits.click("keepRun");
    edits.show(billiards("120deg"));
    QCOMPARE(edits.cell(2, RunsModel::Name), QString("run 2, identical to run 1"));
  }

  /// Ctrl+K keeps the run and opens its name, which the next letters replace.
  void aRunIsKeptAndNamed() {
    // The column in sight shares the delegate, and not the fields that it opens.
    QTest::failOnWarning(QRegularExpression("editor that does not belong to this view"));
    DoneEdits edits(billiards("90deg"));
    tests::showActive(&edits.panel);
    QSignalSpy begun(&edits.panel, &RunsPanel::namingBegun), ended(&edits.panel, &RunsPanel::namingEnded);
    edits.panel.keepAndName();
    QCOMPARE(begun.count(), 1);
    auto* field = edits.table()->findChild<QLineEdit*>();
    QVERIFY(field);
    QCOMPARE(field->selectedText(), QString("run 1"));
    const QImage picture(45, 30, QImage::Format_RGB32);
    edits.panel.setPicture(edits.current.kept[0].answer, picture);
    QCOMPARE(field->selectedText(), QString("run 1"));
    QTest::keyClicks(field, "str");
    edits.panel.setPicture(edits.current.kept[0].answer, picture);
    QTest::keyClicks(field, "aight");
    QTest::keyClick(field, Qt::Key_Return);
    QTRY_COMPARE(edits.cell(1, RunsModel::Name), QString("straight, identical to this run"));
    QTRY_COMPARE(ended.count(), 1);
  }

  /// A typed name leaves the keyboard in the table, on the row that has it.
  void theKeyboardStaysOnTheRenamedRow() {
    DoneEdits edits(billiards("90deg"));
    edits.click("keepRun");
    edits.show(billiards("120deg"));
    edits.click("keepRun");
    tests::showActive(&edits.panel);
    edits.table()->setFocus();
    edits.table()->selectRow(2);
    QTest::keyClick(edits.table(), Qt::Key_F2);
    auto* field = edits.table()->findChild<QLineEdit*>();
    QVERIFY(field && field->hasFocus());
    field->selectAll();
    QTest::keyClicks(field, "wide");
    QTest::keyClick(field, Qt::Key_Return);
    QTRY_COMPARE(edits.current.kept[1].name, std::string("wide"));
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    QCOMPARE(QApplication::focusWidget(), edits.table());
    QCOMPARE(edits.table()->currentIndex().row(), 2);
    QTest::keyClick(edits.table(), Qt::Key_F2);
    edits.show(billiards("130deg"));  // an answer comes while a name is typed
    QCOMPARE(QApplication::focusWidget(), edits.table());
  }

  void namesAreUniqueAndNotEmpty() {
    DoneEdits edits(billiards("90deg"));
    edits.click("keepRun");
    edits.show(billiards("120deg"));
    edits.click("keepRun");
    QSignalSpy told(&edits.panel, &RunsPanel::told);
    edits.edit(1, "  right   angle ", Qt::EditRole);
    QCOMPARE(edits.current.kept[0].name, std::string("right angle"));
    for (const char* refused : {"right angle", "", "  "}) {
      const auto before = edits.changes.size();
      edits.edit(2, refused, Qt::EditRole);
      QCOMPARE(edits.changes.size(), before);
      QCOMPARE(edits.current.kept[1].name, std::string("run 2"));
    }
    QCOMPARE(told.count(), 3);
  }

  void eightAreShownAtMost() {
    DoneEdits edits(billiards("90deg"));
    for (int i = 0; i < 10; ++i) {
      edits.show(billiards(qPrintable(QString("%1deg").arg(91 + i))));
      edits.click("keepRun");
    }
    QCOMPARE(edits.current.kept.size(), std::size_t{10});
    QCOMPARE(shownKeptRuns(*beside(edits.answer, edits.current.kept)).size(), std::size_t{8});
    QSet<QString> colors;
    for (const ShownRun& run : shownKeptRuns(*beside(edits.answer, edits.current.kept)))
      colors += run.color.name();
    QCOMPARE(colors.size(), 8);
    QSignalSpy told(&edits.panel, &RunsPanel::told);
    edits.edit(9, Qt::Checked, Qt::CheckStateRole);
    QVERIFY(!edits.current.kept[8].isShown);
    QCOMPARE(told.count(), 1);
    edits.edit(1, Qt::Unchecked, Qt::CheckStateRole);
    edits.edit(9, Qt::Checked, Qt::CheckStateRole);
    QVERIFY(edits.current.kept[8].isShown && !edits.current.kept[0].isShown);
  }

  void theKeysRemoveAndGoBack() {
    DoneEdits edits(billiards("90deg"));
    edits.click("keepRun");
    edits.show(billiards("120deg"));
    edits.panel.show();
    QVERIFY(QTest::qWaitForWindowExposed(&edits.panel));
    edits.table()->setFocus();
    edits.table()->selectRow(1);
    QTest::keyClick(edits.table(), Qt::Key_Return);
    QCOMPARE(edits.current.assignments.at("theta"), std::string("90deg"));
    QCOMPARE(edits.current.kept.size(), std::size_t{1});
    edits.table()->selectRow(0);
    edits.click("removeRun");  // this run is not kept
    QCOMPARE(edits.current.kept.size(), std::size_t{1});
    edits.table()->selectRow(1);
    edits.click("removeRun");
    QVERIFY(edits.current.kept.empty());
  }

  void whatWasTriedIsListedOnce() {
    DoneEdits edits(billiards("90deg"));
    for (const char* theta : {"100deg", "110deg", "100deg"}) edits.show(billiards(theta));
    QCOMPARE(edits.panel.model()->rowCount(), 1);
    edits.click("showTried");
    QCOMPARE(edits.panel.model()->rowCount(), 4);
    QCOMPARE(edits.cell(1, RunsModel::Parameters), QStringLiteral("100.00°"));
    QCOMPARE(edits.cell(2, RunsModel::Parameters), QStringLiteral("110.00°"));
    QCOMPARE(edits.cell(1, RunsModel::Name), QString("tried 2"));
    edits.table()->selectRow(3);
    edits.click("goToRun");
    QCOMPARE(edits.current.assignments.at("theta"), std::string("90deg"));
    edits.show(makeSnapshot("newtons-cradle"));  // another scene has its own
    QCOMPARE(edits.panel.model()->rowCount(), 2);
  }

  void theTableIsCopied() {
    DoneEdits edits(billiards("120deg"));
    edits.click("keepRun");
    edits.edit(1, "a, b", Qt::EditRole);
    edits.click("copyRuns");
    const QStringList lines = QGuiApplication::clipboard()->text().split('\n');
    QVERIFY(lines[0].startsWith("run,xi lower,xi upper,outcomes,impacts,ordering,restitution,theta"));
    const QStringList fields = csvFields(lines[2]);
    QCOMPARE(fields[0], QString("a, b"));
    QVERIFY(std::abs(fields[1].toDouble() - std::sqrt(5) / 4) < 1e-12);
    QVERIFY(std::abs(fields[7].toDouble() - 2 * M_PI / 3) < 1e-12);
  }

  void theViewHasGhostsInTheColoursOfRuns() {
    const SnapshotPtr here = billiards("90deg"), there = billiards("120deg");
    const auto kept = keptOf({there, here});
    const double time = 0.02;
    const SceneFrame frame = makeFrame(*beside(here, kept), {time, -1, 0});
    QCOMPARE(frame.runs.size(), std::size_t{2});
    QCOMPARE(frame.runs[1].name, QString("run 2 (identical)"));
    QCOMPARE(frame.ghosts.size(), std::size_t{3});  // a, b, c of run 1
    const Eigen::VectorXd q = there->trajectory->configuration(time);
    for (const SceneFrame::Ball& ghost : frame.ghosts) {
      QCOMPARE(ghost.color, runColor(kept[0]));
      bool isThere = false;
      for (int body = 0; body < 3; ++body)
        isThere |= (there->instance.mechanism->position(body, q) - ghost.centre).norm() < 1e-12;
      QVERIFY(isThere);
    }
    const auto trails = Trails(*beside(here, kept)).until(time);
    QCOMPARE(trails.size(), std::size_t{9});
    QCOMPARE(trails[0].color, runColor(kept[0]));
    auto hidden = kept;
    hidden[0].isShown = hidden[1].isShown = false;
    QVERIFY(makeFrame(*beside(here, hidden), {time, -1, 0}).ghosts.empty());
  }

  void energiesOfKeptRunsAreLinesOverTime() {
    const SnapshotPtr here = makeSnapshot("bouncing-ball"),
                      there = makeSnapshot("bouncing-ball", {{"e", "0.2"}});
    Selection selection;
    EnergyPanel panel(&selection);
    panel.setAlongTime(true);
    panel.setSnapshot(beside(here, keptOf({there})));
    panel.resize(500, 300);
    panel.show();
    QVERIFY(QTest::qWaitForWindowExposed(&panel));
    panel.plot()->replot();
    const QCPGraph* line = nullptr;
    for (int i = 0; i < panel.plot()->graphCount(); ++i)
      if (panel.plot()->graph(i)->name() == "run 1") line = panel.plot()->graph(i);
    QVERIFY(line);
    // Both count gravity from the lowest place of the run in force.
    const Mechanism& mechanism = *there->instance.mechanism;
    const auto gravityAt = [&](const Snapshot& of, double time) {
      return mechanism.potentialEnergy(of.trajectory->configuration(time));
    };
    double lowest = gravityAt(*here, 0);
    const MotionSamples motion = sampleMotion(mechanism, *here->trajectory);
    for (Eigen::Index i = 0; i < motion.time.size(); ++i)
      lowest = std::min(lowest, mechanism.potentialEnergy(motion.q.col(i)));
    const double end = there->trajectory->end();
    const Eigen::VectorXd q = there->trajectory->configuration(end), v = there->trajectory->velocity(end);
    const double last = 0.5 * v.dot(mechanism.massMatrix(q) * v) + gravityAt(*there, end) - lowest;
    QVERIFY(std::abs(line->data()->at(line->dataCount() - 1)->value - last) < 1e-12);
    QVERIFY(panel.plot()->header()->words().contains("run 1"));
    panel.setSnapshot(here);
    panel.plot()->replot();
    QVERIFY(!panel.plot()->header()->words().contains("run 1"));
  }

  void tablesNameTheRuns_data() {
    QTest::addColumn<QString>("of");
    for (const char* of : {"energy", "momentum", "plot"}) QTest::newRow(of) << of;
  }
  void tablesNameTheRuns() {
    QFETCH(QString, of);
    const SnapshotPtr here = makeSnapshot("newtons-cradle", {{"n", "2"}}),
                      there = makeSnapshot("newtons-cradle", {{"n", "3"}});
    const auto csv = [&](const SnapshotPtr& shown) {
      if (of == "energy") return EnergyFigure(shown, true).csv();
      if (of == "momentum") return MomentumFigure(shown, true).csv();
      return SeriesFigure(seriesView(shown, {"q ball0.x", "E total"}, "time")).csv();
    };
    QVERIFY(csv(here).startsWith("time [s]"));
    const QStringList lines = csv(beside(here, keptOf({there}))).split('\n', Qt::SkipEmptyParts);
    QVERIFY(lines[0].startsWith("run,time [s]"));
    const int columns = static_cast<int>(csvFields(lines[0]).size());
    QSet<QString> runs;
    for (const QString& line : lines.mid(1)) {
      QCOMPARE(csvFields(line).size(), columns);
      runs += csvFields(line)[0];
    }
    QCOMPARE(runs, (QSet<QString>{"this run", "run 1"}));
    if (of == "energy") QVERIFY(lines[0].contains("kinetic_2 [J]") && lines[1].endsWith(','));
  }

  void coloursTellKeptRunsApartInThePlot() {
    const SnapshotPtr here = billiards("90deg");
    const auto kept = keptOf({billiards("120deg"), billiards("100deg")});
    const SeriesView view = seriesView(beside(here, kept), {"q a.x", "q b.y"}, "time");
    QCOMPARE(view.runs.size(), std::size_t{3});
    StyledPlot plot{PlotStyle()};
    drawSeries(plot, view);
    QCOMPARE(plot.graphCount(), 6);
    QCOMPARE(plot.graph(2)->pen().color(), runColor(kept[0]));
    QCOMPARE(plot.graph(4)->pen().color(), runColor(kept[1]));
    QVERIFY(plot.graph(2)->pen().style() != plot.graph(3)->pen().style());
    QCOMPARE(plot.graph(2)->pen().style(), plot.graph(4)->pen().style());
  }
};

CAROM_OFFSCREEN_TEST(TestRunsPanel);
#include "tst_runs_panel.moc"
