#include "mechanics/tree/shape.h"

#include <algorithm>
#include <cmath>
#include <concepts>
#include <type_traits>

#include "base/rotation.h"

namespace carom {

namespace {

// What each shape is to those that ask every shape.

using HeightInPlane = std::optional<std::array<double, 2>>;

std::string faultIn(const Ball& ball) {
  return ball.radius > 0 ? "" : "radius ≤ 0";
}
AroundShape ballAround(const Ball& ball) {
  return {ball.centre, ball.radius};
}
HeightInPlane heightIn(const Ball& ball, const Pose& pose) {
  return HeightInPlane({(pose * ball.centre).z(), 0});
}

std::string faultIn(const HalfSpace& wall) {
  return isUnit(wall.normal) ? "" : "the normal is not a unit vector";
}
AroundShape ballAround(const HalfSpace&) {
  return {Eigen::Vector3d::Zero(), HUGE_VAL};
}
HeightInPlane heightIn(const HalfSpace& wall, const Pose&) {
  return wall.normal.z() == 0 ? HeightInPlane({0, HUGE_VAL}) : HeightInPlane();
}

std::string faultIn(const Point&) {
  return {};
}
AroundShape ballAround(const Point& point) {
  return {point.at, 0};
}
HeightInPlane heightIn(const Point& point, const Pose& pose) {
  return HeightInPlane({(pose * point.at).z(), 0});
}

std::string faultIn(const Segment& rod) {
  if (!(rod.radius >= 0)) return "radius < 0";
  return (rod.ends[1] - rod.ends[0]).norm() > 0 ? "" : "the ends of a segment coincide";
}
AroundShape ballAround(const Segment& rod) {
  return {0.5 * (rod.ends[0] + rod.ends[1]), 0.5 * (rod.ends[1] - rod.ends[0]).norm() + rod.radius};
}
HeightInPlane heightIn(const Segment& rod, const Pose& pose) {
  const Eigen::Vector3d along = rod.ends[1] - rod.ends[0];
  return std::abs(along.z()) <= upright * along.norm() ? HeightInPlane({(pose * rod.ends[0]).z(), 0})
                                                       : HeightInPlane();
}

std::string faultIn(const Hull& hull) {
  if (!hull.solid) return "a hull without points";
  return isRotation(hull.rotation) ? "" : "the orientation of a shape is no rotation";
}
AroundShape ballAround(const Hull& hull) {
  return {hull.origin + hull.rotation * hull.solid->middle, hull.solid->reach};
}
HeightInPlane heightIn(const Hull& hull, const Pose& pose) {
  const auto& [least, most] = hull.solid->height;
  const Eigen::Vector3d middle = hull.origin + hull.rotation.col(2) * (0.5 * (least + most));
  return std::abs(hull.rotation(2, 2)) >= 1 - upright && hasSection(hull)
             ? HeightInPlane({(pose * middle).z(), 0.5 * (most - least)})
             : HeightInPlane();
}

std::string faultIn(const Round& round) {
  if (!round.solid || !(round.solid->halfSize().minCoeff() > 0 && round.solid->leastRadius() > 0))
    return "a size ≤ 0";
  return isRotation(round.rotation) ? "" : "the orientation of a shape is no rotation";
}
AroundShape ballAround(const Round& round) {
  return {round.origin, round.solid->reach()};
}
HeightInPlane heightIn(const Round& round, const Pose& pose) {
  const bool isUpright = round.rotation.row(2).cwiseAbs().maxCoeff() >= 1 - upright;
  return isUpright ? HeightInPlane({(pose * round.origin).z(), 0}) : HeightInPlane();
}
SpannedBy spanIn(const Round& round) {
  SpannedBy span{{}, round.solid->leastRadius()};
  for (int i = 0; i < 27; ++i) {
    const Eigen::Vector3d n(i % 3 - 1, i / 3 % 3 - 1, i / 9 - 1);
    if (n.isZero(0)) continue;
    const Eigen::Vector3d inside = round.solid->point(n) - span.radius * n.normalized();
    span.points.emplace_back(round.origin + round.rotation * inside);
  }
  return span;
}

}  // namespace

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
    SpannedBy operator()(const Round& round) const { return spanIn(round); }
  };
  return std::visit(Span{}, shape);
}

std::optional<Hull> drawnHull(const Shape& shape) {
  if (const auto* round = std::get_if<Round>(&shape))
    return Hull{round->solid->mesh(), round->origin, round->rotation};
  const auto* hull = std::get_if<Hull>(&shape);
  return hull ? std::optional(*hull) : std::nullopt;
}

std::string faultOf(const Shape& shape) {
  return std::visit([](const auto& kind) { return faultIn(kind); }, shape);
}

AroundShape around(const Shape& shape) {
  return std::visit([](const auto& kind) { return ballAround(kind); }, shape);
}

double thicknessOf(const Shape& shape) {
  return std::visit(
      [](const auto& kind) {
        if constexpr (requires { kind.radius; })
          return kind.radius;
        else if constexpr (std::same_as<std::decay_t<decltype(kind)>, Round>)
          return kind.solid->leastRadius();
        else
          return 0.0;
      },
      shape);
}

std::optional<std::array<double, 2>> heightOf(const Shape& shape, const Pose& pose) {
  return std::visit([&](const auto& kind) { return heightIn(kind, pose); }, shape);
}

std::string_view nameOf(const Shape& shape) {
  if (const auto* hull = std::get_if<Hull>(&shape)) return hull->solid->isBox ? "box" : "hull";
  if (const auto* round = std::get_if<Round>(&shape)) return round->solid->name();
  constexpr std::array<std::string_view, 4> names{"ball", "half-space", "point", "segment"};
  return names[shape.index()];
}

}  // namespace carom
