#pragma once

#include <span>
#include <vector>

#include "mechanics/tree/polytope.h"

namespace carom {

/// The hull of some points by a few of its corners.
struct SimpleHull {
  std::vector<Eigen::Vector3d> points;  ///< all are corners (m)
  std::size_t corners = 0;              ///< of the whole hull
  double error = 0;  ///< the largest distance of another corner from this hull, which lies inside (m)
};

/// The hull by `most` (≥ 4) of its corners at most: the two that are farthest apart, the one farthest from
/// their line and from their plane, then again and again the one farthest from the hull so far, until all are
/// within a millionth of the size. Throws HullFault, see hullCorners.
SimpleHull simpleHull(std::span<const Eigen::Vector3d> points, std::size_t most);

}  // namespace carom
