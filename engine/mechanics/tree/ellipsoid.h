#pragma once

#include <cmath>

#include "mechanics/tree/round_solid.h"

namespace carom {

/// The point of an ellipsoid with these half axes whose outward normal is along n: Dh(n) for
/// h(n) = √Σ (a_k n_k)². S: double, or a number with its derivative.
template <class S>
Eigen::Matrix<S, 3, 1> ellipsoidPoint(const Eigen::Matrix<S, 3, 1>& half, const Eigen::Matrix<S, 3, 1>& n) {
  using std::sqrt;
  const Eigen::Matrix<S, 3, 1> scaled = half.cwiseProduct(n);
  return half.cwiseProduct(scaled) / S(sqrt(scaled.dot(scaled)));
}

/// The largest axis of an ellipsoid over the least one, at most. The normals of flatter ones are rounding,
/// and their contacts are lost at overlaps of some 10⁻⁹ m.
inline constexpr double flattestEllipsoid = 1000;

/// An ellipsoid with its axes along those of its frame; in the plane an ellipse.
class Ellipsoid : public RoundSolid {
 public:
  explicit Ellipsoid(const Eigen::Vector3d& half) : m_half(half) {}

  std::string_view name() const override { return "ellipsoid"; }
  Eigen::Vector3d halfSize() const override { return m_half; }
  Eigen::Vector3d point(const Eigen::Vector3d& n) const override { return ellipsoidPoint(m_half, n); }
  Eigen::Matrix3d bend(const Eigen::Vector3d& n) const override;
  double leastRadius() const override { return m_half.minCoeff() * (m_half.minCoeff() / m_half.maxCoeff()); }

 private:
  Eigen::Vector3d m_half;  ///< m
};

/// An ellipsoid that is shared with the one that was last asked for, where it is the same.
std::shared_ptr<const Ellipsoid> ellipsoidOf(const Eigen::Vector3d& half);

}  // namespace carom
