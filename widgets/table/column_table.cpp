#include "table/column_table.h"

#include "base/csv_text.h"
#include "common/theme.h"

namespace carom {

namespace {

constexpr double figureSize = 8.2, boldSize = 9;  // pt

template <class Value>
QVariant cellValue(const OfRow<Value>& of, int row) {
  return of ? QVariant(of(row)) : QVariant();
}

QVariant cellFont(const TableColumn& column, int row) {
  if (column.reads == TableColumn::Reads::Figures) return theme::monoFont(figureSize);
  if (!column.isBold) return {};
  QFont font = theme::textFont(boldSize);
  font.setBold(column.isBold(row));
  return font;
}

QVariant sideOf(const TableColumn& column) {
  const bool isWords = column.reads == TableColumn::Reads::Words;
  return QVariant::fromValue<Qt::Alignment>(Qt::AlignVCenter | (isWords ? Qt::AlignLeft : Qt::AlignRight));
}

}  // namespace

int ColumnTable::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(m_columns.size());
}

QVariant ColumnTable::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const TableColumn& column = this->column(index.column());
  const int row = index.row();
  switch (role) {
    case Qt::DisplayRole:
      return column.text(row);
    case Qt::EditRole:
      return cellValue(column.typed, row);
    case Qt::ToolTipRole:
      return cellValue(column.hint, row);
    case Qt::TextAlignmentRole:
      return sideOf(column);
    case Qt::FontRole:
      return cellFont(column, row);
    case Qt::ForegroundRole:
      return cellValue(column.ink, row);
    case Qt::DecorationRole:
      return cellValue(column.picture, row);
    case Qt::CheckStateRole:
      return cellValue(column.check, row);
    case MarkRole:
      return cellValue(column.mark, row);
    default:
      return {};
  }
}

bool ColumnTable::setData(const QModelIndex& index, const QVariant& value, int role) {
  if (!index.isValid()) return false;
  const TableColumn& column = this->column(index.column());
  const bool isTick = role == Qt::CheckStateRole && column.tick && data(index, role).isValid();
  const bool isText = role == Qt::EditRole && column.enter && data(index, role).isValid();
  if (isTick) column.tick(index.row(), value.toInt() == Qt::Checked);
  if (isText) column.enter(index.row(), value);
  return isTick || isText;
}

QVariant ColumnTable::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) return {};
  const TableColumn& column = this->column(section);
  const auto orNone = [](const QString& text) { return text.isEmpty() ? QVariant() : QVariant(text); };
  switch (role) {
    case Qt::DisplayRole:
      return column.title;
    case Qt::ToolTipRole:
      return orNone(column.tip);
    case Qt::TextAlignmentRole:
      return sideOf(column);
    case SymbolRole:
      return orNone(column.symbol);
    case UnitRole:
      return orNone(column.unit);
    case LeavesRole:
      return column.leaves;
    case WidestRole:
      return column.widest >= 0 && column.widest < m_rows ? QVariant(column.text(column.widest)) : QVariant();
    default:
      return {};
  }
}

Qt::ItemFlags ColumnTable::flags(const QModelIndex& index) const {
  if (!index.isValid()) return Qt::NoItemFlags;
  Qt::ItemFlags flags = Qt::ItemIsEnabled | Qt::ItemIsSelectable;
  if (data(index, Qt::CheckStateRole).isValid()) flags |= Qt::ItemIsUserCheckable;
  if (data(index, Qt::EditRole).isValid()) flags |= Qt::ItemIsEditable;
  return flags;
}

SortKey ColumnTable::sortKey(int row, int column) const {
  const TableColumn& of = this->column(column);
  return of.key ? of.key(row) : SortKey{static_cast<double>(row)};
}

bool ColumnTable::comesBefore(int row, int other, int column, Qt::SortOrder order) const {
  const TableColumn& of = this->column(column);
  const bool falls = order == Qt::DescendingOrder;
  if (!of.key && of.reads == TableColumn::Reads::Words) {
    const int compared = of.text(row).localeAwareCompare(of.text(other));
    if (compared != 0) return falls ? compared > 0 : compared < 0;
    return row < other;
  }
  const SortKey a = sortKey(row, column), b = sortKey(other, column);
  if (a == b) return row < other;
  if (a.empty() || b.empty()) return b.empty();
  return falls ? a > b : a < b;
}

QString ColumnTable::csv(const std::vector<int>& rows) const {
  QStringList names, lines;
  for (const TableColumn& column : m_columns)
    for (const CsvColumn& field : column.csv) names += csvField(field.name);
  lines += names.join(QLatin1Char(','));
  for (const int row : rows) {
    QStringList fields;
    for (const TableColumn& column : m_columns)
      for (const CsvColumn& field : column.csv) fields += field.field(row);
    lines += fields.join(QLatin1Char(','));
  }
  return lines.join(QLatin1Char('\n')) + QLatin1Char('\n');
}

void ColumnTable::setRows(int rows, std::vector<TableColumn> columns) {
  beginResetModel();
  m_rows = rows;
  m_columns = std::move(columns);
  endResetModel();
}

void ColumnTable::renewRows(std::vector<TableColumn> columns) {
  const auto heads = [](const std::vector<TableColumn>& of) {
    QStringList all;
    for (const TableColumn& column : of) all << column.title << column.tip << column.symbol << column.unit;
    return all;
  };
  const bool isSame = heads(m_columns) == heads(columns);
  m_columns = std::move(columns);
  if (!isSame) emit headerDataChanged(Qt::Horizontal, 0, columnCount() - 1);
  rowsChanged(0, m_rows - 1);
}

void ColumnTable::rowsChanged(int first, int last) {
  if (first <= last) emit dataChanged(index(first, 0), index(last, columnCount() - 1));
}

}  // namespace carom
