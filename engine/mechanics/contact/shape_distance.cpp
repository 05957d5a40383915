#include "mechanics/contact/shape_distance.h"

#include <algorithm>
#include <stdexcept>

namespace carom {

namespace {

WorldPart place(const Ball& ball, int, const Pose& pose) {
  return WorldBall{pose * ball.centre, ball.radius};
}
WorldPart place(const HalfSpace& wall, int, const Pose& pose) {
  const Eigen::Vector3d normal = pose.R * wall.normal;
  return WorldPlane{normal, pose.x + wall.offset * normal};
}
WorldPart place(const Point& point, int, const Pose& pose) {
  return WorldBall{pose * point.at, 0};
}
WorldPart place(const Segment& segment, int part, const Pose& pose) {
  if (part > 0) return WorldBall{pose * segment.ends[static_cast<std::size_t>(part - 1)], segment.radius};
  return WorldSegment{{pose * segment.ends[0], pose * segment.ends[1]}, segment.radius};
}
WorldPart place(const Box& box, int part, const Pose& pose) {
  return WorldBall{pose * corners(box)[static_cast<std::size_t>(part - 1)], 0};
}

Separation separate(const WorldBall& a, const WorldBall& b) {
  const Eigen::Vector3d d = b.centre - a.centre;
  const double distance = d.norm();
  // Concentric balls overlap whatever the direction; any will do.
  const Eigen::Vector3d e = distance > 0 ? Eigen::Vector3d(d / distance) : Eigen::Vector3d::UnitX();
  return {distance - (a.radius + b.radius), e, a.centre, b.centre, a.centre + a.radius * e};
}

Separation separate(const WorldPlane& wall, const WorldBall& b) {
  const double gap = wall.normal.dot(b.centre - wall.point) - b.radius;
  return {gap, wall.normal, b.centre, b.centre, b.centre - (b.radius + gap) * wall.normal};
}
Separation separate(const WorldBall& a, const WorldPlane& wall) {
  return separate(wall, a).reversed();
}

/// The gap is the distance from the nearest point of the segment, and to first order that point stays.
Separation separate(const WorldSegment& segment, const WorldBall& b) {
  const Eigen::Vector3d along = segment.ends[1] - segment.ends[0];
  const double s = std::clamp(along.dot(b.centre - segment.ends[0]) / along.squaredNorm(), 0.0, 1.0);
  return separate(WorldBall{segment.ends[0] + s * along, segment.radius}, b);
}
Separation separate(const WorldBall& a, const WorldSegment& segment) {
  return separate(segment, a).reversed();
}

template <typename A, typename B>
Separation separate(const A&, const B&) {
  throw std::logic_error("two shapes that never touch");  // Mechanism refuses such a contact
}

}  // namespace

WorldPart worldPart(const Shape& shape, int part, const Pose& pose) {
  return std::visit([&](const auto& kind) { return place(kind, part, pose); }, shape);
}

WorldPart worldPart(const Mechanism& mechanism, const ContactPair& contact, std::size_t side,
                    const Pose& pose) {
  const Body& body = mechanism.bodies()[static_cast<std::size_t>(contact.body[side])];
  const Shape& shape = body.shapes[static_cast<std::size_t>(contact.shape[side])];
  return worldPart(shape, contact.part[side], pose);
}

Separation separate(const WorldPart& first, const WorldPart& second) {
  return std::visit([](const auto& a, const auto& b) { return separate(a, b); }, first, second);
}

}  // namespace carom
