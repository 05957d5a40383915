#include "common/mark_shape.h"

#include <cmath>
#include <numbers>

namespace carom {

QPolygonF markOutline(const MarkShape& shape, QPointF at, double radius) {
  QPolygonF outline;
  const bool isStar = shape.inner > 0;
  const int corners = isStar ? 2 * shape.tips : shape.tips;
  for (int i = 0; i < corners; ++i) {
    const double angle = 2 * std::numbers::pi * (shape.turn + static_cast<double>(i) / corners);
    const double r = isStar && i % 2 == 1 ? shape.inner * radius : radius;
    outline << at + r * QPointF(std::sin(angle), -std::cos(angle));
  }
  return outline;
}

}  // namespace carom
