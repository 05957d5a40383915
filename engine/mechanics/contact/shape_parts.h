#pragma once

#include <array>
#include <concepts>
#include <variant>

#include "mechanics/tree/mechanism.h"

namespace carom {

// The parts of shapes, in the world or in the frame of their bodies. Points and ends are balls of radius 0,
// edges are segments.
struct WorldBall {
  Eigen::Vector3d centre;
  double radius;
  Eigen::Vector3d toOther = Eigen::Vector3d::Zero();  ///< of an end of a segment, to its other end (m)
  std::size_t edgeCount = 0;                          ///< 1 of an end
  const Eigen::Vector3d& edge(std::size_t) const { return toOther; }
};
/// A corner of a hull, where any number of edges meet.
struct WorldCorner {
  Eigen::Vector3d centre;
  Eigen::Matrix3d R;                                 ///< the axes of the hull
  const std::vector<Eigen::Vector3d>* edgesInShape;  ///< in these axes (m); lives as long as the shape
  std::size_t edgeCount;
  static constexpr double radius = 0;
  Eigen::Vector3d edge(std::size_t i) const { return R * (*edgesInShape)[i]; }
};
/// What meets the whole of other shapes: a ball, or a corner or end with its edges.
template <typename Part>
concept Tip = std::same_as<Part, WorldBall> || std::same_as<Part, WorldCorner>;
struct WorldPlane {
  Eigen::Vector3d normal, point;  ///< unit, outwards; a point on the face
};
struct WorldSegment {
  std::array<Eigen::Vector3d, 2> ends;
  double radius;
  /// The one or two faces that meet at an edge, as vectors to their opposite edges (m).
  std::array<Eigen::Vector3d, 2> inward{Eigen::Vector3d::Zero(), Eigen::Vector3d::Zero()};
  std::size_t inwardCount = 0;
};
struct WorldHull {
  Pose pose;              ///< of the hull's own frame
  const Polytope* solid;  ///< a polygon for contacts in the plane; lives as long as the shape
};
struct WorldRound {
  Pose pose;                ///< of the solid's own frame
  const RoundSolid* solid;  ///< lives as long as the shape
};
using WorldPart = std::variant<WorldBall, WorldPlane, WorldSegment, WorldCorner, WorldHull, WorldRound>;

/// A part of a shape, numbered as in ContactPair, in the frame of its body.
WorldPart partInBody(const Shape& shape, int part, bool planar = false);
/// The part of one side (0 or 1) of a contact, in the frame of its body.
WorldPart partInBody(const Mechanism& mechanism, const ContactPair& contact, std::size_t side);
/// A part in the world, for its body at `pose`.
WorldPart placed(WorldPart part, const Pose& pose);
/// The size of a part in its body.
struct PartSize {
  double extent = 0;  ///< distance of its farthest point from the origin of the body, without radius (m)
  double radius = 0;  ///< radius of its surface (m)
  bool plane = false;
};
/// The size of a part that is placed with its body at the origin.
PartSize sizeOf(const WorldPart& part);
/// A bound on the distance of its points from there, of a plane that of its place (m).
double reachOf(const WorldPart& part);
/// The part of one side of a contact in the world.
inline WorldPart worldPart(const Mechanism& mechanism, const ContactPair& contact, std::size_t side,
                           const Pose& pose) {
  return placed(partInBody(mechanism, contact, side), pose);
}

}  // namespace carom
