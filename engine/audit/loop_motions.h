#pragma once

#include <Eigen/Core>

#include "mechanics/tree/loop_equations.h"
#include "mechanics/tree/mechanism.h"

namespace carom {

/// Where a motion is and how fast it goes: q and v (n each, see Mechanism).
struct FlightPoint {
  Eigen::VectorXd q, v;
};

/// The states of a mechanism that keep its loops closed, g(q) = 0 and A v = 0, to which states that noise or
/// a guess has moved are brought back. Without loops every state is one. A workspace for a constant
/// Mechanism.
class LoopMotions {
 public:
  explicit LoopMotions(const Mechanism& mechanism);

  bool empty() const { return m_equations.empty(); }
  const LoopEquations& equations() const { return m_equations; }
  /// The standard deviation of each coordinate (n, > 0): the closed state is the likeliest. 1 without a call.
  void setErrors(Eigen::VectorXd errors) { m_errors = std::move(errors); }
  /// Closes the loops of a point by the likeliest change of q, then of v. False where no small change does,
  /// which leaves the point between.
  bool close(FlightPoint& point);
  /// Changes v so that it keeps the loops closed at q.
  void closeVelocity(const Eigen::VectorXd& q, Eigen::VectorXd& v);
  /// Orthonormal columns that span the velocities at q that keep the loops closed: n×r, the identity without
  /// loops.
  Eigen::MatrixXd directions(const Eigen::VectorXd& q);
  /// The same of (δq, δv): 2n×2r.
  Eigen::MatrixXd stateDirections(const Eigen::VectorXd& q);

 private:
  const Mechanism& m_mechanism;
  LoopEquations m_equations;
  Eigen::VectorXd m_errors;
};

/// The changes of velocity by unit impulses along rows C at q that the loops let happen: M⁻¹Cᵀ, and with
/// loops its part that keeps them closed. C: k×n; n×k.
Eigen::MatrixXd velocitiesBy(const Mechanism& mechanism, const Eigen::VectorXd& q, const Eigen::MatrixXd& C);

}  // namespace carom
