#pragma once

#include <QFont>
#include <QHash>
#include <QStyledItemDelegate>
#include <functional>

namespace carom {

/// Draws the mark of a ColumnTable before the text of cells that have one. No cell shows the focus: the whole
/// row is marked.
class MarkedRows : public QStyledItemDelegate {
 public:
  /// Draws a mark, centred at a point.
  using PaintMark = std::function<void(QPainter& painter, QPointF centre, const QVariant& mark)>;

  /// step: widths are multiples of so many pixels, so that a column stands still while a drag changes its
  /// digits.
  MarkedRows(PaintMark paint, QObject* parent, int step = 1);

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

 protected:
  void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;

 private:
  QSize measured(const QStyleOptionViewItem& option, const QModelIndex& index) const;

  PaintMark m_paint;
  int m_step;
  mutable QFont m_figures;              ///< of `m_sizes`
  mutable QHash<int, QSize> m_sizes{};  ///< of numbers, by how many figures they have
};

/// A disc in a colour, which is the mark.
void paintDisc(QPainter& painter, QPointF centre, const QVariant& color);

}  // namespace carom
