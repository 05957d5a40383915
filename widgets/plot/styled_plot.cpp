#include "plot/styled_plot.h"

#include <QFontMetricsF>
#include <cmath>

#include "common/theme.h"
#include "figure/relay_device.h"
#include "plot/plot_items.h"

namespace carom {

StyledPlot::StyledPlot(const PlotStyle& style, QWidget* parent) : QCustomPlot(parent), m_style(style) {
  m_header = new PlotHeader(this, style);
  plotLayout()->insertRow(0);
  plotLayout()->addElement(0, 0, m_header);
  plotLayout()->setRowSpacing(0);
  axisRect()->setMinimumMargins(QMargins(m_style.px(4), m_style.px(7), m_style.px(12), m_style.px(4)));
  setAutoAddPlottableToLegend(false);
  addLayer(cursorLayer, layer(QStringLiteral("legend")), QCustomPlot::limAbove);
  if (!style.paper) {
    layer(cursorLayer)->setMode(QCPLayer::lmBuffered);
    setPlottingHints(QCP::phFastPolylines | QCP::phCacheLabels);
  } else {
    setPlottingHints(QCP::phNone);
  }
  for (QCPAxis* axis : {xAxis, yAxis, yAxis2}) {
    axis->setTickLabelFont(m_style.font(PlotStyle::smallText));
    axis->setLabelFont(m_style.font(PlotStyle::smallText));
    axis->setTickLength(0, m_style.px(4));
    axis->setTickLabelPadding(m_style.px(axis == xAxis ? 2 : 4));
    axis->setLabelPadding(m_style.px(axis == xAxis ? 1 : 4));
    axis->setSubTicks(false);
    axis->grid()->setZeroLinePen(Qt::NoPen);
  }
  xAxis->grid()->setVisible(false);
  clearContent();
}

void StyledPlot::applyColors() {
  setBackground(m_style.paper ? QBrush(Qt::NoBrush) : QBrush(theme::panelGround()));
  QColor line = theme::quietInk();
  line.setAlphaF(0.7F);
  for (QCPAxis* axis : {xAxis, yAxis, yAxis2}) {
    axis->setLabelColor(theme::quietInk());
    axis->setBasePen(m_style.pen(line, 1));
    axis->setTickPen(m_style.pen(line, 1));
    axis->setTickLabelColor(theme::quietInk());
    axis->grid()->setPen(m_style.pen(theme::hairline(), m_style.paper ? 0.8 : 1));
  }
}

void StyledPlot::clearContent() {
  clearPlottables();
  clearItems();
  m_header->setEntries({});
  axisRect()->setVisible(true);
  showRightAxis(false);
  m_xCaption = m_yCaption = {};
  applyColors();
}

bool hasFraction(const AxisCaption& caption) {
  constexpr QChar slash(0x2044);  // see theme::drawMath
  return caption.math.contains(slash) || caption.words.contains(slash);
}

void StyledPlot::setCaptions(const AxisCaption& x, const AxisCaption& y) {
  m_xCaption = x;
  m_yCaption = y;
  xAxis->setLabel(QStringLiteral(" "));  // keeps the room where the caption is drawn
  yAxis->setLabel(QStringLiteral(" "));
  xAxis->setLabelPadding(m_style.px(hasFraction(x) ? 7 : 1));
  yAxis->setLabelPadding(m_style.px(hasFraction(y) ? 8 : 4));
  m_captions = new CaptionItem(this, x, y);
}

void StyledPlot::replaceCaptions(const AxisCaption& x, const AxisCaption& y) {
  if (m_captions) removeItem(m_captions);
  setCaptions(x, y);
}

void StyledPlot::hideCaption(QCPAxis* axis) {
  axis->setTickLabels(false);
  const bool isX = axis == xAxis;
  replaceCaptions(isX ? AxisCaption{} : m_xCaption, isX ? m_yCaption : AxisCaption{});
  axis->setLabel({});
}

void StyledPlot::setAxis(QCPAxis* axis, const QCPRange& range, RoundTicker::Steps steps, bool isLog) {
  axis->setScaleType(isLog ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
  axis->setRange(range);
  if (isLog)
    axis->setTicker(QSharedPointer<DecadeTicker>::create());
  else
    axis->setTicker(QSharedPointer<RoundTicker>::create(steps, axis == xAxis ? 75 : 38));
  fitTicks(viewport().size());
}

void StyledPlot::showRightAxis(bool shown) {
  yAxis2->setVisible(shown);
  yAxis2->setTickLabels(shown);
  if (shown) return;
  yAxis2->setLabel({});
  yAxis2->setOffset(0);
}

QString StyledPlot::wordsAt(const QPoint& place) const {
  if (hasNotice()) return m_notice;  // which fills the plot
  if (axisRect()->rect().contains(place)) return {};
  if (m_header->rect().contains(place)) return header()->words();
  if (place.x() < axisRect()->left()) return m_yCaption.math + QLatin1Char(' ') + m_yCaption.words;
  if (place.y() > axisRect()->bottom()) return m_xCaption.math + QLatin1Char(' ') + m_xCaption.words;
  return yAxis2->label();
}

QStringList StyledPlot::allWords() const {
  QStringList all{m_xCaption.math + QLatin1Char(' ') + m_xCaption.words,
                  m_yCaption.math + QLatin1Char(' ') + m_yCaption.words, yAxis2->label()};
  for (const LegendEntry& entry : m_header->entries()) all += entry.words();
  all.removeIf([](const QString& text) { return text.trimmed().isEmpty(); });
  return hasNotice() ? QStringList{m_notice} : all;
}

void StyledPlot::showNotice(const QString& notice) {
  clearContent();  // an earlier notice would shine through
  axisRect()->setVisible(false);
  m_notice = notice;
  new NoticeItem(this, notice);
}

QCPGraph* StyledPlot::addLine(const QString& name, const Polyline& line, const QPen& pen) {
  QCPGraph* graph = addGraph();
  graph->setName(name);
  graph->setData(line.x, line.y, true);
  graph->setAdaptiveSampling(false);  // the data are thinned already, the same for screen and paper
  graph->setPen(pen);
  return graph;
}

QCPItemLine* StyledPlot::addCursor(const QColor& color, Qt::PenStyle line) {
  auto* cursor = new QCPItemLine(this);
  toCursorLayer(cursor);
  cursor->setPen(m_style.pen(color, 1.4, line));
  for (QCPItemPosition* end : {cursor->start, cursor->end}) {
    end->setTypeX(QCPItemPosition::ptPlotCoords);
    end->setTypeY(QCPItemPosition::ptAxisRectRatio);
  }
  return cursor;
}

void StyledPlot::moveCursor(QCPItemLine* cursor, double x) {
  cursor->start->setCoords(x, 0);
  cursor->end->setCoords(x, 1);
}

void StyledPlot::refreshCursor() {
  if (hasInvalidatedPaintBuffers())
    replot(QCustomPlot::rpQueuedReplot);
  else
    layer(cursorLayer)->replot();
}

void StyledPlot::fitTicks(const QSize& size) {
  m_header->fitWidth(size.width());
  for (QCPAxis* axis : {xAxis, yAxis, yAxis2}) {
    const double pixels = (axis == xAxis ? size.width() : size.height()) / m_style.unit;
    if (const auto ticker = axis->ticker().dynamicCast<RoundTicker>()) ticker->setPixels(pixels);
    if (const auto ticker = axis->ticker().dynamicCast<DecadeTicker>()) ticker->setPixels(pixels);
  }
  fitCaption(size);
}

void StyledPlot::fitCaption(const QSize& size) {
  if (!m_style.paper || !m_captions || yAxis->label().isEmpty() || size.isEmpty()) return;
  const auto setLines = [this](bool areTwo) {
    m_captions->setTwoLines(areTwo);
    yAxis->setLabel(areTwo ? QStringLiteral(" \n ") : QStringLiteral(" "));
  };
  setLines(false);
  setViewport(QRect(QPoint(), size));
  updateLayout();
  if (m_captions->wantsTwoLines()) setLines(true);
}

void StyledPlot::keepLastNumber(const QSize& size) {
  if (!m_style.paper || !xAxis->visible() || !xAxis->tickLabels() || size.isEmpty()) return;
  QVector<double> ticks;
  QVector<QString> numbers;
  xAxis->ticker()->generate(xAxis->range(), QLocale::c(), QLatin1Char('g'), 6, ticks, nullptr, &numbers);
  while (!ticks.isEmpty() && ticks.back() > xAxis->range().upper) ticks.removeLast();
  if (ticks.isEmpty()) return;
  const double half =
      0.5 * QFontMetricsF(xAxis->tickLabelFont()).horizontalAdvance(numbers[ticks.size() - 1]);
  setViewport(QRect(QPoint(), size));
  for (int pass = 0; pass < 2; ++pass) {  // a last tick within the axis moves by less than its end
    updateLayout();
    const double beyond = xAxis->coordToPixel(ticks.back()) + half - (size.width() - 2);
    if (beyond <= 0) return;
    QMargins margins = axisRect()->minimumMargins();
    margins.setRight(size.width() - 1 - axisRect()->rect().right() + static_cast<int>(std::ceil(beyond)));
    axisRect()->setMinimumMargins(margins);
  }
}

QMargins StyledPlot::marginsAt(const QSize& size) {
  fitTicks(size);
  keepLastNumber(size);
  setViewport(QRect(QPoint(), size));
  updateLayout();
  const QRect inner = axisRect()->rect();
  return {inner.left(), inner.top(), size.width() - inner.right() - 1, size.height() - inner.bottom() - 1};
}

void StyledPlot::drawTo(QPainter& painter, const QSize& size) {
  fitTicks(size);
  keepLastNumber(size);
  constexpr int dpi = 72;  // a point of a font is one unit
  RelayDevice relay(painter, size, dpi);
  QCPPainter plotPainter(&relay);
  plotPainter.setMode(QCPPainter::pmVectorized);
  plotPainter.setMode(QCPPainter::pmNoCaching);
  toPainter(&plotPainter, size.width(), size.height());
}

void StyledPlot::resizeEvent(QResizeEvent* event) {
  fitTicks(event->size());
  QCustomPlot::resizeEvent(event);
}

}  // namespace carom
