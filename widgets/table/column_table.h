#pragma once

#include <QAbstractTableModel>
#include <QFont>
#include <functional>
#include <vector>

namespace carom {

/// What a column is sorted by: numbers, the first ones first. Empty where nothing is known, which comes last
/// in both directions.
using SortKey = std::vector<double>;

/// What a column shows of a row, by the number of the row.
template <class Value>
using OfRow = std::function<Value(int row)>;

/// A field of the lines of CSV: its name with the unit, and its text, quoted where it has to be.
struct CsvColumn {
  QString name;
  OfRow<QString> field;
};

/// A column of a table, and how it shows a row. What is left empty is not there.
struct TableColumn {
  enum class Reads {
    Words,    ///< from the left
    Numbers,  ///< from the right
    Figures   ///< from the right, in a font whose digits align
  };

  QString title, tip{};
  OfRow<QString> text;
  Reads reads = Reads::Words;
  OfRow<QString> hint{};  ///< the tooltip of a cell
  OfRow<SortKey> key{};   ///< without one, words sort by their letters and all else by the number of the row
  std::vector<CsvColumn> csv{};
  OfRow<QVariant> mark{}, ink{}, picture{};
  OfRow<bool> isBold{};
  QString symbol{},
      unit{};       ///< the head as theme::drawMath draws it, in place of the title, and what follows
  int widest = -1;  ///< the row with the widest text, where that is known
  int leaves = 0;   ///< from a view that is too narrow; larger numbers first, 0: never
  OfRow<QVariant> check{}, typed{};  ///< a box, and the text that an editor begins with; invalid: none
  std::function<void(int row, bool isOn)> tick{};
  std::function<void(int row, const QVariant& value)> enter{};
};

/// A table whose columns are written down in one list, from which follow texts, tips, sides, sorting, boxes,
/// editors and CSV.
class ColumnTable : public QAbstractTableModel {
  Q_OBJECT
 public:
  enum Role {
    MarkRole = Qt::UserRole,  ///< what is drawn before a text, see MarkedRows
    SymbolRole,               ///< horizontal header: TableColumn::symbol
    UnitRole,                 ///< horizontal header: TableColumn::unit
    WidestRole,               ///< horizontal header: the widest text of the column, where that is known
    LeavesRole,               ///< horizontal header: TableColumn::leaves
    OwnRole                   ///< the first one of a table of its own kind
  };
  using QAbstractTableModel::QAbstractTableModel;

  int rowCount(const QModelIndex& parent = {}) const override { return parent.isValid() ? 0 : m_rows; }
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
  bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;
  QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;

  QString text(int row, int column) const { return this->column(column).text(row); }
  SortKey sortKey(int row, int column) const;
  /// Whether one row stands above another one. Equal ones keep their order, however the table is sorted.
  bool comesBefore(int row, int other, int column, Qt::SortOrder order) const;
  /// Names with units, then rows with all digits; a field without a value is empty.
  QString csv(const std::vector<int>& rows) const;

 protected:
  const TableColumn& column(int number) const { return m_columns[static_cast<std::size_t>(number)]; }
  /// Other rows and columns from now on.
  void setRows(int rows, std::vector<TableColumn> columns);
  /// The same rows and as many columns, which may say something else.
  void renewRows(std::vector<TableColumn> columns);
  void rowsChanged(int first, int last);

 private:
  std::vector<TableColumn> m_columns;
  int m_rows = 0;
};

}  // namespace carom
