#include "plot/cell_map_item.h"

#include <cmath>

namespace carom {

namespace {

/// The middles between places as the axis shows them, and the first and the last place.
QVector<double> edgesOf(const QVector<double>& places, const QCPAxis& axis) {
  QVector<double> edges{places.front()};
  for (qsizetype i = 1; i < places.size(); ++i)
    edges += axis.scaleType() == QCPAxis::stLogarithmic ? std::sqrt(places[i - 1] * places[i])
                                                        : 0.5 * (places[i - 1] + places[i]);
  return edges += places.back();
}

}  // namespace

CellMapItem::CellMapItem(StyledPlot* plot, PlaneValues values, QVector<double> levels, QVector<QColor> colors)
    : QCPAbstractItem(plot),
      m_values(std::move(values)),
      m_xEdges(edgesOf(m_values.x, *plot->xAxis)),
      m_yEdges(edgesOf(m_values.y, *plot->yAxis)),
      m_levels(std::move(levels)),
      m_colors(std::move(colors)) {
  setLayer(QStringLiteral("main"));
}

/// The cells with at least this value. Those above one another are one rectangle.
QPainterPath CellMapItem::above(double level) const {
  const QCPAxis &xAxis = *parentPlot()->xAxis, &yAxis = *parentPlot()->yAxis;
  QPainterPath path;
  for (qsizetype i = 0; i < m_values.x.size(); ++i) {
    const double left = xAxis.coordToPixel(m_xEdges[i]), right = xAxis.coordToPixel(m_xEdges[i + 1]);
    qsizetype first = -1;
    for (qsizetype j = 0; j <= m_values.y.size(); ++j) {
      const bool isIn = j < m_values.y.size() && m_values.at(i, j) >= level;
      if (isIn && first < 0) first = j;
      if (isIn || first < 0) continue;
      const double bottom = yAxis.coordToPixel(m_yEdges[first]), top = yAxis.coordToPixel(m_yEdges[j]);
      path.addRect(QRectF(QPointF(left, top), QPointF(right, bottom)));
      first = -1;
    }
  }
  return path;
}

void CellMapItem::draw(QCPPainter* painter) {
  painter->setPen(Qt::NoPen);
  for (qsizetype k = 0; k < m_levels.size(); ++k) {
    painter->setBrush(m_colors[k]);
    painter->drawPath(above(m_levels[k]));
  }
}

}  // namespace carom
