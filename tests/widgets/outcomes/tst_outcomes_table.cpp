// The outcomes' table: sorted, searched, filtered, scrolled, chosen from.
#include <QAbstractItemModelTester>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QScrollArea>
#include <QScrollBar>

#include "common/selection.h"
#include "outcomes/coxeter_diagram.h"
#include "outcomes/outcomes_model.h"
#include "outcomes/outcomes_panel.h"
#include "support/recorded_edits.h"
#include "support/snapshot_factory.h"
#include "support/widget_test.h"
#include "table/table_view.h"

using namespace carom;
using Column = OutcomesModel::Column;

namespace {

/// 28 orderings, 9 outcomes, of which minimal orderings reach 5.
SnapshotPtr lineAndWall() {
  static const SnapshotPtr snapshot = makeSnapshot("line-and-wall", {{"n", "3"}, {"first", "2"}});
  return snapshot;
}

}  // namespace

class TestOutcomesTable : public QObject {
  Q_OBJECT

  std::unique_ptr<Selection> selection;
  std::unique_ptr<RecordedEdits> edits;
  std::unique_ptr<OutcomesPanel> panel;
  TableView* table = nullptr;
  OutcomesModel* model = nullptr;

  int column(Column kind) const { return model->columnOf(kind); }
  std::vector<int> rows() const { return table->shownRows(); }
  void clickHeader(int section) {
    QHeaderView* header = table->horizontalHeader();
    table->horizontalScrollBar()->setValue(header->sectionPosition(section));
    const int x = header->sectionViewportPosition(section) + header->sectionSize(section) / 2;
    QTest::mouseClick(header->viewport(), Qt::LeftButton, {}, {x, header->height() / 2});
  }

 private slots:
  /// In a low panel the words of the certificate are scrolled, and the diagram beside them stays whole.
  void theDiagramIsNoHigherThanWhatIsSeen() {
    panel->resize(260, 200);
    const auto* scroll = panel->findChild<QScrollArea*>();
    const auto* diagram = panel->findChild<CoxeterDiagram*>();
    QTRY_VERIFY(scroll->widget()->height() > scroll->viewport()->height());
    QTRY_VERIFY(diagram->mapTo(scroll->viewport(), diagram->rect().bottomLeft()).y() <
                scroll->viewport()->height());
  }

  /// The widths of columns are those of a thousand cells, also where each of 500 bodies has a column.
  void widthsAreMeasuredInAFewCells() {
    panel->setSnapshot(makeSnapshot("newtons-cradle", {{"n", "150"}}));
    QVERIFY(model->columnCount() > 150);
    QVERIFY(table->horizontalHeader()->resizeContentsPrecision() * model->columnCount() <= 1500);
    panel->setSnapshot(lineAndWall());
    QVERIFY(table->horizontalHeader()->resizeContentsPrecision() > 100);
  }

  /// Cells with as many figures share their width, which is that of each of them.
  void everyCellHasTheRoomOfItsText() {
    panel->setSnapshot(lineAndWall());
    const QAbstractItemDelegate* delegate = table->itemDelegate();
    const QStyledItemDelegate plain;
    QStyleOptionViewItem option;
    option.initFrom(table);
    int numbers = 0;
    for (int row = 0; row < model->rowCount(); ++row)
      for (int column = 0; column < model->columnCount(); ++column) {
        const QModelIndex at = model->index(row, column);
        const int spare = delegate->sizeHint(option, at).width() - plain.sizeHint(option, at).width();
        const bool isMarked = at.data(ColumnTable::MarkRole).isValid();  // the disc has room of its own
        QVERIFY2(spare >= 0 && (isMarked || spare <= 14), qPrintable(at.data().toString()));
        numbers += at.data(Qt::FontRole).isValid();
      }
    QVERIFY2(numbers > 9, qPrintable(QString::number(numbers)));
  }

  void init() {
    selection = std::make_unique<Selection>();
    edits = std::make_unique<RecordedEdits>();
    panel = std::make_unique<OutcomesPanel>(selection.get(), edits.get());
    panel->setAllColumns(true);
    panel->setSnapshot(lineAndWall());
    panel->resize(470, 320);
    panel->show();
    QVERIFY(QTest::qWaitForWindowExposed(panel.get()));
    table = panel->findChild<TableView*>();
    model = panel->findChild<OutcomesModel*>();
  }

