#include "table/marked_rows.h"

#include <QPainter>

#include "table/column_table.h"

namespace carom {

MarkedRows::MarkedRows(PaintMark paint, QObject* parent, int step)
    : QStyledItemDelegate(parent), m_paint(std::move(paint)), m_step(step) {}

void MarkedRows::paint(QPainter* painter, const QStyleOptionViewItem& option,
                       const QModelIndex& index) const {
  QStyledItemDelegate::paint(painter, option, index);
  const QVariant mark = index.data(ColumnTable::MarkRole);
  if (!mark.isValid()) return;
  painter->save();
  painter->setRenderHint(QPainter::Antialiasing);
  m_paint(*painter, {option.rect.left() + 11.0, option.rect.center().y() + 0.5}, mark);
  painter->restore();
}

QSize MarkedRows::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
  const QSize needed = QStyledItemDelegate::sizeHint(option, index);
  if (m_step == 1) return needed;
  return {(needed.width() + 2 + m_step - 1) / m_step * m_step, needed.height() + 4};
}

void MarkedRows::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const {
  QStyledItemDelegate::initStyleOption(option, index);
  if (index.data(ColumnTable::MarkRole).isValid()) option->text = QStringLiteral("     ") + option->text;
  option->state &= ~QStyle::State_HasFocus;
}

void paintDisc(QPainter& painter, QPointF centre, const QVariant& color) {
  constexpr double radius = 5.5;
  painter.setPen(Qt::NoPen);
  painter.setBrush(color.value<QColor>());
  painter.drawEllipse(centre, radius, radius);
}

}  // namespace carom
