// Tables of columns: sorting, filtering, copying and choosing, the same for all of them.
#include <QAbstractItemModelTester>
#include <QClipboard>
#include <QGuiApplication>
#include <QMenu>
#include <QScrollBar>
#include <QSignalSpy>

#include "support/widget_test.h"
#include "table/table_view.h"

using namespace carom;

namespace {

/// Names with a number that may be unknown.
class NamedNumbers : public ColumnTable {
 public:
  struct Row {
    QString name;
    std::optional<double> number;
    bool isOn = false;
  };
  std::vector<Row> rows;
  QString title = "name";

  void show(std::vector<Row> shown) {
    rows = std::move(shown);
    setRows(static_cast<int>(rows.size()), columns());
  }
  void change(int row, double number) {
    rows[static_cast<std::size_t>(row)].number = number;
    renewRows(columns());
  }

 private:
  const Row& at(int row) const { return rows[static_cast<std::size_t>(row)]; }
  std::vector<TableColumn> columns() {
    TableColumn name{.title = title, .text = [this](int row) { return at(row).name; }};
    name.csv = {{"name", [this](int row) { return at(row).name; }}};
    name.check = [this](int row) { return QVariant(at(row).isOn ? Qt::Checked : Qt::Unchecked); };
    name.tick = [this](int row, bool isOn) { rows[static_cast<std::size_t>(row)].isOn = isOn; };
    name.typed = [this](int row) { return at(row).number ? QVariant(at(row).name) : QVariant(); };
    name.enter = [this](int row, const QVariant& text) {
      rows[static_cast<std::size_t>(row)].name = text.toString();
    };
    TableColumn number{.title = "number",
                       .text =
                           [this](int row) {
                             return at(row).number ? QString::number(*at(row).number, 'f', 1) : QString("–");
                           },
                       .reads = TableColumn::Reads::Figures};
    number.key = [this](int row) { return at(row).number ? SortKey{*at(row).number} : SortKey(); };
    number.csv = {{"number [1]", [this](int row) {
                     return at(row).number ? QString::number(*at(row).number, 'g', 17) : QString();
                   }}};
    return {name, number};
  }
};

struct TableStand {
  QWidget window;
  NamedNumbers rows;
  TableView table{&rows, {"numbers", "Numbers"}, &window};

  TableStand() {
    rows.show({{"d", 2.25}, {"b", {}}, {"a", 0.125}, {"c", 2.25}, {"e", {}}});
    table.setSelectionMode(QAbstractItemView::ExtendedSelection);
    table.resize(300, 200);
    tests::showActive(&window);
    table.setFocus();
  }
  QString names() const {
    QString all;
    for (const int row : table.shownRows()) all += rows.rows[static_cast<std::size_t>(row)].name;
    return all;
  }
  void click(int row, Qt::KeyboardModifiers keys = {}) {
    QTest::mouseClick(table.viewport(), Qt::LeftButton, keys,
                      table.visualRect(table.indexOf(row, 1)).center());
  }
};

}  // namespace

class TestColumnTable : public QObject {
  Q_OBJECT
 private slots:
  void itIsAProperModel() {
    NamedNumbers rows;
    QAbstractItemModelTester tester(&rows, QAbstractItemModelTester::FailureReportingMode::QtTest);
    rows.show({{"a", 1}, {"b", {}}});
    rows.change(1, 2);
    rows.show({});
    QCOMPARE(rows.rowCount(), 0);
    QCOMPARE(rows.columnCount(), 2);
  }

  /// Letters have widths of fractions of a pixel.
  void headsAreReadWhole() {
    TableStand stand;
    for (const char* head :
         {"orderings", "outcomes", "reflections", "contacts", "verdict", "word", "likelihood", "residual (σ)",
          "ΔE (J)", "Restitution", "Impacts", "in the scene", "multiplier"}) {
      stand.rows.title = head;
      stand.rows.show({{"d", 2.25}});
      const QHeaderView* header = stand.table.horizontalHeader();
      const int room = header->sectionSize(0) - 12;  // without the margins of the words
      QCOMPARE(header->fontMetrics().elidedText(head, Qt::ElideRight, room), QString(head));
    }
  }

  /// Its texts are read whole where there is room; a person's width stays.
  void aColumnThatGivesWayTakesTheRoomThatIsLeft() {
    TableStand stand;
    stand.rows.show({{"the names of contacts that close at once", 2.25}, {"b", {}}});
    stand.table.setGivingColumn(0, 60);
    const auto width = [&](int ofView) {
      stand.table.resize(ofView, 200);
      return stand.table.columnWidth(0);
    };
    QCOMPARE(width(90), 60);
    const int whole = width(700);
    QVERIFY2(whole > 200 && whole < 400, qPrintable(QString::number(whole)));
    QVERIFY(width(250) > 60 && width(250) < whole);
    QTRY_COMPARE(stand.table.horizontalScrollBar()->maximum(), 0);
    stand.table.setColumnWidth(0, 90);
    QCOMPARE(width(700), 90);
  }

