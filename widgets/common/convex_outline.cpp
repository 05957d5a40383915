#include "common/convex_outline.h"

#include <algorithm>

namespace carom {

namespace {

double crossOf(QPointF a, QPointF b) {
  return a.x() * b.y() - a.y() * b.x();
}

}  // namespace

QPolygonF convexHull(std::vector<QPointF> points) {
  std::sort(points.begin(), points.end(),
            [](QPointF a, QPointF b) { return a.x() < b.x() || (a.x() == b.x() && a.y() < b.y()); });
  points.erase(std::unique(points.begin(), points.end()), points.end());
  if (points.size() < 3) return QPolygonF(QList<QPointF>(points.begin(), points.end()));
  QList<QPointF> hull;
  for (const int direction : {1, -1}) {  // lower chain, then the upper one back
    const auto first = hull.size();
    const auto add = [&](QPointF point) {
      while (hull.size() > first + 1 &&
             crossOf(hull.back() - hull[hull.size() - 2], point - hull[hull.size() - 2]) <= 0)
        hull.pop_back();
      hull.push_back(point);
    };
    if (direction > 0)
      std::for_each(points.begin(), points.end(), add);
    else
      std::for_each(points.rbegin(), points.rend(), add);
    hull.pop_back();
  }
  return QPolygonF(hull);
}

}  // namespace carom
