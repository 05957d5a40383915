#include "figure/recorded_point.h"

#include <algorithm>
#include <cmath>

#include "common/theme.h"

namespace carom {

QPolygonF RecordedPoint::ellipse() const {
  constexpr double holds95 = 5.9915;  // χ² of two degrees of freedom
  constexpr int corners = 72;
  const double mean = covariance.trace() / 2, half = (covariance(0, 0) - covariance(1, 1)) / 2,
               spread = std::hypot(half, covariance(0, 1)), turn = std::atan2(covariance(0, 1), half) / 2;
  const double a = std::sqrt(holds95 * std::max(0.0, mean + spread)),
               b = std::sqrt(holds95 * std::max(0.0, mean - spread));
  QPolygonF polygon;
  for (int i = 0; i < corners; ++i) {
    const double x = a * std::cos(2 * M_PI * i / corners), y = b * std::sin(2 * M_PI * i / corners);
    polygon << at + QPointF(std::cos(turn) * x - std::sin(turn) * y, std::sin(turn) * x + std::cos(turn) * y);
  }
  return polygon;
}

void paintRecordedPoint(QPainter& painter, const RecordedPoint& point, const AxesFrame& frame) {
  QPolygonF ellipse, diamond;
  for (const QPointF& corner : point.ellipse()) ellipse << frame.map(corner);
  QColor ground = theme::vermilion;
  painter.setPen(QPen(theme::vermilion, 1.2 * frame.unit));
  ground.setAlphaF(0.18F);
  painter.setBrush(ground);
  painter.drawPolygon(ellipse);
  const QPointF at = frame.map(point.at);
  const double r = 5 * frame.unit;
  diamond << at + QPointF(r, 0) << at + QPointF(0, r) << at - QPointF(r, 0) << at - QPointF(0, r);
  painter.setPen(QPen(theme::panelGround(), frame.unit));
  painter.setBrush(theme::vermilion);
  painter.drawPolygon(diamond);
}

}  // namespace carom