  /// What is unknown comes last in both directions, and equal rows keep their order.
  void unknownNumbersComeLast() {
    TableStand stand;
    stand.table.sortByColumn(1, Qt::AscendingOrder);
    QCOMPARE(stand.names(), QString("adcbe"));
    stand.table.sortByColumn(1, Qt::DescendingOrder);
    QCOMPARE(stand.names(), QString("dcabe"));
    stand.table.sortByColumn(0, Qt::DescendingOrder);
    QCOMPARE(stand.names(), QString("edcba"));
    stand.table.sortByColumn(-1, Qt::AscendingOrder);
    QCOMPARE(stand.names(), QString("dbace"));
  }

  void csvHasAllDigitsOfWhatIsShown() {
    TableStand stand;
    stand.table.sortByColumn(1, Qt::AscendingOrder);
    stand.table.setFilter([](int row) { return row != 3; });
    QCOMPARE(stand.table.csv(),
             (QStringList{"name,number [1]", "a,0.125", "d,2.25", "b,", "e,", ""}.join('\n')));
  }

  /// One marked row is where one looks; several are what one wants to copy.
  void markedRowsAreCopied() {
    TableStand stand;
    QSignalSpy told(&stand.table, &TableView::told);
    stand.click(2);
    QTest::keyClick(&stand.table, Qt::Key_C, Qt::ControlModifier);
    QCOMPARE(QGuiApplication::clipboard()->text().count('\n'), 6);
    QVERIFY(told.back()[0].toString().contains("5 rows"));
    stand.click(0, Qt::ControlModifier);
    QTest::keyClick(&stand.table, Qt::Key_C, Qt::ControlModifier);
    QCOMPARE(QGuiApplication::clipboard()->text(),
             (QStringList{"name,number [1]", "d,2.25", "a,0.125", ""}.join('\n')));
  }

  /// A click, a second one on the same row and the keys choose; new rows, filters and marks do not.
  void onlyAPersonChooses() {
    TableStand stand;
    QSignalSpy chosen(&stand.table, &TableView::rowChosen);
    stand.click(2);
    QCOMPARE(chosen.count(), 1);
    QCOMPARE(chosen.back()[0].toInt(), 2);
    stand.click(2);
    QCOMPARE(chosen.count(), 2);
    QTest::keyClick(&stand.table, Qt::Key_Down);
    QCOMPARE(chosen.back()[0].toInt(), 3);
    const auto before = chosen.count();
    stand.table.markRow(0);
    QCOMPARE(stand.table.currentRow(), 0);
    stand.table.setFilter([](int row) { return row > 0; });
    stand.rows.change(2, 7);
    stand.rows.show({{"x", 1}});
    QCOMPARE(chosen.count(), before);
  }

  void boxesAndNamesAreEdited() {
    TableStand stand;
    QVERIFY(stand.rows.setData(stand.rows.index(0, 0), Qt::Checked, Qt::CheckStateRole));
    QVERIFY(stand.rows.rows[0].isOn);
    QVERIFY(stand.rows.setData(stand.rows.index(0, 0), "f"));
    QCOMPARE(stand.names(), QString("fbace"));
    QVERIFY(!stand.rows.setData(stand.rows.index(1, 0), "g"));  // which has nothing to type
    QVERIFY(!(stand.rows.flags(stand.rows.index(1, 0)) & Qt::ItemIsEditable));
    QVERIFY(!(stand.rows.flags(stand.rows.index(0, 1)) & Qt::ItemIsUserCheckable));
  }

  void theMenuCopiesSavesAndSorts() {
    TableStand stand;
    QMenu menu;
    stand.table.addActions(&menu);
    QStringList texts;
    for (const QAction* action : menu.actions()) texts += action->text();
    QCOMPARE(texts, (QStringList{"Copy as CSV", "Save as CSV…", "Sort by"}));
    QAction* byNumber = menu.actions().last()->menu()->actions().at(1);
    byNumber->trigger();
    QCOMPARE(stand.names(), QString("adcbe"));
    byNumber->trigger();  // again: the other way round
    QCOMPARE(stand.names(), QString("dcabe"));
  }
};

CAROM_DISPLAY_TEST(TestColumnTable);
#include "tst_column_table.moc"
