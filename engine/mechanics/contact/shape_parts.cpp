#include "mechanics/contact/shape_parts.h"

#include <Eigen/Geometry>
#include <cmath>

namespace carom {

namespace {

// Parts in their bodies.

/// corners(box)[number], without the others.
Eigen::Vector3d cornerAt(const Box& box, int number) {
  if (!(box.halfSize.array() > 0).all()) return corners(box)[static_cast<std::size_t>(number)];
  const Eigen::Vector3d signs(number & 1 ? 1 : -1, number & 2 ? 1 : -1, number & 4 ? 1 : -1);
  return box.centre + box.rotation * signs.cwiseProduct(box.halfSize);
}

/// edges(box)[number], without the others.
BoxEdge edgeAt(const Box& box, int number) {
  if (!(box.halfSize.array() > 0).all()) return edges(box)[static_cast<std::size_t>(number)];
  BoxEdge edge{number / 4, Eigen::Vector3d::Zero()};
  edge.side[(edge.axis + 1) % 3] = number & 1 ? 1 : -1;
  edge.side[(edge.axis + 2) % 3] = number & 2 ? 1 : -1;
  return edge;
}

WorldBall cornerOf(const Box& box, int part) {
  const Eigen::Vector3d corner = cornerAt(box, part - 1);
  WorldBall ball{corner, 0};
  const Eigen::Vector3d local = box.rotation.transpose() * (corner - box.centre);
  for (Eigen::Index k = 0; k < 3; ++k)
    if (box.halfSize[k] > 0) ball.edges[ball.edgeCount++] = -2 * local[k] * box.rotation.col(k);
  return ball;
}

WorldSegment edgeOf(const Box& box, const BoxEdge& edge) {
  Eigen::Vector3d local = edge.side.cwiseProduct(box.halfSize);
  WorldSegment segment{{Eigen::Vector3d::Zero(), Eigen::Vector3d::Zero()}, 0};
  for (std::size_t end = 0; end < 2; ++end) {
    local[edge.axis] = (end == 0 ? -1 : 1) * box.halfSize[edge.axis];
    segment.ends[end] = box.centre + box.rotation * local;
  }
  for (Eigen::Index k = 0; k < 3; ++k)
    if (k != edge.axis && box.halfSize[k] > 0)
      segment.inward[segment.inwardCount++] = -2 * edge.side[k] * box.halfSize[k] * box.rotation.col(k);
  return segment;
}

WorldPart partOf(const Ball& ball, int, bool) {
  return WorldBall{ball.centre, ball.radius};
}
WorldPart partOf(const HalfSpace& wall, int, bool) {
  return WorldPlane{wall.normal, wall.offset * wall.normal};
}
WorldPart partOf(const Point& point, int, bool) {
  return WorldBall{point.at, 0};
}
WorldPart partOf(const Segment& segment, int part, bool) {
  if (part == 0) return WorldSegment{{segment.ends[0], segment.ends[1]}, segment.radius};
  const auto end = static_cast<std::size_t>(part - 1);
  WorldBall ball{segment.ends[end], segment.radius};
  ball.edges[0] = segment.ends[1 - end] - segment.ends[end];
  ball.edgeCount = 1;
  return ball;
}
WorldPart partOf(const Box& whole, int part, bool planar) {
  const Box box = planar ? section(whole) : whole;
  if (part == 0) {
    WorldBox placed{{box.rotation, box.centre}, box.halfSize};
    if (planar) placed.half.z() = HUGE_VAL;
    return placed;
  }
  const int corner = 1 << (box.halfSize.array() > 0).count();
  if (part <= corner) return cornerOf(box, part);
  return edgeOf(box, edgeAt(box, part - corner - 1));
}
WorldSegment edgeOf(const Hull& hull, const Polytope::Edge& edge) {
  WorldSegment segment{{Eigen::Vector3d::Zero(), Eigen::Vector3d::Zero()}, 0};
  for (std::size_t end = 0; end < 2; ++end)
    segment.ends[end] =
        hull.origin + hull.rotation * hull.solid->corners[static_cast<std::size_t>(edge.corners[end])];
  for (const Eigen::Vector3d& inward : edge.inward)
    segment.inward[segment.inwardCount++] = hull.rotation * inward;
  return segment;
}

WorldPart partOf(const Hull& hull, int part, bool planar) {
  const bool isSection = planar && hull.solid->section;
  const Polytope& solid = isSection ? *hull.solid->section : *hull.solid;
  if (part == 0) return WorldHull{{hull.rotation, hull.origin}, &solid};
  const auto corner = static_cast<std::size_t>(part - 1), count = solid.corners.size();
  if (corner >= count) return edgeOf(hull, solid.edges[corner - count]);
  const std::vector<Eigen::Vector3d>& edges = solid.edgesFrom[corner];
  return WorldCorner{hull.origin + hull.rotation * solid.corners[corner], hull.rotation, &edges,
                     edges.size()};
}

// Parts in the world.

void place(WorldBall& ball, const Pose& pose) {
  ball.centre = pose * ball.centre;
  for (std::size_t i = 0; i < ball.edgeCount; ++i) ball.edges[i] = pose.R * ball.edges[i];
}
void place(WorldPlane& wall, const Pose& pose) {
  wall.normal = pose.R * wall.normal;
  wall.point = pose * wall.point;
}
void place(WorldSegment& segment, const Pose& pose) {
  for (Eigen::Vector3d& end : segment.ends) end = pose * end;
  for (std::size_t i = 0; i < segment.inwardCount; ++i) segment.inward[i] = pose.R * segment.inward[i];
}
void place(WorldBox& box, const Pose& pose) {
  box.pose = {pose.R * box.pose.R, pose * box.pose.x};
}
void place(WorldCorner& corner, const Pose& pose) {
  corner.centre = pose * corner.centre;
  corner.R = pose.R * corner.R;
}
void place(WorldHull& hull, const Pose& pose) {
  hull.pose = {pose.R * hull.pose.R, pose * hull.pose.x};
}

}  // namespace

WorldPart partInBody(const Shape& shape, int part, bool planar) {
  return std::visit([&](const auto& kind) { return partOf(kind, part, planar); }, shape);
}

WorldPart partInBody(const Mechanism& mechanism, const ContactPair& contact, std::size_t side) {
  const Body& body = mechanism.bodies()[static_cast<std::size_t>(contact.body[side])];
  const Shape& shape = body.shapes[static_cast<std::size_t>(contact.shape[side])];
  return partInBody(shape, contact.part[side], contact.planar);
}

WorldPart placed(WorldPart part, const Pose& pose) {
  std::visit([&](auto& kind) { place(kind, pose); }, part);
  return part;
}

}  // namespace carom
