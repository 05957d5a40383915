#include "table/table_view.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QMenu>
#include <QScopedValueRollback>
#include <QScrollBar>
#include <QSortFilterProxyModel>
#include <algorithm>
#include <numeric>

#include "base/counted_words.h"
#include "common/file_dialog.h"
#include "table/frozen_column.h"
#include "table/table_header.h"

namespace carom {

/// The rows as they are sorted and filtered.
class TableOrder : public QSortFilterProxyModel {
 public:
  TableOrder(ColumnTable* rows, QObject* parent) : QSortFilterProxyModel(parent), m_rows(rows) {
    setSourceModel(rows);
  }
  void setFilter(OfRow<bool> isShown) {
    m_isShown = std::move(isShown);
    invalidateFilter();
  }

 protected:
  bool filterAcceptsRow(int row, const QModelIndex&) const override { return !m_isShown || m_isShown(row); }
  /// Qt asks the other way round for a falling order.
  bool lessThan(const QModelIndex& left, const QModelIndex& right) const override {
    const bool falls = sortOrder() == Qt::DescendingOrder;
    const int first = falls ? right.row() : left.row(), second = falls ? left.row() : right.row();
    return m_rows->comesBefore(first, second, left.column(), sortOrder());
  }

 private:
  ColumnTable* m_rows;
  OfRow<bool> m_isShown;
};

TableView::TableView(ColumnTable* rows, const Looks& looks, QWidget* parent)
    : QTableView(parent), m_rows(rows) {
  // A row that becomes the current one because rows change is not chosen: hear of that before the order does,
  // and after it.
  const auto changes = [this] { m_isMarking = true; };
  const auto hasChanged = [this] { m_isMarking = false; };
  connect(rows, &QAbstractItemModel::modelAboutToBeReset, this, changes);
  connect(rows, &QAbstractItemModel::dataChanged, this, changes);
  m_order = new TableOrder(rows, this);
  connect(rows, &QAbstractItemModel::modelReset, this, hasChanged);
  connect(rows, &QAbstractItemModel::dataChanged, this, hasChanged);
  connect(rows, &QAbstractItemModel::modelReset, this, &TableView::fitColumns);
  connect(rows, &QAbstractItemModel::dataChanged, this, &TableView::fitColumns);
  setObjectName(QLatin1String(looks.name));
  setAccessibleName(looks.words);
  setHorizontalHeader(new TableHeader(looks.isSorted, this));
  setModel(m_order);
  setSelectionBehavior(SelectRows);
  setSelectionMode(SingleSelection);
  setShowGrid(false);
  setTabKeyNavigation(false);
  setWordWrap(false);
  setHorizontalScrollMode(ScrollPerPixel);
  verticalHeader()->hide();
  verticalHeader()->setMinimumSectionSize(20);
  verticalHeader()->setDefaultSectionSize(looks.rowHeight);
  setMinimumHeight(52);
  setSortingEnabled(looks.isSorted);
  auto* copy = new QAction(this);
  copy->setShortcut(QKeySequence::Copy);
  copy->setShortcutContext(Qt::WidgetWithChildrenShortcut);
  connect(copy, &QAction::triggered, this, &TableView::copyCsv);
  addAction(copy);
  const auto choose = [this](const QModelIndex& at) {
    if (!m_isMarking && at.isValid()) emit rowChosen(rowOf(at));
  };
  connect(selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this, choose](const auto& now) {
    m_isOther = true;
    choose(now);
  });
  connect(this, &QTableView::clicked, this, [this, choose](const auto& at) {
    if (!m_isOther) choose(at);
  });
  connect(this, &QTableView::activated, this, choose);
}

void TableView::mousePressEvent(QMouseEvent* event) {
  m_isOther = false;
  QTableView::mousePressEvent(event);
}

/// The last column is stretched to the room that is left, and Qt gives it the default width at least.
int TableView::missingWidth() const {
  const QHeaderView* header = horizontalHeader();
  int last = header->count() - 1;
  while (last >= 0 && isColumnHidden(last)) --last;
  if (last < 0) return -viewport()->width();
  const int whole =
      std::max({sizeHintForColumn(last), header->sectionSizeHint(last), header->defaultSectionSize()});
  return header->length() - columnWidth(last) + whole + m_leftWidth - viewport()->width();
}

void TableView::setGivingColumn(int column, int usual) {
  m_giving = column;
  m_usualWidth = m_givenWidth = usual;
  horizontalHeader()->setSectionResizeMode(column, QHeaderView::Interactive);
  horizontalHeader()->resizeSection(column, usual);
}

void TableView::fitColumns() {
  const bool isOurs = m_giving >= 0 && columnWidth(m_giving) == m_givenWidth;
  if (isOurs) setColumnWidth(m_giving, m_usualWidth);
  hideColumns();
  if (isOurs) widenGiving();
}

void TableView::widenGiving() {
  const int room = std::max(0, -missingWidth()), wanted = sizeHintForColumn(m_giving);
  m_givenWidth = std::clamp(wanted, m_usualWidth, m_usualWidth + room);
  setColumnWidth(m_giving, m_givenWidth);
}

