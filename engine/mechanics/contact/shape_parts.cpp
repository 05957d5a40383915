#include "mechanics/contact/shape_parts.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

namespace carom {

namespace {

// Parts in their bodies.

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
  ball.toOther = segment.ends[1 - end] - segment.ends[end];
  ball.edgeCount = 1;
  return ball;
}
WorldSegment edgeOf(const Hull& hull, const Polytope::Edge& edge) {
  WorldSegment segment{{Eigen::Vector3d::Zero(), Eigen::Vector3d::Zero()}, 0};
  for (std::size_t end = 0; end < 2; ++end)
    segment.ends[end] =
        hull.origin + hull.rotation * hull.solid->corners[static_cast<std::size_t>(edge.corners[end])];
  for (; segment.inwardCount < edge.faceCount; ++segment.inwardCount)
    segment.inward[segment.inwardCount] = hull.rotation * edge.inward[segment.inwardCount];
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

WorldPart partOf(const Round& round, int, bool) {
  return WorldRound{{round.rotation, round.origin}, round.solid.get()};
}

// Parts in the world.

void place(WorldBall& ball, const Pose& pose) {
  ball.centre = pose * ball.centre;
  ball.toOther = pose.R * ball.toOther;
}
void place(WorldPlane& wall, const Pose& pose) {
  wall.normal = pose.R * wall.normal;
  wall.point = pose * wall.point;
}
void place(WorldSegment& segment, const Pose& pose) {
  for (Eigen::Vector3d& end : segment.ends) end = pose * end;
  for (std::size_t i = 0; i < segment.inwardCount; ++i) segment.inward[i] = pose.R * segment.inward[i];
}
void place(WorldCorner& corner, const Pose& pose) {
  corner.centre = pose * corner.centre;
  corner.R = pose.R * corner.R;
}
template <typename Framed>
requires requires(Framed part) {
  part.pose;
}
void place(Framed& part, const Pose& pose) {
  part.pose = {pose.R * part.pose.R, pose * part.pose.x};
}

// Their sizes in their bodies.

PartSize sizeIn(const WorldBall& ball) {
  return {ball.centre.norm(), ball.radius};
}
PartSize sizeIn(const WorldPlane&) {
  return {0, 0, true};
}
PartSize sizeIn(const WorldSegment& segment) {
  return {std::max(segment.ends[0].norm(), segment.ends[1].norm()), segment.radius};
}
PartSize sizeIn(const WorldCorner& corner) {
  return {corner.centre.norm(), 0};
}
PartSize sizeIn(const WorldHull& hull) {
  double farthest = 0;
  for (const Eigen::Vector3d& corner : hull.solid->corners)
    farthest = std::max(farthest, (hull.pose * corner).norm());
  return {farthest, 0};
}
PartSize sizeIn(const WorldRound& round) {
  const double radius = round.solid->leastRadius();
  return {round.pose.x.norm() + round.solid->reach() - radius, radius};
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

PartSize sizeOf(const WorldPart& part) {
  return std::visit([](const auto& kind) { return sizeIn(kind); }, part);
}

double reachOf(const WorldPart& part) {
  if (const auto* wall = std::get_if<WorldPlane>(&part)) return wall->point.norm();
  if (const auto* rod = std::get_if<WorldSegment>(&part))
    return rod->ends[0].norm() + rod->ends[1].norm() + rod->radius;
  const PartSize size = sizeOf(part);
  return size.extent + size.radius;
}

}  // namespace carom
