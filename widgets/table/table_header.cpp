#include "table/table_header.h"

#include <QPainter>
#include <QStyleOptionHeader>
#include <algorithm>
#include <cmath>

#include "common/text_drawing.h"
#include "common/theme.h"
#include "table/column_table.h"

namespace carom {

namespace {

constexpr int padding = 12, edge = 8, gap = 4;

}  // namespace

TableHeader::TableHeader(bool isSorted, QWidget* parent) : QHeaderView(Qt::Horizontal, parent) {
  setSectionResizeMode(ResizeToContents);
  setStretchLastSection(true);
  setHighlightSections(false);
  setResizeContentsPrecision(40);
  constexpr int least = 24;  // px
  setMinimumSectionSize(least);
  setDefaultSectionSize(least);  // a stretched last column has it at least, however short its texts are
  setSectionsClickable(isSorted);
  setSortIndicatorClearable(true);
  setSortIndicator(-1, Qt::AscendingOrder);
  connect(this, &QHeaderView::sortIndicatorChanged, this, [this] { resizeSections(); });
}

QString TableHeader::headOf(int section, int role) const {
  return model()->headerData(section, Qt::Horizontal, role).toString();
}

/// The arrow is a letter of the words: a style sheet would draw it over them.
QString TableHeader::arrowOf(int section) const {
  if (section != sortIndicatorSection()) return {};
  return sortIndicatorOrder() == Qt::AscendingOrder ? QStringLiteral(" ↑") : QStringLiteral(" ↓");
}

/// What follows a symbol, or the whole head. Letters have widths of fractions of a pixel: a sum of them that
/// is rounded down would cut the words.
double TableHeader::wordsWidth(int section) const {
  const QString symbol = headOf(section, ColumnTable::SymbolRole);
  const QString words =
      (symbol.isEmpty() ? headOf(section, Qt::DisplayRole) : headOf(section, ColumnTable::UnitRole)) +
      arrowOf(section);
  const double mathematics = symbol.isEmpty() ? 0 : theme::mathWidth(symbol, letterSize()) + gap;
  return mathematics + QFontMetricsF(font()).horizontalAdvance(words);
}

/// Of a long table the view measures a few rows; the widest one may be beyond them. A table of hundreds of
/// bodies asks for hundreds of sizes whenever its rows change.
QSize TableHeader::sectionSizeFromContents(int section) const {
  QString texts = arrowOf(section);
  for (const int role : {int(Qt::DisplayRole), int(ColumnTable::SymbolRole), int(ColumnTable::UnitRole),
                         int(ColumnTable::WidestRole)})
    texts += QLatin1Char('\n') + headOf(section, role);
  const auto known = m_sizes.constFind(texts);
  if (known != m_sizes.constEnd()) return *known;
  constexpr qsizetype most = 4096;
  if (m_sizes.size() >= most) m_sizes.clear();
  return m_sizes[texts] = measured(section);
}

QSize TableHeader::measured(int section) const {
  const QString widest = headOf(section, ColumnTable::WidestRole);
  const int numbers = QFontMetrics(theme::monoFont(8.2)).horizontalAdvance(widest);
  const int words = static_cast<int>(std::ceil(wordsWidth(section)));
  return {std::max(words, numbers) + padding, QHeaderView::sectionSizeFromContents(section).height()};
}

void TableHeader::changeEvent(QEvent* event) {
  m_sizes.clear();
  QHeaderView::changeEvent(event);
}

void TableHeader::initStyleOptionForIndex(QStyleOptionHeader* option, int section) const {
  QHeaderView::initStyleOptionForIndex(option, section);
  option->sortIndicator = QStyleOptionHeader::None;
  option->text = headOf(section, ColumnTable::SymbolRole).isEmpty()
                     ? fontMetrics().elidedText(option->text + arrowOf(section), Qt::ElideRight,
                                                sectionSize(section) - padding)
                     : QString();
}

void TableHeader::paintSection(QPainter* painter, const QRect& rect, int section) const {
  QHeaderView::paintSection(painter, rect, section);
  const QString symbol = headOf(section, ColumnTable::SymbolRole);
  if (symbol.isEmpty()) return;
  const double left = rect.right() - edge - wordsWidth(section);
  const double base = rect.center().y() + 0.3 * letterSize();
  const double width = theme::mathWidth(symbol, letterSize()) + gap;
  painter->save();
  painter->setClipRect(rect);
  painter->setPen(theme::quietInk());
  theme::drawMath(*painter, {left, base}, symbol, letterSize());
  painter->drawText(QPointF(left + width, base), headOf(section, ColumnTable::UnitRole) + arrowOf(section));
  painter->restore();
}

}  // namespace carom
