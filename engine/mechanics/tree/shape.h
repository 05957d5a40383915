#pragma once

#include <Eigen/Core>
#include <array>
#include <string_view>
#include <variant>
#include <vector>

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
/// A cuboid; a rectangle where one half size is 0.
struct Box {
  Eigen::Vector3d halfSize;                                ///< along the box's own axes (m), ≥ 0
  Eigen::Vector3d centre = Eigen::Vector3d::Zero();        ///< in the body's frame (m)
  Eigen::Matrix3d rotation = Eigen::Matrix3d::Identity();  ///< the box's axes in the body's frame
};
using Shape = std::variant<Ball, HalfSpace, Point, Segment, Box>;

/// The corners of a box in the body's frame (m): 8, or 4 of a rectangle.
std::vector<Eigen::Vector3d> corners(const Box& box);
/// An edge of a box: parallel to one axis, at −1 or +1 of the other two.
struct BoxEdge {
  int axis;
  Eigen::Vector3d side;  ///< 0 along the axis
};
/// The edges of a box: 12, or 4 of a rectangle.
std::vector<BoxEdge> edges(const Box& box);
/// The rectangle in which the plane through the centre of a box, across its z axis, cuts it.
Box section(Box box);

/// "ball", "half-space", "point", "segment" or "box".
std::string_view nameOf(const Shape& shape);

}  // namespace carom
