#pragma once

#include <QPolygonF>
#include <vector>

namespace carom {

/// Corners of the convex hull of points, counterclockwise.
QPolygonF convexHull(std::vector<QPointF> points);

}  // namespace carom
