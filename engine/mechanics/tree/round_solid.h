#pragma once

#include <Eigen/Core>
#include <array>
#include <memory>
#include <mutex>
#include <string_view>
#include <vector>

#include "mechanics/tree/polytope.h"

namespace carom {

/// A solid with a smooth and strictly convex surface, by its support function h(n) = max ⟨n, x⟩ over its
/// points x. Its own frame has the origin in its middle, and each of the three planes of that frame is one of
/// symmetry.
class RoundSolid {
 public:
  RoundSolid() = default;
  RoundSolid(const RoundSolid&) = delete;
  RoundSolid& operator=(const RoundSolid&) = delete;
  virtual ~RoundSolid() = default;

  virtual std::string_view name() const = 0;
  /// Half its sizes along its axes (m); not all > 0 of a solid that cannot be.
  virtual Eigen::Vector3d halfSize() const = 0;
  /// Dh(n): the point of the surface with an outward normal along n ≠ 0 (m).
  virtual Eigen::Vector3d point(const Eigen::Vector3d& n) const = 0;
  /// D²h(n) at a unit n, how the point moves with its normal: symmetric, 0 along n, and the radii of
  /// curvature across it (m).
  virtual Eigen::Matrix3d bend(const Eigen::Vector3d& n) const = 0;
  /// The least radius of curvature (m), > 0: a ball of this radius touches each point from inside.
  virtual double leastRadius() const = 0;
  /// The distance of the farthest point from the origin (m).
  virtual double reach() const { return halfSize().maxCoeff(); }

  /// Points of the surface and their normals as a solid with many small faces, for views.
  const std::shared_ptr<const Polytope>& mesh() const;

 private:
  mutable std::once_flag m_meshed;
  mutable std::shared_ptr<const Polytope> m_mesh;
};

}  // namespace carom
