#pragma once

#include <vector>

#include "mechanics/tree/midpoint_integrator.h"

namespace carom {

/// The derivatives of the two equations of a step of MidpointIntegrator, which are mirrors of each other in
/// time: r(v; q₀, p₀, t, h) = c/2 and −r(v; q₁, p₁, t + h, −h) = c/2, with the residual r and the impulse c
/// at the middle q_m, all as that sees them, without the multipliers of loops. Each is K δv + E δq − T δp +
/// δt, δh of the times.
class StepSlopes {
 public:
  StepSlopes(const Mechanism& mechanism, MidpointIntegrator& integrator)
      : m_mechanism(mechanism), m_integrator(integrator) {}

  /// A step from (q₀, p₀) at t, with multipliers of loops in p₀, to q₁ with the mean velocity v and p₁ before
  /// other impulses at q₁. `hasTimes`: whether byTime is wanted, too. `isAssembled`: whether the integrator
  /// has just found the residual of the start.
  void place(const Eigen::VectorXd& q0, const Eigen::VectorXd& p0, const Eigen::VectorXd& q1,
             const Eigen::VectorXd& p1, const Eigen::VectorXd& v, double t, double h, bool hasTimes,
             bool isAssembled = false);

  /// The mean velocity and the length of the step alone, for the turns below.
  void setMotion(const Eigen::VectorXd& v, double h);

  struct End {
    Eigen::MatrixXd K, E;    ///< ∂r/∂v and ∂r/∂q: n×n
    Eigen::MatrixXd byTime;  ///< ∂r/∂t and ∂r/∂h with q fixed: n×2; n×0 where they are not wanted
  };
  const End& start() const { return m_start; }
  const End& end() const { return m_end; }

  /// Rows of spherical joints times J_r(s h ω); s = 1: T of the start, and δq₁ = h T δv; s = −1: T of the
  /// end.
  Eigen::MatrixXd turned(Eigen::MatrixXd rows, double s) const {
    turnRows(rows, s);
    return rows;
  }
  void turnRows(Eigen::MatrixXd& rows, double s) const;
  /// The same times the inverse of J_r(−h ω), T⁻¹ of the end.
  void landRows(Eigen::MatrixXd& rows) const;
  Eigen::MatrixXd landed(Eigen::MatrixXd rows) const {
    landRows(rows);
    return rows;
  }
  /// ∂(J_r(s h ω) c)/∂ω at spherical joints: n×n.
  Eigen::MatrixXd turning(const Eigen::VectorXd& c, double s) const;
  /// δq carried along the share s of the step: n×n, 1 but for R(−s h ω) at spherical joints.
  Eigen::MatrixXd carried(double s) const;
  /// Rows of spherical joints times R(−h ω).
  void carryRows(Eigen::MatrixXd& rows) const;
  /// ∂(M(q) w)/∂q with w fixed: n×n.
  const Eigen::MatrixXd& momentumSlope(const Eigen::VectorXd& q, const Eigen::VectorXd& w);

 private:
  void findSlopes(const Eigen::VectorXd& q, const Eigen::VectorXd& v, double t);
  void findSlopesBeside(const Eigen::VectorXd& q, const Eigen::VectorXd& v, double t);
  bool turns() const { return !m_mechanism.rotations().empty(); }
  void placeEnd(End& end, const Eigen::VectorXd& q, const Eigen::VectorXd& p, double t, double h,
                bool isAssembled);
  /// J_r(s h ω) of the spherical joint number `joint`.
  Eigen::Matrix3d turn(std::size_t joint, double s) const;

  const Mechanism& m_mechanism;
  MidpointIntegrator& m_integrator;
  Eigen::VectorXd m_v;
  double m_h = 0;
  struct Turn {
    Eigen::Matrix3d half, whole;  ///< J_r(hω/2), J_r(hω)
    Eigen::Matrix3d back;         ///< exp(−hω/2)
  };
  std::vector<Turn> m_turns;                      ///< of the spherical joints in the present step
  Eigen::MatrixXd m_momentum, m_force, m_forces;  ///< see MidpointIntegrator::slopes
  Eigen::VectorXd m_none, m_r;
  End m_start, m_end;
};

}  // namespace carom
