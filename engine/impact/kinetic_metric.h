#pragma once

#include <Eigen/Core>
#include <memory>
#include <mutex>

#include "base/block_factor.h"

namespace carom {

/// The kinetic (dual) metric ⟨a,b⟩ = a M⁻¹ bᵀ on momenta and contact normals [SM14 eq. 5]. Copies share the
/// matrix and its factors.
class KineticMetric {
 public:
  /// M: n×n mass matrix (kg, kg·m, kg·m² by coordinate), symmetric positive definite.
  /// Throws ImpactError if it is not square, not finite, not symmetric or not positive definite.
  explicit KineticMetric(Eigen::MatrixXd M);
  /// The same by blocks: of many bodies at the cost of their number.
  explicit KineticMetric(BlockMatrix M);

  int dof() const { return static_cast<int>(m_parts->M.size()); }
  const BlockMatrix& blocks() const { return m_parts->M; }
  /// M, n×n; of several blocks put together at the first call.
  const Eigen::MatrixXd& mass() const;
  /// The factor in extended precision, computed at the first call.
  std::shared_ptr<const BlockFactor<long double>> extendedFactor() const;

  /// ⟨a,b⟩: in J for two momenta, a cosine for two unit normals.
  double inner(const Eigen::VectorXd& a, const Eigen::VectorXd& b) const;
  /// ‖a‖ = √⟨a,a⟩: in √J for a momentum.
  double norm(const Eigen::VectorXd& a) const;
  /// Kinetic energy ½‖p‖² (J).
  double energy(const Eigen::VectorXd& p) const { return 0.5 * inner(p, p); }
  /// q̇ = M⁻¹ p.
  Eigen::VectorXd velocity(const Eigen::VectorXd& p) const;
  /// p = M q̇.
  Eigen::VectorXd momentum(const Eigen::VectorXd& v) const { return m_parts->M.times(v); }

 private:
  struct Parts {
    BlockMatrix M;
    BlockFactor<double> factor;
    std::once_flag once{}, onceDense{};
    Eigen::MatrixXd dense{};
    std::shared_ptr<const BlockFactor<long double>> extended{};
  };
  std::shared_ptr<Parts> m_parts;
};

}  // namespace carom
