#pragma once

#include <Eigen/Core>
#include <span>
#include <vector>

namespace carom {

/// A face of a hull as Qhull finds it.
struct QuickFace {
  Eigen::Vector3d normal;    ///< unit, outwards
  std::vector<int> corners;  ///< indices of points, rising
};

/// The faces of the convex hull of points that fill space, by Qhull, which joins faces that rounding does not
/// tell apart. Throws HullFault where it gives up.
std::vector<QuickFace> quickHull(std::span<const Eigen::Vector3d> points);

}  // namespace carom
