#pragma once

#include "mechanics/contact/shape_distance.h"

namespace carom {

/// Heights that keep the gap of two sharp parts open where one of them stays above 0: of a corner over each
/// face of a box, of both ends of an edge over the faces at another, of crossing edges along their common
/// normal.
struct Heights {
  std::array<double, 8> value{};  ///< m; none is above |φ|
  std::size_t count = 0;
  double sine = 1;  ///< of the angle between two edges, whose normal is the one of the last two heights
};
/// Empty for parts that are round at round.
Heights heights(const WorldPart& first, const WorldPart& second);

/// A ball around a part: how far the centre is from the origin of the body, and with `radius` the farthest
/// point.
struct PartSize {
  double extent = 0;  ///< farthest point of the part without its radius from the origin of the body (m)
  double radius = 0;  ///< with which it meets others
  bool plane = false;
};
/// The part placed with its body at the origin.
PartSize sizeOf(const WorldPart& part);

/// Balls around two shapes: how far these are from each other, ≤ the gap of any two parts (m).
struct AroundShape {
  Eigen::Vector3d centre = Eigen::Vector3d::Zero();  ///< in the body's frame (m)
  double radius = 0;                                 ///< infinite for a half-space
};
AroundShape around(const Shape& shape);

}  // namespace carom
