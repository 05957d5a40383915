#pragma once

#include <QStyledItemDelegate>
#include <functional>

class QTableView;

namespace carom {

/// Draws a mark before the text of cells that have one. No cell shows the focus: the whole row is marked.
class MarkedRows : public QStyledItemDelegate {
 public:
  /// Draws the mark of a cell, centred at a point. Cells without data of `role` have no mark.
  using PaintMark = std::function<void(QPainter& painter, QPointF centre, const QVariant& mark)>;

  MarkedRows(int role, PaintMark paint, QTableView* table);

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;

 protected:
  void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;

 private:
  int m_role;
  PaintMark m_paint;
};

/// Gives a table rows that are chosen as a whole, without a grid and without numbers, and columns as wide as
/// their contents. The table scrolls to columns that do not fit.
void showWholeRows(QTableView* table, int rowHeight);

}  // namespace carom
