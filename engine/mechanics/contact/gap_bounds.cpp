#include "mechanics/contact/gap_bounds.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "mechanics/contact/hull_distance.h"

namespace carom {

namespace {

template <Tip T>
Heights heights(const WorldHull& hull, const T& ball) {
  Heights found;
  const Eigen::Vector3d x = inHull(hull, ball.centre);
  for (const Polytope::Face& face : hull.solid->faces)
    found.value.push_back(face.normal.dot(x) - face.offset - ball.radius);
  return found;
}

/// In the plane: heights over the sides of a thin rod and beyond its ends.
template <Tip T>
Heights heights(const WorldSegment& rod, const T& corner) {
  Heights found;
  if (rod.radius + corner.radius > 0) return found;
  const Eigen::Vector3d d = (rod.ends[1] - rod.ends[0]).normalized(), n(-d.y(), d.x(), 0);
  const double height = n.dot(corner.centre - rod.ends[0]);
  found.value = {height, -height, d.dot(corner.centre - rod.ends[1]), -d.dot(corner.centre - rod.ends[0])};
  return found;
}

/// Adds the heights of the lower end of `other` over the two faces that meet at `edge`.
void addFaces(const WorldSegment& edge, const WorldSegment& other, Heights& found) {
  if (edge.inwardCount < 2) return;
  for (std::size_t k = 0; k < 2; ++k) {
    // Outwards from the face with this direction: away from the other face.
    const Eigen::Vector3d in = edge.inward[k].normalized(), away = -edge.inward[1 - k].normalized();
    const Eigen::Vector3d face = (away - away.dot(in) * in).normalized();
    found.value.push_back(
        std::min(face.dot(other.ends[0] - edge.ends[0]), face.dot(other.ends[1] - edge.ends[0])));
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
  found.value.push_back(height);
  found.value.push_back(-height);
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
        return found.value.empty() ? heights(b, a) : found;
      },
      first, second);
}

PartSize sizeOf(const WorldPart& part) {
  if (const auto* ball = std::get_if<WorldBall>(&part)) return {ball->centre.norm(), ball->radius};
  if (const auto* segment = std::get_if<WorldSegment>(&part))
    return {std::max(segment->ends[0].norm(), segment->ends[1].norm()), segment->radius};
  if (const auto* corner = std::get_if<WorldCorner>(&part)) return {corner->centre.norm(), 0};
  if (const auto* hull = std::get_if<WorldHull>(&part)) return {farthestOf(*hull), 0};
  return {0, 0, true};
}

bool hasSmoothGap(const Mechanism& mechanism, const ContactPair& pair) {
  return pair.limit ||
         haveSmoothGap({sizeOf(partInBody(mechanism, pair, 0)), sizeOf(partInBody(mechanism, pair, 1))});
}

double farthestOf(const WorldHull& hull) {
  double farthest = 0;
  for (const Eigen::Vector3d& corner : hull.solid->corners)
    farthest = std::max(farthest, (hull.pose * corner).norm());
  return farthest;
}

AroundShape around(const Shape& shape) {
  if (const auto* ball = std::get_if<Ball>(&shape)) return {ball->centre, ball->radius};
  if (const auto* point = std::get_if<Point>(&shape)) return {point->at, 0};
  if (const auto* rod = std::get_if<Segment>(&shape))
    return {0.5 * (rod->ends[0] + rod->ends[1]), 0.5 * (rod->ends[1] - rod->ends[0]).norm() + rod->radius};
  if (const auto* hull = std::get_if<Hull>(&shape))
    return {hull->origin + hull->rotation * hull->solid->middle, hull->solid->reach};
  return {Eigen::Vector3d::Zero(), HUGE_VAL};
}

}  // namespace carom
