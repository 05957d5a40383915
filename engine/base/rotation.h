#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <cmath>

namespace carom {

// Rotation vectors: w (rad) is the rotation R = exp(ŵ) by the angle |w| about w, where ŵu = w × u. Every
// function is regular for all w; a rotation vector that is returned has |w| ≤ π.

/// Deviation of unit vectors and rotations from length 1 and orthogonality, which admits numbers given with
/// nine digits. A larger value would show in gaps and energies.
inline constexpr double unitTolerance = 1e-9;
inline bool isUnit(const Eigen::Vector3d& v) {
  return std::abs(v.norm() - 1) <= unitTolerance;
}
inline bool isRotation(const Eigen::Matrix3d& R) {
  return (R.transpose() * R - Eigen::Matrix3d::Identity()).cwiseAbs().maxCoeff() <= unitTolerance &&
         R.determinant() > 0;
}

/// ŵ: 3×3.
Eigen::Matrix3d crossMatrix(const Eigen::Vector3d& w);

/// exp(ŵ): 3×3, orthogonal to rounding.
Eigen::Matrix3d rotationMatrix(const Eigen::Vector3d& w);

/// The rotation vector of exp(ŵ₀) exp(ŵ₁): the rotation w₀, then w₁ about the axes that w₀ has turned.
Eigen::Vector3d composed(const Eigen::Vector3d& w0, const Eigen::Vector3d& w1);

/// The right Jacobian J_r of exp, D exp(ŵ)·u = exp(ŵ) (J_r(w) u)^ [Hairer, Lubich & Wanner IV.7 (7.1)]:
///   J_r(w) u = a u − b w × u + c w ⟨w, u⟩,  a = Σ(−x)ⁿ/(2n+1)!,  b = Σ(−x)ⁿ/(2n+2)!,  c = Σ(−x)ⁿ/(2n+3)!,  x
///   = |w|².
/// Its transpose, the left Jacobian, is J_r(−w) = exp(ŵ) J_r(w).
class RightJacobian {
 public:
  explicit RightJacobian(const Eigen::Vector3d& w);

  Eigen::Vector3d operator*(const Eigen::Vector3d& u) const {
    return m_a * u - m_b * m_w.cross(u) + m_c * m_w.dot(u) * m_w;
  }
  Eigen::Matrix3d matrix() const;
  /// ∂(J_r(w) u)/∂w for a constant u: 3×3.
  Eigen::Matrix3d derivative(const Eigen::Vector3d& u) const;

 private:
  Eigen::Vector3d m_w;
  double m_a, m_b, m_c;
};

}  // namespace carom
