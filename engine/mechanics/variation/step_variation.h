#pragma once

#include "mechanics/tree/loop_equations.h"
#include "mechanics/tree/midpoint_integrator.h"
#include "mechanics/variation/deviation.h"

namespace carom {

/// The tangent of the discrete motion: the derivative of one step of MidpointIntegrator, of free flight, and
/// of the flow itself. By differences of the step, exact to some 1e-12.
class StepVariation {
 public:
  explicit StepVariation(const Mechanism& mechanism);

  /// The derivative of a step of length h from (q, p) at t; its end in q and p. NotConverged where a step
  /// nearby does not converge.
  StepStatus step(Eigen::VectorXd& q, Eigen::VectorXd& p, double t, double h, FlowMap& map);
  /// The derivative of free flight by the parabola of a mechanism that isBallistic.
  FlowMap parabola(const Eigen::VectorXd& p, double h) const;
  /// ẋ = (q̇, ṗ) at a state: 2n.
  Eigen::VectorXd field(const Eigen::VectorXd& q, const Eigen::VectorXd& p, double t);
  /// The changes of a state that keep loops closed: the derivative of its projection onto the states that do
  /// (2n×2n). The identity without loops.
  Eigen::MatrixXd kept(const Eigen::VectorXd& q, const Eigen::VectorXd& p);
  /// The steps that it differentiates.
  MidpointIntegrator& integrator() { return m_integrator; }

 private:
  Eigen::VectorXd projected(Eigen::VectorXd q, Eigen::VectorXd p, const Eigen::VectorXd& from);
  Eigen::VectorXd ended(const Eigen::VectorXd& q, const Eigen::VectorXd& p, double t, double h);

  const Mechanism& m_mechanism;
  MidpointIntegrator m_integrator;
  LoopEquations m_loops;
  Eigen::MatrixXd m_inverse;  ///< n×n, M⁻¹ where it is constant; else empty
  bool m_failed = false;
};

}  // namespace carom