/// Lets the columns that may leave do so, as far as the view is too narrow.
void TableView::hideColumns() {
  const QHeaderView* header = horizontalHeader();
  std::vector<std::pair<int, int>> leaving;
  for (int column = 0; column < header->count(); ++column)
    if (const int leaves = m_rows->headerData(column, Qt::Horizontal, ColumnTable::LeavesRole).toInt())
      leaving.emplace_back(leaves, column);
  if (leaving.empty() && m_leftWidth == 0) return;
  for (int column = 0; column < header->count(); ++column) setColumnHidden(column, false);
  std::vector<int> widths;
  for (int column = 0; column < header->count(); ++column)
    widths.push_back(header->sectionResizeMode(column) == QHeaderView::Interactive
                         ? header->sectionSize(column)  // which a person may have set
                         : std::max(sizeHintForColumn(column), header->sectionSizeHint(column)));
  int missing = std::accumulate(widths.begin(), widths.end(), -viewport()->width());
  m_leftWidth = 0;
  std::ranges::sort(leaving, std::greater());
  for (const auto& [leaves, column] : leaving) {
    if (missing <= 0) break;
    if (column == sortColumn()) continue;
    setColumnHidden(column, true);
    m_leftWidth += widths[static_cast<std::size_t>(column)];
    missing -= widths[static_cast<std::size_t>(column)];
  }
}

void TableView::resizeEvent(QResizeEvent* event) {
  QTableView::resizeEvent(event);
  if (event->oldSize().width() != event->size().width()) fitColumns();
}

std::vector<int> TableView::shownRows() const {
  std::vector<int> rows;
  for (int place = 0; place < m_order->rowCount(); ++place) rows.push_back(rowOf(m_order->index(place, 0)));
  return rows;
}

int TableView::rowOf(const QModelIndex& shown) const {
  return shown.isValid() ? m_order->mapToSource(shown).row() : -1;
}

int TableView::rowAt(QPoint global) const {
  return rowOf(indexAt(viewport()->mapFromGlobal(global)));
}

QModelIndex TableView::indexOf(int row, int column) const {
  if (row < 0 || row >= m_rows->rowCount()) return {};
  return m_order->mapFromSource(m_rows->index(row, column));
}

void TableView::markRow(int row) {
  const QScopedValueRollback marking(m_isMarking, true);
  const QModelIndex at = indexOf(row);
  if (!at.isValid()) return selectionModel()->clear();
  selectionModel()->setCurrentIndex(at, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
}

void TableView::setFilter(OfRow<bool> isShown) {
  const QScopedValueRollback marking(m_isMarking, true);
  m_order->setFilter(std::move(isShown));
}

QString TableView::csv() const {
  return m_csv ? m_csv() : m_rows->csv(shownRows());
}

void TableView::copyCsv() {
  if (m_rows->rowCount() == 0) return;
  std::vector<int> places, rows;
  for (const QModelIndex& each : selectionModel()->selectedRows()) places.push_back(each.row());
  std::ranges::sort(places);
  for (const int place : places) rows.push_back(rowOf(m_order->index(place, 0)));
  const bool isPart = rows.size() > 1 && !m_csv;
  QGuiApplication::clipboard()->setText(isPart ? m_rows->csv(rows) : csv());
  emit told(tr("Copied %1 as CSV").arg(rowsText(isPart ? rows.size() : shownRows().size())));
}

void TableView::saveCsv() {
  if (m_rows->rowCount() == 0) return;
  saveText(this, tr("Save the table"), m_file, tr("Table (*.csv)"), csv(),
           [this](const QString& path) { emit told(tr("Wrote %1").arg(QDir::toNativeSeparators(path))); });
}

void TableView::addActions(QMenu* menu) {
  const bool any = m_rows->rowCount() > 0;
  menu->addAction(tr("Copy as CSV"), this, &TableView::copyCsv)->setEnabled(any);
  menu->addAction(tr("Save as CSV…"), this, &TableView::saveCsv)->setEnabled(any);
  if (!isSortingEnabled()) return;
  QMenu* sort = menu->addMenu(tr("Sort by"));
  sort->setEnabled(any);
  for (int column = 0; column < m_rows->columnCount(); ++column)
    sort->addAction(m_rows->headerData(column, Qt::Horizontal).toString(), this,
                    [this, column] { sortAgain(column); });
}

/// The second time the other way round.
void TableView::sortAgain(int column) {
  const bool again = m_order->sortColumn() == column && m_order->sortOrder() == Qt::AscendingOrder;
  sortByColumn(column, again ? Qt::DescendingOrder : Qt::AscendingOrder);
}

void TableView::freezeFirstColumn() {
  new FrozenColumn(this, isSortingEnabled());
}

int heightOfRows(const QTableView& table, int most) {
  const int rows = std::min(most, table.model()->rowCount());
  return table.horizontalHeader()->sizeHint().height() + rows * table.verticalHeader()->defaultSectionSize() +
         table.horizontalScrollBar()->sizeHint().height() + 2 * table.frameWidth();
}

}  // namespace carom
