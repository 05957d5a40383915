#pragma once

#include <Eigen/Core>

#include "base/block_cholesky.h"

namespace carom {

/// The kinetic (dual) metric ⟨a,b⟩ = a M⁻¹ bᵀ on momenta and contact normals [000 eq. 5].
class KineticMetric {
 public:
  /// M: n×n mass matrix (kg, kg·m, kg·m² by coordinate), symmetric positive definite.
  /// Throws ImpactError if it is not square, not finite, not symmetric or not positive definite.
  explicit KineticMetric(const Eigen::MatrixXd& M);

  int dof() const { return static_cast<int>(m_M.rows()); }
  const Eigen::MatrixXd& mass() const { return m_M; }

  /// ⟨a,b⟩; for two momenta in J, for two unit normals a cosine.
  double inner(const Eigen::VectorXd& a, const Eigen::VectorXd& b) const;
  /// ‖a‖ = √⟨a,a⟩; of a momentum in √J.
  double norm(const Eigen::VectorXd& a) const;
  /// Kinetic energy ½‖p‖² (J).
  double energy(const Eigen::VectorXd& p) const { return 0.5 * inner(p, p); }
  /// q̇ = M⁻¹ p.
  Eigen::VectorXd velocity(const Eigen::VectorXd& p) const;
  /// p = M q̇.
  Eigen::VectorXd momentum(const Eigen::VectorXd& v) const { return m_M * v; }

 private:
  Eigen::MatrixXd m_M;
  BlockFactor<double> m_factor;
};

}  // namespace carom
