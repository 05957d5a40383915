#include "window/palette/palette_delegate.h"

#include <QPainter>
#include <QTextLayout>

#include "common/theme.h"
#include "window/palette/palette_model.h"

namespace carom {

namespace {

constexpr int sideMargin = 12, lineGap = 2, rowMargin = 5;  // px

QFont smaller(QFont font) {
  font.setPointSizeF(0.9 * font.pointSizeF());
  return font;
}

/// The line below the title: why it cannot be done, or else what it is.
QString secondLine(const QModelIndex& index) {
  const QString whyNot = index.data(PaletteModel::WhyNotRole).toString();
  return whyNot.isEmpty() ? index.data(PaletteModel::DetailRole).toString() : whyNot;
}

void drawTitle(QPainter& painter, const QRect& room, const QFont& font, const QModelIndex& index) {
  const QString title = QFontMetrics(font).elidedText(index.data().toString(), Qt::ElideRight, room.width());
  QList<QTextLayout::FormatRange> typed;
  for (const int at : index.data(PaletteModel::PositionsRole).value<QList<int>>()) {
    QTextCharFormat format;
    format.setForeground(theme::accent());
    format.setFontWeight(QFont::Bold);
    if (at < title.size()) typed << QTextLayout::FormatRange{at, 1, format};
  }
  QTextLayout layout(title, font);
  layout.setFormats(typed);
  layout.beginLayout();
  layout.createLine();
  layout.endLayout();
  layout.draw(&painter, room.topLeft());
}

}  // namespace

void PaletteDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                            const QModelIndex& index) const {
  painter->save();
  if (option.state & QStyle::State_Selected) painter->fillRect(option.rect, theme::accentGround());
  const bool canRun = index.data(PaletteModel::WhyNotRole).toString().isEmpty();
  const QFont small = smaller(option.font);
  const QFontMetrics metrics(option.font), smallMetrics(small);
  QRect line = option.rect.adjusted(sideMargin, rowMargin, -sideMargin, 0);
  line.setHeight(metrics.height());
  const QString key = index.data(PaletteModel::KeyRole).toString(),
                kind = index.data(PaletteModel::KindRole).toString();
  const QString right = key.isEmpty() ? kind : kind + QStringLiteral("   ") + key;
  painter->setFont(small);
  painter->setPen(theme::quietInk());
  painter->drawText(line, Qt::AlignRight | Qt::AlignVCenter, right);
  painter->setPen(canRun ? theme::ink() : theme::quietInk());
  const int taken = smallMetrics.horizontalAdvance(right) + sideMargin;
  drawTitle(*painter, line.adjusted(0, 0, -taken, 0), option.font, index);
  if (const QString second = secondLine(index); !second.isEmpty()) {
    painter->setFont(small);
    painter->setPen(canRun ? theme::quietInk() : theme::warningInk());
    const QRect below(line.left(), line.bottom() + lineGap, line.width(), smallMetrics.height());
    painter->drawText(below, Qt::AlignLeft | Qt::AlignVCenter,
                      smallMetrics.elidedText(second, Qt::ElideRight, below.width()));
  }
  painter->restore();
}

QSize PaletteDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
  const int title = QFontMetrics(option.font).height();
  const int second = secondLine(index).isEmpty() ? 0 : lineGap + QFontMetrics(smaller(option.font)).height();
  return {200, title + second + 2 * rowMargin};
}

}  // namespace carom
