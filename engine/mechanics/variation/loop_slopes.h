#pragma once

#include <Eigen/Cholesky>
#include <Eigen/Core>

#include "mechanics/tree/loop_equations.h"

namespace carom {

/// The loops g(q) = 0 of a mechanism in derivatives of its steps. A workspace for a constant Mechanism.
class LoopSlopes {
 public:
  explicit LoopSlopes(const Mechanism& mechanism) : m_loops(mechanism), m_links(mechanism) {}

  /// Loops at a configuration, and their derivatives.
  struct At {
    Eigen::MatrixXd rows;                   ///< A: m×n
    Eigen::MatrixXd byImpulse, byVelocity;  ///< ∂(Aᵀz)/∂q: n×n; ∂(A v)/∂q: m×n
  };
  bool empty() const { return m_loops.empty(); }
  int count() const { return m_loops.count(); }  ///< number of equations m
  /// Sets A at q.
  void place(At& at, const Eigen::VectorXd& q);
  /// Sets the derivatives for multipliers z (m) and velocities v (n), with A as it was placed at q.
  void derive(At& at, const Eigen::VectorXd& q, const Eigen::VectorXd& z, const Eigen::VectorXd& v);

  /// Adds to changes of the momentum δp (n×k) those by the multipliers, Aᵀδμ, that leave A M⁻¹ p = 0.
  /// carried: changes of M w with the velocity w fixed (n×k); turned: those of A w with w fixed (m×k).
  static void close(const At& at, const Eigen::LLT<Eigen::MatrixXd>& mass, const Eigen::MatrixXd& carried,
                    const Eigen::MatrixXd& turned, Eigen::MatrixXd& dp);

 private:
  LoopEquations m_loops;
  LinkFrames m_links;
};

}  // namespace carom
