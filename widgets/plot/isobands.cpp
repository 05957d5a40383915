#include "plot/isobands.h"

#include <algorithm>
#include <cmath>

#include "common/theme.h"

namespace carom {

IsobandItem::IsobandItem(StyledPlot* plot, PlaneValues values, QVector<double> levels, QVector<QColor> colors)
    : QCPAbstractItem(plot),
      m_style(plot->plotStyle()),
      m_values(std::move(values)),
      m_levels(std::move(levels)),
      m_colors(std::move(colors)) {
  setLayer(QStringLiteral("background"));
}

QPointF IsobandItem::pixel(double x, double y) const {
  return {parentPlot()->xAxis->coordToPixel(x), parentPlot()->yAxis->coordToPixel(y)};
}

QPointF IsobandItem::corner(qsizetype i, qsizetype j) const {
  return pixel(m_values.x[i], m_values.y[j]);
}

/// Whether all corners of a cell have a value.
bool IsobandItem::hasValue(qsizetype i, qsizetype j) const {
  return std::isfinite(m_values.at(i, j) + m_values.at(i + 1, j) + m_values.at(i, j + 1) +
                       m_values.at(i + 1, j + 1));
}

/// The part of a cell above a level, cut where values are linear along its edges.
void IsobandItem::addPart(QPainterPath& path, qsizetype i, qsizetype j, double level) const {
  const std::array<QPointF, 4> place{corner(i, j), corner(i + 1, j), corner(i + 1, j + 1), corner(i, j + 1)};
  const std::array<double, 4> value{m_values.at(i, j), m_values.at(i + 1, j), m_values.at(i + 1, j + 1),
                                    m_values.at(i, j + 1)};
  QPolygonF part;
  for (std::size_t a = 0; a < 4; ++a) {
    const std::size_t b = (a + 1) % 4;
    if (value[a] >= level) part << place[a];
    if ((value[a] >= level) == (value[b] >= level)) continue;
    part << place[a] + (level - value[a]) / (value[b] - value[a]) * (place[b] - place[a]);
  }
  if (part.size() < 3) return;
  path.addPolygon(part);
  path.closeSubpath();
}

/// One path, so that neighbours of the same colour leave no line between them.
QPainterPath IsobandItem::above(double level) const {
  QPainterPath path;
  path.setFillRule(Qt::WindingFill);
  for (qsizetype i = 0; i + 1 < m_values.x.size(); ++i) {
    qsizetype first = -1;  // of a run of cells that are wholly above
    for (qsizetype j = 0; j < m_values.y.size(); ++j) {
      const bool isCell = j + 1 < m_values.y.size() && hasValue(i, j);
      const bool isWhole = isCell && m_values.at(i, j) >= level && m_values.at(i + 1, j) >= level &&
                           m_values.at(i, j + 1) >= level && m_values.at(i + 1, j + 1) >= level;
      if (isWhole && first < 0) first = j;
      if (!isWhole && first >= 0) {
        path.addPolygon(QPolygonF{corner(i, first), corner(i + 1, first), corner(i + 1, j), corner(i, j)});
        path.closeSubpath();
        first = -1;
      }
      if (isCell && !isWhole) addPart(path, i, j, level);
    }
  }
  return path;
}

void IsobandItem::hatch(QCPPainter& painter) const {
  const double gap = 5.0 * m_style.unit;
  const QRectF area = parentPlot()->axisRect()->rect();
  const auto isEmpty = [&](const QPointF& at) {
    const double x = parentPlot()->xAxis->pixelToCoord(at.x()), y = parentPlot()->yAxis->pixelToCoord(at.y());
    const auto cell = [](const QVector<double>& values, double value) {
      return std::ranges::upper_bound(values, value) - values.begin() - 1;
    };
    const qsizetype i = cell(m_values.x, x), j = cell(m_values.y, y);
    return i >= 0 && j >= 0 && i + 1 < m_values.x.size() && j + 1 < m_values.y.size() && !hasValue(i, j);
  };
  painter.setPen(m_style.pen(theme::quietInk(), 0.6));
  const double step = gap / 4;
  for (double c = area.left() - area.height(); c < area.right(); c += gap) {
    std::optional<QPointF> begin;
    QPointF at(c, area.bottom());
    for (; at.y() >= area.top() - step; at += QPointF(step, -step)) {
      const bool inside = isEmpty(at);
      if (inside && !begin) begin = at;
      if (!inside && begin) {
        painter.drawLine(QLineF(*begin, at - QPointF(step, -step)));
        begin.reset();
      }
    }
    if (begin) painter.drawLine(QLineF(*begin, at - QPointF(step, -step)));
  }
}

void IsobandItem::draw(QCPPainter* painter) {
  painter->setPen(Qt::NoPen);
  for (qsizetype k = 0; k < m_levels.size(); ++k) {
    painter->setBrush(m_colors[k]);
    painter->drawPath(above(m_levels[k]));
  }
  if (std::ranges::any_of(m_values.value, [](double value) { return !std::isfinite(value); }))
    hatch(*painter);
}

}  // namespace carom
