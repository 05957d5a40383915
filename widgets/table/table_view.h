#pragma once

#include <QHeaderView>
#include <QTableView>

#include "table/column_table.h"

class QMenu;

namespace carom {

class TableOrder;

/// A ColumnTable on the screen. Rows are chosen as a whole, a click on a head sorts and a third one ends
/// that, and Ctrl+C copies the marked rows as CSV, or all where fewer than two are marked. Rows are known by
/// their numbers in the ColumnTable, wherever they stand.
class TableView : public QTableView {
  Q_OBJECT
 public:
  struct Looks {
    const char* name;  ///< of the object
    QString words;     ///< what it lists, for screen readers
    int rowHeight = 22;
    bool isSorted = true;  ///< by clicks on heads
  };
  TableView(ColumnTable* rows, const Looks& looks, QWidget* parent);

  /// The rows that are shown, as they stand.
  std::vector<int> shownRows() const;
  /// −1 where there is none.
  int currentRow() const { return rowOf(currentIndex()); }
  int rowOf(const QModelIndex& shown) const;
  int rowAt(QPoint global) const;
  QModelIndex indexOf(int row, int column = 0) const;
  /// −1 where the rows stand in their own order.
  /// By how much all columns are wider together than the view (px); negative: the room that is left.
  int missingWidth() const;
  int sortColumn() const { return horizontalHeader()->sortIndicatorSection(); }
  /// Makes a row the current one without choosing it: rowChosen() is not heard. −1, or one that is not shown:
  /// none.
  void markRow(int row);
  /// Shows only some rows; an empty function shows all.
  void setFilter(OfRow<bool> isShown);

  /// The rows that are shown, as CSV.
  QString csv() const;
  /// What is copied and saved in place of csv().
  void setCsv(std::function<QString()> all) { m_csv = std::move(all); }
  /// The first column stays in sight while the others are scrolled. Called once, after the delegate is set.
  void freezeFirstColumn();
  /// A column of long texts gives way to the others: it has this width (px) and what they leave, until a
  /// person gives it another one.
  void setGivingColumn(int column, int usual);
  void setFileName(const QString& name) { m_file = name; }
  /// Adds what one can do with every table: copy, save, sort.
  void addActions(QMenu* menu);

 public slots:
  void copyCsv();
  void saveCsv();

 signals:
  /// A person has moved to a row, or clicked it again.
  void rowChosen(int row);
  /// What was copied or written, for the status bar.
  void told(const QString& message);

 protected:
  void mousePressEvent(QMouseEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void fitColumns();
  void hideColumns();
  void widenGiving();
  void sortAgain(int column);

  ColumnTable* m_rows;
  TableOrder* m_order = nullptr;
  std::function<QString()> m_csv;
  QString m_file;
  int m_leftWidth = 0;                     ///< of the columns that have left (px)
  int m_giving = -1;                       ///< the column that gives way; −1: none
  int m_usualWidth = 0, m_givenWidth = 0;  ///< of that column: the least one, and that of the last fit (px)
  bool m_isMarking = false;
  bool m_isOther = false;  ///< the press of the mouse has made another row the current one
};

/// The height at which a table shows its rows, `most` of them at most (pixels).
int heightOfRows(const QTableView& table, int most);

}  // namespace carom
