#pragma once

#include <optional>

#include "mechanics/tree/mechanism.h"

namespace carom {

/// Springs and dampers between points, as generalized forces with their exact derivatives.
///
/// For a force F(D, u) on the second of two points, D = x₂ − x₁, u = J v, J = ∂D/∂q:
///   Q = Jᵀ F,   ∂Q/∂v = Jᵀ F_u J,   ∂Q_i/∂q_j = J_iᵀ (F_D J_j + F_u Σ_k v_k ∂J_k/∂q_j) + F·∂J_i/∂q_j,
/// ∂J_i/∂q_j = a × J_k, where k is the one of i, j farther from the world and a the axis of the other; within
/// a spherical joint k = i. Derivatives are in the basis of the velocities (see Mechanism).
class PointForces {
 public:
  explicit PointForces(const Mechanism& mechanism);

  bool empty() const { return !m_mechanism.has_value(); }
  /// Computes the forces and derivatives at q, v (n each).
  void evaluate(const Eigen::VectorXd& q, const Eigen::VectorXd& v);
  // Results of the last call of evaluate.
  const Eigen::VectorXd& force() const { return m_Q; }        ///< Q: n
  const Eigen::MatrixXd& byPosition() const { return m_Qq; }  ///< ∂Q/∂q: n×n
  const Eigen::MatrixXd& byVelocity() const { return m_Qv; }  ///< ∂Q/∂v: n×n

 private:
  template <typename Law>
  void add(const std::array<BodyPoint, 2>& ends, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
           Law&& tension);

  std::optional<Mechanism> m_mechanism;  ///< empty without springs and dampers between points
  Eigen::VectorXd m_Q;
  Eigen::MatrixXd m_Qq, m_Qv;
};

}  // namespace carom
