#include "table/marked_rows.h"

#include <QPainter>
#include <algorithm>
#include <utility>

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
  const QSize needed = measured(option, index);
  if (m_step == 1) return needed;
  return {(needed.width() + 2 + m_step - 1) / m_step * m_step, needed.height() + 4};
}

/// Numbers in figures of one width that have as many of them need the same room: a table of hundreds of
/// bodies has a thousand cells to measure whenever its rows change.
QSize MarkedRows::measured(const QStyleOptionViewItem& option, const QModelIndex& index) const {
  static const QString figures = QStringLiteral("0123456789+−.,() ");
  const QVariant font = index.data(Qt::FontRole);
  const QString text = index.data().toString();
  const bool isNumber =
      font.isValid() && std::ranges::all_of(text, [](QChar letter) { return figures.contains(letter); }) &&
      !index.data(Qt::CheckStateRole).isValid() && !index.data(Qt::DecorationRole).isValid();
  const auto of = font.value<QFont>();
  if (!isNumber || of.styleHint() != QFont::Monospace) return QStyledItemDelegate::sizeHint(option, index);
  if (std::exchange(m_figures, of) != of) m_sizes.clear();
  const bool isMarked = index.data(ColumnTable::MarkRole).isValid();
  QSize& size = m_sizes[2 * static_cast<int>(text.size()) + (isMarked ? 1 : 0)];
  if (!size.isValid()) size = QStyledItemDelegate::sizeHint(option, index);
  return size;
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
