#include "viewport/render/ground_and_walls.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "base/round_number.h"

namespace carom {

namespace {

struct Wall {
  Eigen::Vector3d point, normal;
};

/// The box that the initial configuration fills.
struct Extent {
  Eigen::Vector3d low = Eigen::Vector3d::Constant(std::numeric_limits<double>::infinity());
  Eigen::Vector3d high = -low;
  double largestRadius = 0;

  Eigen::Vector3d centre() const { return (low + high) / 2; }
};

/// The circle of a body that swings about a hinge of the world.
std::optional<FitTarget> swingOf(const Mechanism& mechanism, int body) {
  const std::vector<int>& chain = mechanism.chain(body);
  if (chain.empty() || !mechanism.links()[chain.front()].revolute) return std::nullopt;
  double reach = 0, size = 0;
  for (std::size_t k = 1; k < chain.size(); ++k) reach += mechanism.links()[chain[k]].offset.norm();
  for (const Shape& shape : mechanism.bodies()[body].shapes)
    if (const auto* segment = std::get_if<Segment>(&shape))
      size = std::max({size, segment->ends[0].norm(), segment->ends[1].norm()});
  return FitTarget{mechanism.links()[chain.front()].offset, reach + size};
}

/// The circles that bodies on hinges reach. With contacts they may not reach them, so there are none.
std::vector<FitTarget> swings(const Mechanism& mechanism) {
  std::vector<FitTarget> list;
  if (!mechanism.contacts().empty()) return list;
  for (int body = 0; body < static_cast<int>(mechanism.bodies().size()); ++body)
    if (const auto swing = swingOf(mechanism, body)) list.push_back(*swing);
  return list;
}

Extent extentOf(const SceneInstance& instance) {
  Extent extent;
  const Mechanism& mechanism = *instance.mechanism;
  const auto add = [&](const Eigen::Vector3d& centre, double radius) {
    extent.low = extent.low.cwiseMin(centre - Eigen::Vector3d::Constant(radius));
    extent.high = extent.high.cwiseMax(centre + Eigen::Vector3d::Constant(radius));
    extent.largestRadius = std::max(extent.largestRadius, radius);
  };
  for (int body = 0; body < static_cast<int>(mechanism.bodies().size()); ++body) {
    for (const Shape& shape : mechanism.bodies()[body].shapes) {
      const Pose pose = mechanism.pose(body, instance.initial.q);
      if (std::holds_alternative<Point>(shape)) continue;
      const SpannedBy span = spanOf(shape);
      const double radius = std::max(span.radius, 0.05 * span.diameter());
      for (const Eigen::Vector3d& point : span.points) add(pose * point, radius);
    }
  }
  for (const FitTarget& swing : swings(mechanism)) {
    const Eigen::Vector3d sides(swing.radius, swing.radius, 0);
    extent.low = extent.low.cwiseMin(swing.centre - sides);
    extent.high = extent.high.cwiseMax(swing.centre + sides);
  }
  if (extent.largestRadius == 0) extent = {-Eigen::Vector3d::Ones(), Eigen::Vector3d::Ones(), 1};
  return extent;
}

std::vector<Wall> wallsOf(const SceneFrame& frame, const Mechanism& mechanism) {
  std::vector<Wall> walls;
  for (std::size_t body = 0; body < mechanism.bodies().size(); ++body)
    for (const Shape& shape : mechanism.bodies()[body].shapes)
      if (const auto* half = std::get_if<HalfSpace>(&shape))
        walls.push_back({frame.positions[body] + half->offset * half->normal, half->normal});
  return walls;
}

SceneFrame::Ground groundOf(const std::vector<Wall>& walls, const Eigen::Vector3d& up, const Extent& extent,
                            double ballSize) {
  SceneFrame::Ground ground;
  const auto floor =
      std::ranges::find_if(walls, [&](const Wall& wall) { return wall.normal.dot(up) > 0.999; });
  ground.normal = up;
  const double height = floor != walls.end() ? up.dot(floor->point) : up.dot(extent.low);
  const Eigen::Vector3d centre = extent.centre();
  ground.centre = centre + (height - up.dot(centre)) * up;
  ground.cell = roundNumberBelow(ballSize);
  ground.extent = std::max(4.5 * (extent.high - extent.low).norm(), 22 * ballSize);
  return ground;
}

/// Makes the slab of a ramp, on which gravity pulls bodies along, longer than a body that stands on it.
void lengthenRamp(SceneFrame::Wall& slab, const Eigen::Vector3d& gravity, double reach) {
  constexpr double leastSlope = 0.05, level = 0.999;  // of the normal along the vertical
  if (gravity.isZero(0)) return;
  const Eigen::Vector3d down = gravity.normalized();
  const double support = -slab.normal.dot(down);
  if (support < leastSlope || support > level) return;
  const Eigen::Vector3d slope = (down + support * slab.normal).normalized();
  slab.halfAlong = std::max(slab.halfAlong, reach * std::abs(slab.along.dot(slope)));
  slab.halfAcross = std::max(slab.halfAcross, reach * std::abs(slab.across.dot(slope)));
}

SceneFrame::Wall slabOf(const Wall& wall, const Eigen::Vector3d& up, const SceneFrame::Ground& ground,
                        const Extent& extent, const Eigen::Vector3d& gravity) {
  SceneFrame::Wall slab;
  const bool isLevel = std::abs(wall.normal.dot(up)) > 0.999;
  slab.normal = wall.normal;
  slab.along = isLevel ? Eigen::Vector3d(Eigen::Vector3d::UnitX())
                       : Eigen::Vector3d(up.cross(wall.normal).normalized());
  slab.across = wall.normal.cross(slab.along);
  const Eigen::Vector3d size = extent.high - extent.low;
  slab.thickness = 0.35 * extent.largestRadius;
  slab.halfAlong = 0.5 * slab.along.cwiseAbs().dot(size) + 0.7 * extent.largestRadius;
  slab.halfAcross = 0.5 * slab.across.cwiseAbs().dot(size) + 0.35 * extent.largestRadius;
  constexpr double rampOfRadius = 8;
  lengthenRamp(slab, gravity, rampOfRadius * extent.largestRadius);
  const Eigen::Vector3d centre = extent.centre();
  slab.centre = centre - wall.normal.dot(centre - wall.point) * wall.normal;
  if (std::abs(slab.across.dot(up)) > 0.999)  // stands on the ground
    slab.centre += (up.dot(ground.centre - slab.centre) + slab.halfAcross) * up;
  if (isLevel)  // a table, as wide as it is high
    slab.halfAlong = std::max(slab.halfAlong, std::abs(up.dot(slab.centre - ground.centre)));
  return slab;
}

}  // namespace

void addSurroundings(SceneFrame& frame, const SceneInstance& instance) {
  const Mechanism& mechanism = *instance.mechanism;
  const Extent extent = extentOf(instance);
  frame.reach = swings(mechanism);
  const std::vector<Wall> walls = wallsOf(frame, mechanism);
  const auto isFloor = [](const Wall& wall) { return wall.normal.y() > 0.999; };
  const bool vertical =
      frame.planar && mechanism.gravity().y() < 0 && (walls.empty() || std::ranges::any_of(walls, isFloor));
  const Eigen::Vector3d up = vertical ? Eigen::Vector3d::UnitY() : Eigen::Vector3d::UnitZ();
  frame.ground = groundOf(walls, up, extent, frame.ballSize);
  // What lies over a scene in space would hide it from a camera above.
  const double lowest = vertical ? -2 : -0.999;
  for (const Wall& wall : walls)
    if (wall.normal.dot(up) > lowest && wall.normal.dot(up) < 0.999)
      frame.walls.push_back(slabOf(wall, up, frame.ground, extent, mechanism.gravity()));
}

}  // namespace carom
