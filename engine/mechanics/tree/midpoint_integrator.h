#pragma once

#include <memory>

#include "mechanics/tree/mechanism.h"

namespace carom {

enum class StepStatus {
  Done,
  NotConverged,       ///< Newton found no solution for this h; a smaller one may have one
  ContactsNotSolved,  ///< the contacts' impulses were not found to rounding
  GainsEnergy         ///< contacts would give energy, beyond rounding
};

/// The variational midpoint integrator on (q, p) [SM14 VI], in generalized coordinates.
///
/// Discrete Lagrangian L_d(q₀, q₁, h) = h L((q₀+q₁)/2, (q₁−q₀)/h). One step solves p₀ = −D₁L_d − Q⁻ for q₁
/// and sets p₁ = D₂L_d + Q⁺, so that p_k⁺ = p_k⁻ (the discrete Euler–Lagrange equations) holds at every node.
/// Forces without a potential enter by the discrete Lagrange–d'Alembert principle, Q⁻ = Q⁺ = (h/2) Q(q_m, v,
/// t_m). With v = (q₁−q₀)/h and q_m = q₀ + (h/2) v:
///   M(q_m) v − (h/2) f(q_m, v, t_m) = p₀,     p₁ = p₀ + h f,     f = ∂L/∂q + Q.
/// At a spherical joint configurations are rotations [Hairer, Lubich & Wanner IV.8; Marsden & West 2.2]: with
/// w = hω, L_d(R₀, R₁) = h L(R₀ exp(ŵ/2), ω), R₁ = R₀ exp(ŵ), whose Legendre transforms are, π = ∂L/∂ω,
///   π − (h/2) J_r(w/2) f = J_r(w) p₀,     p₁ = exp(−ŵ) p₀ + h exp(−ŵ/2) f,
/// all in the axes of the body (Mechanism): without a force, R p stays as it is to rounding, in any
/// orientation. Newton's iteration has the exact Jacobian and costs O(n) (TreeKernel); nothing is allocated
/// in a step. It ends where a correction is below 1e-8 of v in the kinetic metric, which leaves less than
/// rounding. Springs and dampers between points (PointForces) have it solve with the whole n×n matrix
/// instead.
///
/// Trees whose joints all lie in the plane z = const run in plane algebra, others in space.
class MidpointIntegrator {
 public:
  explicit MidpointIntegrator(const Mechanism& mechanism);
  ~MidpointIntegrator();
  MidpointIntegrator(MidpointIntegrator&&) noexcept;

  /// One step from (q, p) at time t, in place (n each); where it does not converge they stay as they were.
  /// h in s, may be negative.
  StepStatus step(Eigen::VectorXd& q, Eigen::VectorXd& p, double t, double h);
  /// `count` steps of the same h; returns how many were done.
  long steps(Eigen::VectorXd& q, Eigen::VectorXd& p, double t, double h, long count);
  /// The error of one step by step doubling: 4/3 of what it differs by from two of half the length, O(h³).
  /// Writes that of q and of p (n each), and leaves everything else as it is.
  StepStatus localError(const Eigen::VectorXd& q, const Eigen::VectorXd& p, double t, double h,
                        Eigen::VectorXd& dq, Eigen::VectorXd& dp);
  /// (q₁−q₀)/h of the last step (see Mechanism): n.
  const Eigen::VectorXd& meanVelocity() const;
  /// Forgets the steps before; they only give Newton's iteration its start.
  void restart();

  /// v = M(q)⁻¹ p, in O(n).
  Eigen::VectorXd velocity(const Eigen::VectorXd& q, const Eigen::VectorXd& p);
  void velocity(const Eigen::VectorXd& q, const Eigen::VectorXd& p, Eigen::VectorXd& v);
  /// ∂L/∂q + Q (n) at q, v.
  Eigen::VectorXd force(const Eigen::VectorXd& q, const Eigen::VectorXd& v, double t);
  /// What a midpoint step leaves, M v − (h/2) f − p₀ (n; at spherical joints as above), and its exact
  /// derivative by v (n×n).
  Eigen::VectorXd residual(const Eigen::VectorXd& q, const Eigen::VectorXd& p, const Eigen::VectorXd& v,
                           double t, double h);
  void residual(const Eigen::VectorXd& q, const Eigen::VectorXd& p, const Eigen::VectorXd& v, double t,
                double h, Eigen::VectorXd& r);
  Eigen::MatrixXd jacobian(const Eigen::VectorXd& q, const Eigen::VectorXd& p, const Eigen::VectorXd& v,
                           double t, double h);
  /// x ← jacobian⁻¹ x for the arguments of the last residual, its h among them. False where it is singular.
  bool solveNewton(double h, Eigen::Ref<Eigen::VectorXd> x);
  /// The two parts of solveNewton: one factorization, and as many x as wanted.
  bool factorNewton(double h);
  void solveFactored(Eigen::Ref<Eigen::VectorXd> x);
  /// p ← M(q)⁻¹ p for the q of the last `velocity`, with the factors that it left.
  void solveMass(Eigen::Ref<Eigen::VectorXd> p);
  /// q₁ and p₁ in place of q and p, for the v that leaves nothing.
  void arrive(Eigen::VectorXd& q, Eigen::VectorXd& p, const Eigen::VectorXd& v, double t, double h);
  /// Whether the plane algebra is used.
  bool isPlanar() const;

  struct Impl;

 private:
  std::unique_ptr<Impl> m_impl;
};

/// Whether every joint moves in the plane z = const.
bool isPlanar(const Mechanism& mechanism);

}  // namespace carom
