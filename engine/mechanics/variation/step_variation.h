#pragma once

#include <Eigen/LU>
#include <vector>

#include "mechanics/tree/midpoint_integrator.h"
#include "mechanics/variation/deviation.h"
#include "mechanics/variation/loop_slopes.h"
#include "mechanics/variation/parameter_slope.h"
#include "mechanics/variation/step_slopes.h"

namespace carom {

/// The tangent of the discrete motion: the derivative of one step of MidpointIntegrator, of free flight, and
/// of the flow itself.
///
/// A step solves r(v; q₀, p₀, h) = 0, and its mirror in time r(v; q₁, p₁, −h) = 0, with the same v and middle
/// q_m (MidpointIntegrator::residual). Both are linearized exactly: with K = ∂r/∂v, E = ∂r/∂q, T = −∂r/∂p,
///   K₀ δv + E₀ δq₀ = T₀ δp₀,     δq₁ = δq₀ + h δv,     T₁ δp₁ = K₁ δv + E₁ δq₁.
/// Loops add T₀ δ(A₀ᵀλ) to the first, with A₁ δq₁ = 0, and δ(A₁ᵀμ) to δp₁, with δ(A₁ M₁⁻¹ p₁) = 0.
class StepVariation {
 public:
  explicit StepVariation(const Mechanism& mechanism);

  /// Whether the times of the ends of a step change: then FlowMap::start and length are computed, too.
  enum class Ends { Fixed, Moving };
  /// The derivative of a step of length h from (q, p) at t; its end in q and p. NotConverged where it or a
  /// step nearby does not converge.
  StepStatus step(Eigen::VectorXd& q, Eigen::VectorXd& p, double t, double h, FlowMap& map,
                  Ends ends = Ends::Moving);
  /// The derivative of the step between two states that the integrator takes at a fixed h, to 1e-9 of their
  /// numbers; `momenta`: the size of momenta. False where it does not lead from one to the other.
  bool between(const State& from, const State& to, double momenta, FlowMap& map);
  /// The derivative of free flight by the parabola of a mechanism that isBallistic.
  FlowMap parabola(const Eigen::VectorXd& p, double h) const;
  /// ẋ = (q̇, ṗ) at a state: 2n.
  Eigen::VectorXd field(const Eigen::VectorXd& q, const Eigen::VectorXd& p, double t);
  /// The changes of a state with closed loops that keep them closed: the derivative of its projection onto
  /// the states that do, by the least change of coordinates (2n×2n). The identity without loops.
  Eigen::MatrixXd kept(const Eigen::VectorXd& q, const Eigen::VectorXd& p);
  /// ∂/∂q (n×n) of the part `closed` of a covector u that keeps loops closed, u − A(A M⁻¹Aᵀ)⁻¹A M⁻¹u; y: M⁻¹
  /// of that part; turn: ∂u/∂q.
  Eigen::MatrixXd closedTurn(const Eigen::VectorXd& q, const Eigen::VectorXd& u,
                             const Eigen::VectorXd& closed, const Eigen::VectorXd& y,
                             const Eigen::MatrixXd& turn);
  /// ∂(M(q) w)/∂q with w fixed: n×n.
  const Eigen::MatrixXd& momentumSlope(const Eigen::VectorXd& q, const Eigen::VectorXd& w) {
    return m_slopes.momentumSlope(q, w);
  }
  /// The steps that it differentiates.
  MidpointIntegrator& integrator() { return m_integrator; }

 private:
  void linearize(const State& from, const State& to, const Eigen::VectorXd& v, FlowMap& map, Ends ends,
                 bool isAssembled = false);
  void keepClosed(const LoopSlopes::At& loops, const State& at, const Eigen::VectorXd& w,
                  const Eigen::MatrixXd& push, const Eigen::MatrixXd& dq, Eigen::MatrixXd& dp);

  const Mechanism& m_mechanism;
  MidpointIntegrator m_integrator;
  StepSlopes m_slopes;
  LoopSlopes m_loops;
  LoopSlopes::At m_startLoops, m_endLoops;
  Eigen::MatrixXd m_inverse;                      ///< n×n, M⁻¹ where it is constant; else empty
  Eigen::PartialPivLU<Eigen::MatrixXd> m_newton;  ///< of K₀
  Eigen::MatrixXd m_given, m_carried;             ///< see linearize
  Eigen::MatrixXd m_motion, m_q1, m_p1;
  Eigen::VectorXd m_v, m_r;
  State m_reached;
};

/// Adds the derivative of a step of free flight by the parameter, between two states of the mechanism. False
/// where one beside does not converge.
bool addParameter(ParameterSlope& parameter, const Mechanism& mechanism, const State& from, const State& to,
                  FlowMap& map);

}  // namespace carom
