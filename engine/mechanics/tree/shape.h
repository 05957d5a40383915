#pragma once

#include <Eigen/Core>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "mechanics/tree/link.h"
#include "mechanics/tree/polytope.h"
#include "mechanics/tree/round_solid.h"

namespace carom {

/// A ball, or a disc in the plane; radius > 0.
struct Ball {
  double radius = 0;                                 ///< m
  Eigen::Vector3d centre = Eigen::Vector3d::Zero();  ///< in the body's frame (m)
};
/// The points x with ⟨normal, x⟩ ≥ offset are outside; normal is a unit vector.
struct HalfSpace {
  Eigen::Vector3d normal = Eigen::Vector3d::UnitX();
  double offset = 0;  ///< m
};
/// A point that other shapes stop, such as the tip of a leg.
struct Point {
  Eigen::Vector3d at = Eigen::Vector3d::Zero();  ///< in the body's frame (m)
};
/// All points within `radius` of the straight line between two ends; a thin rod where radius is 0.
struct Segment {
  std::array<Eigen::Vector3d, 2> ends;  ///< in the body's frame (m)
  double radius = 0;                    ///< m
};
/// The convex hull of some points: a solid, such as a box, a rectangle in space, or in the plane a polygon.
struct Hull {
  std::shared_ptr<const Polytope> solid;                   ///< in the hull's own frame; never null
  Eigen::Vector3d origin = Eigen::Vector3d::Zero();        ///< of that frame in the body's (m)
  Eigen::Matrix3d rotation = Eigen::Matrix3d::Identity();  ///< of that frame in the body's
};
/// A solid with a smooth surface other than a ball, such as an ellipsoid, in the plane an ellipse.
struct Round {
  std::shared_ptr<const RoundSolid> solid;                 ///< in its own frame; never null
  Eigen::Vector3d origin = Eigen::Vector3d::Zero();        ///< of that frame in the body's (m)
  Eigen::Matrix3d rotation = Eigen::Matrix3d::Identity();  ///< of that frame in the body's
};
using Shape = std::variant<Ball, HalfSpace, Point, Segment, Hull, Round>;

/// A box, or a rectangle where one half size is 0 (m, see boxSolid). centre: in the body's frame (m);
/// rotation: the box's axes in the body's frame.
Hull boxHull(const Eigen::Vector3d& halfSize, const Eigen::Vector3d& centre = Eigen::Vector3d::Zero(),
             const Eigen::Matrix3d& rotation = Eigen::Matrix3d::Identity());

/// The corners of a hull in the body's frame (m), in the order of its points.
std::vector<Eigen::Vector3d> corners(const Hull& hull);
/// The polygon of a hull that is one, or a prism along its own z axis; else the hull itself.
Hull section(Hull hull);
/// Whether a hull has a polygon (see section).
bool hasSection(const Hull& hull);

/// Half the sizes of a hull along its own axes (m).
inline Eigen::Vector3d halfSizeOf(const Hull& hull) {
  return halfSizeOf(*hull.solid);
}
/// The hull as which views and figures draw a shape; empty of balls, half-spaces, points and segments.
std::optional<Hull> drawnHull(const Shape& shape);

/// Why a body cannot have a shape, such as "radius ≤ 0"; empty where it can.
std::string faultOf(const Shape& shape);

/// The numbers of corners and edges of a shape in the plane or in space: a segment has two ends, which count
/// as corners, and is one edge; others than segments and hulls have none.
struct PartCounts {
  std::size_t corners = 0, edges = 0;
};
PartCounts partsOf(const Shape& shape, bool planar);

/// Points in the body's frame (m) such that a shape is the hull of the balls around them; none of a
/// half-space. Of a round solid the hull is inside of it, and touches its surface in 26 directions.
struct SpannedBy {
  std::vector<Eigen::Vector3d> points;
  double radius = 0;  ///< m
  /// The largest distance of two of the points (m).
  double diameter() const;
};
SpannedBy spanOf(const Shape& shape);

/// A bounding ball of a shape. The distance of two balls is a lower bound of the gap of any parts of the
/// shapes.
struct AroundShape {
  Eigen::Vector3d centre = Eigen::Vector3d::Zero();  ///< in the body's frame (m)
  double radius = 0;                                 ///< infinite for a half-space
};
AroundShape around(const Shape& shape);

/// The radius of what is round around the points, corners or edges of a shape (m), 0 of the others.
double thicknessOf(const Shape& shape);

/// Tilt against the plane z = const (rad), and relative distance of two planes, that count as 0: rounding of
/// a rotation is 1e-16. A smaller value takes boxes turned by rounding for tilted ones; a larger one treats
/// bodies as plane that have a tilt.
inline constexpr double upright = 1e-12;
/// The middle and half the height along z (m) of a shape whose body is at `pose`, as a figure in the plane;
/// empty where it is tilted against the plane.
std::optional<std::array<double, 2>> heightOf(const Shape& shape, const Pose& pose);

/// "ball", "half-space", "point", "segment", "box", "hull", or that of a round solid.
std::string_view nameOf(const Shape& shape);

}  // namespace carom
