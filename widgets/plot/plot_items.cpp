#include "plot/plot_items.h"

#include <array>
#include <cmath>
#include <functional>
#include <optional>

#include "common/text_drawing.h"
#include "common/theme.h"
#include "figure/note_drawing.h"

namespace carom {

namespace {

constexpr double nextLine = 15;  // of the header
constexpr double edgeRoom = 16;  // of a plot, beside its axes
constexpr double headerHeight = 22, closedHeight = 3, markSize = 9, gap = 5, entryGap = 14, captionMath = 13,
                 loneMath = 18;
constexpr double leastCovered = 1;  // px², by rounding
constexpr double lineSample = 2;    // length of a line in the legend, in sizes of a mark

}  // namespace

QRect WholeErrorBars::clipRect() const {
  const int half = static_cast<int>(std::ceil(0.5 * whiskerWidth() + pen().widthF()));
  return QCPErrorBars::clipRect().adjusted(-half, -half, half, half);
}

PlotHeader::PlotHeader(QCustomPlot* plot, const PlotStyle& style) : QCPLayoutElement(plot), m_style(style) {
  fitHeight();
}

void PlotHeader::fitHeight() {
  const bool isClosed = m_entries.empty() && m_leftRoom == 0;
  const int height = m_style.px(isClosed ? closedHeight : headerHeight + (m_lines - 1) * nextLine);
  setMinimumSize(0, height);
  setMaximumSize(QWIDGETSIZE_MAX, height);
}

void PlotHeader::setEntries(std::vector<LegendEntry> entries) {
  m_entries = std::move(entries);
  fitHeight();
}

QString PlotHeader::words() const {
  QStringList lines;
  for (const LegendEntry& entry : m_entries) lines += entry.words();
  return lines.join(QLatin1Char('\n'));
}

void PlotHeader::setLeftRoom(int pixels) {
  m_leftRoom = pixels;
  fitHeight();
}

double widthOf(const PlotStyle& style, const LegendEntry& entry) {
  const double mark = entry.mark == LegendEntry::Mark::None     ? 0
                      : entry.mark == LegendEntry::Mark::Square ? markSize + gap
                                                                : lineSample * markSize + gap;
  const double math = entry.math.isEmpty() ? 0 : theme::mathWidth(entry.math, captionMath);
  return style.unit * (mark + math + mixedWidth(entry.text, PlotStyle::smallText));
}

void drawLegendEntry(QCPPainter& painter, const PlotStyle& style, const LegendEntry& entry, QPointF at) {
  const double middle = at.y(), size = style.unit * markSize, space = style.unit * gap;
  double x = at.x();
  const auto drawMarker = [&](const QPointF& place, double across) {
    const QCPScatterStyle marker(entry.marker, style.pen(entry.color, 1),
                                 entry.isOutlined ? QBrush() : QBrush(entry.color), across * style.unit);
    marker.applyTo(&painter, marker.pen());
    marker.drawShape(&painter, place);
  };
  if (entry.mark == LegendEntry::Mark::Square) {
    if (entry.marker == QCPScatterStyle::ssNone)
      painter.fillRect(QRectF(x, middle - size / 2, size, size), entry.color);
    else
      drawMarker({x + size / 2, middle}, 0.67 * markSize);
    x += size + space;
  } else if (entry.mark == LegendEntry::Mark::Line) {
    QPen pen = style.pen(entry.color, PlotStyle::lineWidth, entry.line);
    if (!entry.dashes.isEmpty()) pen.setDashPattern(entry.dashes);
    painter.setPen(pen);
    painter.drawLine(QLineF(x, middle, x + lineSample * size, middle));
    if (entry.marker != QCPScatterStyle::ssNone) drawMarker({x + 0.5 * lineSample * size, middle}, 5.5);
    x += lineSample * size + space;
  }
  painter.setPen(entry.mark == LegendEntry::Mark::None ? theme::quietInk() : theme::ink());
  const double baseline = middle + 0.36 * PlotStyle::smallText * style.unit;
  if (!entry.math.isEmpty()) {
    const QFont font = painter.font();
    painter.save();
    painter.translate(x, baseline);
    painter.scale(style.unit, style.unit);
    x += style.unit * theme::drawMath(painter, {}, entry.math, captionMath);
    painter.restore();
    painter.setFont(font);
  }
  if (!entry.text.contains(QLatin1Char('$'))) return painter.drawText(QPointF(x, baseline), entry.text);
  painter.save();
  painter.translate(x, baseline);
  painter.scale(style.unit, style.unit);
  drawMixed(painter, {}, entry.text, PlotStyle::smallText);
  painter.restore();
}

std::vector<LegendEntry> PlotHeader::entriesFor(double room) const {
  const double space = m_style.unit * entryGap;
  double width = -space;
  std::vector<double> widths;  // of the first 1, 2, … entries, up to the first that does not fit
  for (std::size_t i = 0; i < m_entries.size() && width <= room; ++i)
    widths.push_back(width += widthOf(m_style, m_entries[i]) + space);
  if (width <= room || m_entries.empty()) return m_entries;
  for (std::size_t kept = widths.empty() ? 0 : widths.size() - 1;; --kept) {
    const LegendEntry more{
        tr("… %1 more").arg(m_entries.size() - kept), {}, LegendEntry::Mark::None, Qt::SolidLine};
    if (kept > 0 && widths[kept - 1] + space + widthOf(m_style, more) > room) continue;
    if (kept == 0 && widthOf(m_style, more) > room) return {};  // what stands to the left has the line
    std::vector<LegendEntry> shown(m_entries.begin(), m_entries.begin() + static_cast<std::ptrdiff_t>(kept));
    shown.push_back(more);
    return shown;
  }
}

std::vector<PlotHeader::Row> PlotHeader::rowsFor(double room) const {
  if (!m_style.paper) return {entriesFor(room)};
  const double space = m_style.unit * entryGap;
  std::vector<Row> rows(1);
  double width = 0;
  for (const LegendEntry& entry : m_entries) {
    const double more = widthOf(m_style, entry) + space;
    if (!rows.back().empty() && width + more - space > room) {
      rows.emplace_back();
      width = 0;
    }
    rows.back().push_back(entry);
    width += more;
  }
  return rows;
}

void PlotHeader::fitWidth(double pixels) {
  if (!m_style.paper) return;
  m_lines = static_cast<int>(rowsFor(pixels - m_style.unit * edgeRoom).size());
  fitHeight();
}

void PlotHeader::draw(QCPPainter* painter) {
  const double right = mParentPlot->axisRect()->right();
  const double room = m_style.paper ? mParentPlot->viewport().width() - m_style.unit * edgeRoom
                                    : right - rect().left() - m_leftRoom;
  const std::vector<Row> rows = rowsFor(room);
  double middle = rect().center().y() - 0.5 * m_style.unit * nextLine * static_cast<double>(rows.size() - 1);
  painter->setFont(m_style.font(PlotStyle::smallText));
  for (const Row& row : rows) {
    drawRow(*painter, row, right, middle);
    middle += m_style.unit * nextLine;
  }
}

void PlotHeader::drawRow(QCPPainter& painter, const Row& row, double right, double middle) const {
  const double space = m_style.unit * entryGap;
  double x = right + space;
  for (const LegendEntry& entry : row) x -= widthOf(m_style, entry) + space;
  // Beside a colour bar, or a neighbour with one, the axes end far from the edge of the page: a longer row
  // goes beyond them, as rowsFor() counts on.
  if (m_style.paper) x = std::max(x, 0.25 * edgeRoom * m_style.unit);
  for (const LegendEntry& entry : row) {
    drawLegendEntry(painter, m_style, entry, {x, middle});
    x += widthOf(m_style, entry) + space;
  }
}

LegendItem::LegendItem(StyledPlot* plot, std::vector<LegendEntry> entries, bool bottom, bool left)
    : QCPAbstractItem(plot),
      m_style(plot->plotStyle()),
      m_entries(std::move(entries)),
      m_bottom(bottom),
      m_left(left) {}

void LegendItem::draw(QCPPainter* painter) {
  constexpr double line = 16, room = 6;
  double width = 0;
  for (const LegendEntry& entry : m_entries) width = std::max(width, widthOf(m_style, entry));
  const QSizeF size(width + 2 * m_style.unit * room,
                    m_style.unit * (line * static_cast<double>(m_entries.size()) + room));
  const QRectF axes = mParentPlot->axisRect()->rect();
  const double away = m_style.unit * room;
  QRectF box(QPointF(), size);
  box.moveLeft(m_left ? axes.left() + away : axes.right() - away - size.width());
  box.moveTop(m_bottom ? axes.bottom() - away - size.height() : axes.top() + away);
  QColor ground = theme::panelGround();
  ground.setAlphaF(0.85F);
  painter->fillRect(box, ground);
  painter->setFont(m_style.font(PlotStyle::smallText));
  QPointF at(box.left() + away, box.top() + m_style.unit * (0.5 * room + 0.5 * line));
  for (const LegendEntry& entry : m_entries) {
    drawLegendEntry(*painter, m_style, entry, at);
    at.ry() += m_style.unit * line;
  }
}

CaptionItem::CaptionItem(StyledPlot* plot, AxisCaption x, AxisCaption y)
    : QCPAbstractItem(plot), m_style(plot->plotStyle()), m_x(std::move(x)), m_y(std::move(y)) {
  setClipToAxisRect(false);
}

double CaptionItem::widthOf(const AxisCaption& caption, double math) const {
  const double symbols = caption.math.isEmpty() ? 0 : theme::mathWidth(caption.math, math);
  const double words = mixedWidth(caption.words, PlotStyle::smallText);
  return m_style.unit * (symbols + words + (symbols > 0 && words > 0 ? gap : 0));
}

namespace {

/// The two lines of a caption of which the longer one is shortest; nothing where it is one word.
std::optional<std::array<AxisCaption, 2>> twoLinesOf(const AxisCaption& caption,
                                                     const std::function<double(const AxisCaption&)>& width) {
  std::optional<std::array<AxisCaption, 2>> best;
  double least = INFINITY;
  const auto consider = [&](const AxisCaption& first, const AxisCaption& second) {
    const double longer = std::max(width(first), width(second));
    if (longer >= least) return;
    least = longer;
    best = {first, second};
  };
  if (!caption.math.isEmpty() && !caption.words.isEmpty())
    consider({caption.math, {}}, {{}, caption.words.trimmed()});
  for (qsizetype at = caption.words.indexOf(QLatin1Char(' ')); at >= 0;
       at = caption.words.indexOf(QLatin1Char(' '), at + 1)) {
    const QString before = caption.words.left(at).trimmed(), after = caption.words.mid(at).trimmed();
    const bool isInMath = before.count(QLatin1Char('$')) % 2 == 1;
    if (!isInMath && !before.isEmpty() && !after.isEmpty()) consider({caption.math, before}, {{}, after});
  }
  return best;
}

}  // namespace

double CaptionItem::roomOfY() const {
  const QCPAxisRect* plot = mParentPlot->axisRect();
  return 2 * (plot->rect().center().y() - plot->outerRect().top());
}

bool CaptionItem::wantsTwoLines() const {
  const auto width = [this](const AxisCaption& line) { return widthOf(line, captionMath); };
  return width(m_y) > roomOfY() && twoLinesOf(m_y, width);
}

void CaptionItem::drawCentred(QCPPainter& painter, const AxisCaption& caption, QPointF baseline,
                              double math) const {
  painter.setPen(theme::quietInk());
  QPointF at = baseline - QPointF(widthOf(caption, math) / 2, 0);
  if (!caption.math.isEmpty()) {
    painter.save();
    painter.translate(at);
    painter.scale(m_style.unit, m_style.unit);
    at.rx() += m_style.unit * (theme::drawMath(painter, {}, caption.math, math) + gap);
    painter.restore();
  }
  painter.setFont(m_style.font(PlotStyle::smallText));
  if (!caption.words.contains(QLatin1Char('$'))) return painter.drawText(at, caption.words);
  painter.save();
  painter.translate(at);
  painter.scale(m_style.unit, m_style.unit);
  drawMixed(painter, {}, caption.words, PlotStyle::smallText);
  painter.restore();
}

void CaptionItem::draw(QCPPainter* painter) {
  const QCPAxisRect* plot = mParentPlot->axisRect();
  const double descent = 4 * m_style.unit, ascent = 13 * m_style.unit;  // ‖ is as high as its font
  const double belowFraction = hasFraction(m_x) ? 3 * m_style.unit : 0;
  drawCentred(*painter, m_x,
              QPointF(plot->rect().center().x(), plot->outerRect().bottom() - descent - belowFraction),
              captionMath);
  const QPointF left(plot->outerRect().left() + ascent, plot->rect().center().y());
  const double room = roomOfY();
  if (m_hasTwoLines) {
    const auto width = [this](const AxisCaption& line) { return widthOf(line, captionMath); };
    if (const auto lines = twoLinesOf(m_y, width)) {
      painter->save();
      painter->translate(left);
      painter->rotate(-90);
      drawCentred(*painter, (*lines)[0], {}, captionMath);
      drawCentred(*painter, (*lines)[1], {0, QFontMetricsF(m_style.font(PlotStyle::smallText)).lineSpacing()},
                  captionMath);
      return painter->restore();
    }
  }
  // Beside a short axis only the unit has room: “kinetic energy (J)” becomes “(J)”.
  AxisCaption shown = m_y;
  if (const auto unit = shown.words.lastIndexOf(QLatin1Char('('));
      unit > 0 && widthOf(shown, captionMath) > room)
    shown.words = shown.words.mid(unit);
  // In a low panel it would lie on what is above the plot. A symbol goes without its units there; without a
  // symbol, and of a formula, the title says what is shown.
  const auto isTooLong = [&] { return !m_style.paper && widthOf(shown, captionMath) > room; };
  if (isTooLong() && !shown.math.isEmpty()) shown.words.clear();
  constexpr qsizetype symbol = 4;                            // letters, such as those of m_{1}
  if (shown.words.isEmpty() && shown.math.size() <= symbol)  // a lone letter is read better upright and large
    return drawCentred(*painter, shown, left + QPointF(-0.5 * descent, descent), loneMath);
  if (isTooLong()) return;
  painter->save();
  painter->translate(left);
  painter->rotate(-90);
  drawCentred(*painter, shown, {}, captionMath);
  painter->restore();
}

TimeMarks::TimeMarks(StyledPlot* plot, std::vector<double> times)
    : QCPAbstractItem(plot), m_style(plot->plotStyle()), m_times(std::move(times)) {}

void TimeMarks::draw(QCPPainter* painter) {
  const QCPAxis* axis = mParentPlot->xAxis;
  const double bottom = mParentPlot->axisRect()->bottom(), height = 7 * m_style.unit;
  painter->setPen(m_style.pen(theme::ink(), 1.2));
  double before = -1e9;
  for (const double time : m_times) {
    const double x = axis->coordToPixel(time);
    if (x - before < 0.75 * m_style.unit) continue;
    painter->drawLine(QLineF(x, bottom, x, bottom - height));
    before = x;
  }
}

TakenPlaces::TakenPlaces(StyledPlot* plot) : QCPAbstractItem(plot), m_style(plot->plotStyle()) {}

void TakenPlaces::draw(QCPPainter*) {
  m_taken.clear();
  for (const auto& [at, size] : m_marks) {
    const QPointF centre(mParentPlot->xAxis->coordToPixel(at.x()), mParentPlot->yAxis->coordToPixel(at.y()));
    const double half = 0.5 * size * m_style.unit;
    take({centre - QPointF(half, half), QSizeF(2 * half, 2 * half)});
  }
}

double TakenPlaces::covered(const QRectF& box) const {
  const auto area = [](const QRectF& of) { return of.isEmpty() ? 0.0 : of.width() * of.height(); };
  double sum = area(box) - area(box & QRectF(mParentPlot->axisRect()->rect()));
  for (const QRectF& taken : m_taken) sum += area(box & taken);
  return sum;
}

QRectF FittedText::lettersOn(Qt::Alignment side, const QSizeF& size) const {
  const QMargins room = padding();
  const QPointF at = position->pixelPosition();
  const double left = side.testFlag(Qt::AlignLeft)    ? at.x() + room.left()
                      : side.testFlag(Qt::AlignRight) ? at.x() - room.right() - size.width()
                                                      : at.x() - 0.5 * size.width();
  const double top = side.testFlag(Qt::AlignTop)      ? at.y() + room.top()
                     : side.testFlag(Qt::AlignBottom) ? at.y() - room.bottom() - size.height()
                                                      : at.y() - 0.5 * size.height();
  return {QPointF(left, top), size};
}

/// What its letters cover on a side, with what the edges of the axes would push back (px²).
double FittedText::coveredOn(Qt::Alignment side, const QSizeF& size) const {
  const QRectF letters = lettersOn(side, size);
  const QRectF within = letters & QRectF(mParentPlot->axisRect()->rect());
  const double beyond = size.width() * size.height() - within.width() * within.height();
  return m_taken->covered(letters) + (m_isKept ? beyond : 0);
}

void FittedText::chooseSide(const QSizeF& size) {
  Qt::Alignment best = positionAlignment();
  double least = coveredOn(best, size);
  for (const Qt::Alignment side : m_others)
    if (const double covered = coveredOn(side, size); covered < least - leastCovered) {
      least = covered;
      best = side;
    }
  setPositionAlignment(best);
}

void FittedText::draw(QCPPainter* painter) {
  const QRect axes = mParentPlot->axisRect()->rect();
  const QFontMetricsF metrics(font(), painter->device());
  const QMargins room = padding();
  const QString whole = text();
  const Qt::Alignment wanted = positionAlignment();
  if (!m_shorter.isEmpty() && metrics.horizontalAdvance(whole) > m_share * axes.width()) setText(m_shorter);
  const auto size = [&] { return QSizeF(metrics.horizontalAdvance(text()), metrics.height()); };
  if (m_taken) chooseSide(size());
  const auto covered = [&] { return m_taken->covered(lettersOn(positionAlignment(), size())); };
  if (m_taken && !m_shorter.isEmpty() && covered() > leastCovered) {  // shorter words find a free side
    setPositionAlignment(wanted);
    setText(m_shorter);
    chooseSide(size());
  }
  const QSizeF letters = size();
  if (m_isKept) {
    const QPointF at = position->pixelPosition();
    const double width = metrics.horizontalAdvance(text()) + room.left() + room.right();
    const double height = metrics.height() + room.top() + room.bottom();
    Qt::Alignment side = positionAlignment();
    const double part = side.testFlag(Qt::AlignHCenter) ? 0.5 : side.testFlag(Qt::AlignRight) ? 1 : 0;
    if (at.x() + (1 - part) * width > axes.right())
      side = (side & Qt::AlignVertical_Mask) | Qt::AlignRight;
    else if (at.x() - part * width < axes.left())
      side = (side & Qt::AlignVertical_Mask) | Qt::AlignLeft;
    if (side.testFlag(Qt::AlignBottom) && at.y() - height < axes.top())
      side = (side & Qt::AlignHorizontal_Mask) | Qt::AlignTop;
    if (side.testFlag(Qt::AlignVCenter) && at.y() + height / 2 > axes.bottom())
      side = (side & Qt::AlignHorizontal_Mask) | Qt::AlignBottom;
    else if (side.testFlag(Qt::AlignVCenter) && at.y() - height / 2 < axes.top())
      side = (side & Qt::AlignHorizontal_Mask) | Qt::AlignTop;
    setPositionAlignment(side);
  }
  m_shown = lettersOn(positionAlignment(), letters);
  if (m_taken) m_taken->take(m_shown);
  if (m_ground.isValid()) {
    const double rim = 0.15 * metrics.height();
    painter->fillRect(m_shown.adjusted(-rim, 0, rim, 0), m_ground);
  }
  QCPItemText::draw(painter);
  setText(whole);  // for the next size
  setPositionAlignment(wanted);
}

MathTicks::MathTicks(StyledPlot* plot, std::vector<std::pair<double, QString>> ticks)
    : QCPAbstractItem(plot), m_style(plot->plotStyle()), m_ticks(std::move(ticks)) {
  setClipToAxisRect(false);
  auto ticker = QSharedPointer<QCPAxisTickerText>::create();
  const double blank = theme::textWidth(QStringLiteral("\u2002"), theme::textFont(PlotStyle::smallText));
  for (const auto& [at, math] : m_ticks)
    ticker->addTick(at, QString(qCeil(theme::mathWidth(math, captionMath) / blank), QChar(0x2002)));
  plot->yAxis->setTicker(ticker);
}

void MathTicks::draw(QCPPainter* painter) {
  painter->setPen(mParentPlot->yAxis->tickLabelColor());
  const double right = mParentPlot->axisRect()->left() - m_style.unit * 8;
  for (const auto& [at, math] : m_ticks) {
    painter->save();
    painter->translate(right - m_style.unit * theme::mathWidth(math, captionMath),
                       mParentPlot->yAxis->coordToPixel(at) + m_style.unit * 0.3 * captionMath);
    painter->scale(m_style.unit, m_style.unit);
    theme::drawMath(*painter, {}, math, captionMath);
    painter->restore();
  }
}

NoticeItem::NoticeItem(StyledPlot* plot, QString text)
    : QCPAbstractItem(plot), m_style(plot->plotStyle()), m_text(std::move(text)) {
  setClipToAxisRect(false);
  setParentLayerable(nullptr);  // the axes, its parent, are hidden
}

void NoticeItem::draw(QCPPainter* painter) {
  painter->setPen(theme::quietInk());
  painter->setFont(m_style.font(12));
  const int margin = m_style.px(20);
  painter->drawText(mParentPlot->viewport().adjusted(margin, 0, -margin, 0),
                    Qt::AlignCenter | Qt::TextWordWrap, m_text);
}

}  // namespace carom
