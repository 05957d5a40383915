#include "mechanics/contact/gap_bounds.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

namespace carom {

namespace {

Heights heights(const WorldBox& box, const WorldBall& ball) {
  Heights found;
  const Eigen::Vector3d x = box.pose.R.transpose() * (ball.centre - box.pose.x);
  for (Eigen::Index k = 0; k < 3; ++k)
    for (const double sign : {-1.0, 1.0})
      found.value[found.count++] = sign * x[k] - box.half[k] - ball.radius;
  return found;
}

/// In the plane: heights over the sides of a thin rod and beyond its ends.
Heights heights(const WorldSegment& rod, const WorldBall& corner) {
  Heights found;
  if (rod.radius + corner.radius > 0) return found;
  const Eigen::Vector3d d = (rod.ends[1] - rod.ends[0]).normalized(), n(-d.y(), d.x(), 0);
  const double height = n.dot(corner.centre - rod.ends[0]);
  found.value = {height, -height, d.dot(corner.centre - rod.ends[1]), -d.dot(corner.centre - rod.ends[0])};
  found.count = 4;
  return found;
}

/// Adds the heights of the lower end of `other` over the two faces that meet at `edge`.
void addFaces(const WorldSegment& edge, const WorldSegment& other, Heights& found) {
  if (edge.inwardCount < 2) return;
  for (const Eigen::Vector3d& inward : edge.inward) {
    const Eigen::Vector3d face = -inward.normalized();
    found.value[found.count++] =
        std::min(face.dot(other.ends[0] - edge.ends[0]), face.dot(other.ends[1] - edge.ends[0]));
  }
}

Heights heights(const WorldSegment& a, const WorldSegment& b) {
  Heights found;
  if (a.radius + b.radius > 0) return found;
  addFaces(a, b, found);
  addFaces(b, a, found);
  const Eigen::Vector3d n = (a.ends[1] - a.ends[0]).normalized().cross((b.ends[1] - b.ends[0]).normalized());
  found.sine = n.norm();
  const double height = found.sine > 0 ? n.dot(b.ends[0] - a.ends[0]) / found.sine : 0;
  found.value[found.count++] = height;
  found.value[found.count++] = -height;
  return found;
}

template <typename A, typename B>
Heights heights(const A&, const B&) {
  return {};
}

}  // namespace

Heights heights(const WorldPart& first, const WorldPart& second) {
  return std::visit(
      [](const auto& a, const auto& b) {
        const Heights found = heights(a, b);
        return found.count > 0 ? found : heights(b, a);
      },
      first, second);
}

PartSize sizeOf(const WorldPart& part) {
  if (const auto* ball = std::get_if<WorldBall>(&part)) return {ball->centre.norm(), ball->radius};
  if (const auto* segment = std::get_if<WorldSegment>(&part))
    return {std::max(segment->ends[0].norm(), segment->ends[1].norm()), segment->radius};
  if (const auto* box = std::get_if<WorldBox>(&part)) {
    const Eigen::Vector3d half = box->half.unaryExpr([](double h) { return std::isinf(h) ? 0 : h; });
    return {box->pose.x.norm() + half.norm(), 0};
  }
  return {0, 0, true};
}

AroundShape around(const Shape& shape) {
  if (const auto* ball = std::get_if<Ball>(&shape)) return {ball->centre, ball->radius};
  if (const auto* point = std::get_if<Point>(&shape)) return {point->at, 0};
  if (const auto* rod = std::get_if<Segment>(&shape))
    return {0.5 * (rod->ends[0] + rod->ends[1]), 0.5 * (rod->ends[1] - rod->ends[0]).norm() + rod->radius};
  if (const auto* box = std::get_if<Box>(&shape)) return {box->centre, box->halfSize.norm()};
  return {Eigen::Vector3d::Zero(), HUGE_VAL};
}

}  // namespace carom
