#include "mechanics/tree/shape.h"

#include <algorithm>
#include <cmath>

namespace carom {

Box section(Box box) {
  box.halfSize.z() = 0;
  return box;
}

std::vector<Eigen::Vector3d> corners(const Box& box) {
  std::vector<Eigen::Vector3d> list;
  for (int i = 0; i < 8; ++i) {
    const Eigen::Vector3d signs(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1);
    // A flat box lists each corner once.
    if (((signs.array() > 0) && (box.halfSize.array() == 0)).any()) continue;
    list.push_back(box.centre + box.rotation * signs.cwiseProduct(box.halfSize));
  }
  return list;
}

std::vector<BoxEdge> edges(const Box& box) {
  std::vector<BoxEdge> list;
  for (int axis = 0; axis < 3; ++axis)
    for (int i = 0; i < 4 && box.halfSize[axis] > 0; ++i) {
      BoxEdge edge{axis, Eigen::Vector3d::Zero()};
      edge.side[(axis + 1) % 3] = i & 1 ? 1 : -1;
      edge.side[(axis + 2) % 3] = i & 2 ? 1 : -1;
      if (!((edge.side.array() > 0) && (box.halfSize.array() == 0)).any()) list.push_back(edge);
    }
  return list;
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
  if (const auto* box = std::get_if<Box>(&shape)) {
    const Box shown = planar ? section(*box) : *box;
    return {corners(shown).size(), edges(shown).size()};
  }
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
    SpannedBy operator()(const Box& box) const { return {corners(box)}; }
    SpannedBy operator()(const Hull& hull) const { return {corners(hull)}; }
  };
  return std::visit(Span{}, shape);
}

std::string_view nameOf(const Shape& shape) {
  constexpr std::array<std::string_view, 6> names{"ball", "half-space", "point", "segment", "box", "hull"};
  return names[shape.index()];
}

}  // namespace carom
