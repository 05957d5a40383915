#include "mechanics/tree/shape.h"

#include <algorithm>
#include <cmath>

namespace carom {

Hull boxHull(const Eigen::Vector3d& halfSize, const Eigen::Vector3d& centre,
             const Eigen::Matrix3d& rotation) {
  return {boxSolid(halfSize), centre, rotation};
}

std::vector<Eigen::Vector3d> corners(const Hull& hull) {
  std::vector<Eigen::Vector3d> list;
  for (const Eigen::Vector3d& corner : hull.solid->corners)
    list.push_back(hull.origin + hull.rotation * corner);
  return list;
}

bool hasSection(const Hull& hull) {
  return hull.solid->isPolygon() || hull.solid->section;
}

Hull section(Hull hull) {
  if (hull.solid->section) hull.solid = hull.solid->section;
  return hull;
}

PartCounts partsOf(const Shape& shape, bool planar) {
  if (std::holds_alternative<Segment>(shape)) return {2, 1};
  if (const auto* hull = std::get_if<Hull>(&shape)) {
    const Hull shown = planar ? section(*hull) : *hull;
    return {shown.solid->corners.size(), shown.solid->edges.size()};
  }
  return {};
}

double SpannedBy::diameter() const {
  double squared = 0;
  for (std::size_t i = 0; i < points.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) squared = std::max(squared, (points[i] - points[j]).squaredNorm());
  return std::sqrt(squared);
}

SpannedBy spanOf(const Shape& shape) {
  struct Span {
    SpannedBy operator()(const Ball& ball) const { return {{ball.centre}, ball.radius}; }
    SpannedBy operator()(const HalfSpace&) const { return {}; }
    SpannedBy operator()(const Point& point) const { return {{point.at}}; }
    SpannedBy operator()(const Segment& rod) const { return {{rod.ends[0], rod.ends[1]}, rod.radius}; }
    SpannedBy operator()(const Hull& hull) const { return {corners(hull)}; }
  };
  return std::visit(Span{}, shape);
}

std::string_view nameOf(const Shape& shape) {
  if (const auto* hull = std::get_if<Hull>(&shape)) return hull->solid->isBox ? "box" : "hull";
  constexpr std::array<std::string_view, 4> names{"ball", "half-space", "point", "segment"};
  return names[shape.index()];
}

}  // namespace carom
