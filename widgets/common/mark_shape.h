#pragma once

#include <QPolygonF>

namespace carom {

/// The shape of a mark in pictures and tables: a regular polygon, or a star.
struct MarkShape {
  int tips;
  double turn;   ///< of the first tip from straight up (parts of a turn)
  double inner;  ///< of a star: radius of the corners between its tips, over that of the tips; 0: a polygon
};

/// The outline of a mark. radius: of its tips.
QPolygonF markOutline(const MarkShape& shape, QPointF at, double radius);

}  // namespace carom