  void headerSortsByWhatTheColumnSays_data() {
    QTest::addColumn<int>("kind");
    QTest::newRow("orderings") << static_cast<int>(Column::Orderings);
    QTest::newRow("energy") << static_cast<int>(Column::EnergyError);
    QTest::newRow("distance") << static_cast<int>(Column::Distance);
    QTest::newRow("length") << static_cast<int>(Column::Length);
    QTest::newRow("minimal") << static_cast<int>(Column::Minimal);
  }
  void headerSortsByWhatTheColumnSays() {
    QFETCH(int, kind);
    const int at = column(static_cast<Column>(kind));
    std::vector<int> all = rows();
    clickHeader(at);
    const std::vector<int> rising = rows();
    for (std::size_t i = 1; i < rising.size(); ++i)
      QVERIFY(model->sortKey(rising[i - 1], at) <= model->sortKey(rising[i], at));
    clickHeader(at);
    const std::vector<int> falling = rows();
    for (std::size_t i = 1; i < falling.size(); ++i)
      QVERIFY(model->sortKey(falling[i - 1], at) >= model->sortKey(falling[i], at));
    clickHeader(at);  // a third click: the order of discovery
    QCOMPARE(rows(), all);
  }

  void distanceIsMeasuredFromTheArrivingMomentum() {
    const auto& report = *lineAndWall()->report;
    const int at = column(Column::Distance);
    clickHeader(at);
    QCOMPARE(rows().front(), report.choice.nearest);
  }

  void contactsAreFound_data() {
    QTest::addColumn<QString>("text");
    QTest::newRow("all") << "";
    QTest::newRow("beginning") << "ball1-ball2 ball1-wall";
    QTest::newRow("unfinished") << "ball1-ball2 ball2";
    QTest::newRow("short names") << "2-3 1-2";
    QTest::newRow("nowhere") << "ball1-wall ball1-wall";
  }
  void contactsAreFound() {
    QFETCH(QString, text);
    auto* field = panel->findChild<QLineEdit*>("searchContacts");
    QVERIFY(field->isVisible());
    QTest::keyClicks(field, text);
    const auto& report = *lineAndWall()->report;
    std::vector<int> expected;
    QString wanted = text;
    if (text == "2-3 1-2") wanted = "ball2-ball3 ball1-ball2";
    for (int row = 0; row < model->rowCount(); ++row) {
      QStringList names;
      for (const ContactIndex contact : report.outcomes[row].example)
        names += QString::fromStdString(report.problem.labels()[contact].name);
      if ((' ' + names.join(' ')).contains(' ' + wanted) || wanted.isEmpty()) expected.push_back(row);
    }
    QCOMPARE(rows(), expected);
  }

  void minimalOnlyLeavesWhatMinimalOrderingsReach() {
    selection->setMinimalOnly(true);
    const auto& outcomes = lineAndWall()->report->outcomes;
    for (const int row : rows()) QVERIFY(*outcomes[row].reachedMinimally);
    QCOMPARE(rows().size(), std::size_t(5));
    QVERIFY(panel->findChild<QLabel*>("found")->text().contains("5 of 9"));
    selection->setMinimalOnly(false);
    QCOMPARE(rows().size(), outcomes.size());
    QCOMPARE(edits->changes.size(), 0);  // filtering is no edit
  }

  void undecidedOutcomesStayAndSaySo() {
    auto open = std::make_shared<Snapshot>(*lineAndWall());
    auto report = std::make_shared<ImpactReport>(*open->report);
    report->outcomes[7].reachedMinimally = std::nullopt;
    open->report = report;
    panel->setSnapshot(open);
    selection->setMinimalOnly(true);
    QCOMPARE(rows().size(), std::size_t(6));
    QVERIFY(panel->findChild<QLabel*>("found")->text().contains("1 not decided"));
    QCOMPARE(model->index(7, column(Column::Minimal)).data().toString(), QStringLiteral("not decided"));
  }

  void everyColumnIsReachedByScrolling() {
    QScrollBar* bar = table->horizontalScrollBar();
    QVERIFY(bar->isVisible() && bar->maximum() > 0);
    bar->setValue(bar->maximum());
    const QRect last = table->visualRect(table->model()->index(0, model->columnCount() - 1));
    QVERIFY(last.right() <= table->viewport()->width());
    QVERIFY(last.left() >= 0);
  }

  void aRowIsChosenWhereverItIsSorted() {
    clickHeader(column(Column::Length));
    clickHeader(column(Column::Length));
    const int row = rows().front();
    table->horizontalScrollBar()->setValue(0);
    QTest::mouseClick(table->viewport(), Qt::LeftButton, {},
                      table->visualRect(table->model()->index(0, 1)).center());
    QCOMPARE(edits->changes.size(), 1);
    QCOMPARE(*edits->changes[0].after.ordering, lineAndWall()->report->outcomes[row].example);
    QCOMPARE(lineAndWall()->report->outcomes[row].example.size(), std::size_t(9));
  }
};

CAROM_DISPLAY_TEST(TestOutcomesTable);
#include "tst_outcomes_table.moc"
