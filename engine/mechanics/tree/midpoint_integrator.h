#pragma once

#include <memory>
#include <span>

#include "mechanics/tree/mechanism.h"

namespace carom {

enum class StepStatus {
  Done,
  NotConverged,       ///< Newton found no solution; it may with a smaller h
  ContactsNotSolved,  ///< the impulses of contacts were not found to rounding
  GainsEnergy         ///< impulses of contacts would add energy beyond rounding
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
/// all in the axes of the body (Mechanism). Without a force R p is constant to rounding, in any orientation.
/// Newton's iteration uses the exact Jacobian, costs O(n) (TreeKernel) and allocates no memory. It ends with
/// a correction below 1e-8 of v in the kinetic metric, after which the error is below rounding. With springs
/// and dampers between points (PointForces) it solves with the whole n×n matrix.
///
/// Loops g(q) = 0 (LoopEquations) act by impulses at the nodes, with multipliers λ before and μ after a step
/// [Marsden & West 3.5; Hairer, Lubich & Wanner VII.1.4]:
///   p₀ + A(q₀)ᵀλ in place of p₀ above, with g(q₁) = 0;     p₁ + A(q₁)ᵀμ in place of p₁, with A M⁻¹ p₁ = 0.
/// The step is symmetric in time and symplectic on the loops, its error O(h²), and g does not drift. Its p
/// has to keep the loops closed at the start. Of equations that say the same one acts for all.
///
/// Trees whose joints all move in the plane z = const use plane algebra, others that of space.
class MidpointIntegrator {
 public:
  explicit MidpointIntegrator(const Mechanism& mechanism);
  ~MidpointIntegrator();
  MidpointIntegrator(MidpointIntegrator&&) noexcept;

  /// One step from (q, p) at time t, in place (n each); q and p are unchanged where it does not converge. h
  /// in s, may be negative.
  StepStatus step(Eigen::VectorXd& q, Eigen::VectorXd& p, double t, double h);
  /// `count` steps of the same h; returns the number that were done.
  long steps(Eigen::VectorXd& q, Eigen::VectorXd& p, double t, double h, long count);
  /// The error of one step by step doubling: 4/3 of its difference from two steps of half the length, O(h³),
  /// written to dq and dp (n each). Changes no other state.
  StepStatus localError(const Eigen::VectorXd& q, const Eigen::VectorXd& p, double t, double h,
                        Eigen::VectorXd& dq, Eigen::VectorXd& dp);
  /// (q₁−q₀)/h of the last step (see Mechanism): n.
  const Eigen::VectorXd& meanVelocity() const;
  /// Forgets the previous steps, which only provide the start of Newton's iteration.
  void restart();

  /// v = M(q)⁻¹ p, in O(n); with loops its part that keeps them closed.
  Eigen::VectorXd velocity(const Eigen::VectorXd& q, const Eigen::VectorXd& p);
  void velocity(const Eigen::VectorXd& q, const Eigen::VectorXd& p, Eigen::VectorXd& v);
  /// ∂L/∂q + Q (n) at q, v.
  Eigen::VectorXd force(const Eigen::VectorXd& q, const Eigen::VectorXd& v, double t);
  /// The residual of a midpoint step, M v − (h/2) f − p₀ (n; at spherical joints as above), with the present
  /// multipliers of loops, and its exact derivative by v (n×n).
  Eigen::VectorXd residual(const Eigen::VectorXd& q, const Eigen::VectorXd& p, const Eigen::VectorXd& v,
                           double t, double h);
  void residual(const Eigen::VectorXd& q, const Eigen::VectorXd& p, const Eigen::VectorXd& v, double t,
                double h, Eigen::VectorXd& r);
  Eigen::MatrixXd jacobian(const Eigen::VectorXd& q, const Eigen::VectorXd& p, const Eigen::VectorXd& v,
                           double t, double h);
  /// The residual of the tree, as if it had no loops.
  void treeResidual(const Eigen::VectorXd& q, const Eigen::VectorXd& p, const Eigen::VectorXd& v, double t,
                    double h, Eigen::VectorXd& r);
  /// q₁ and p₁ in place of q and p for its v: arrive without loops.
  void treeArrive(Eigen::VectorXd& q, Eigen::VectorXd& p, double h);
  /// Its derivative by v (n×n), and that of the mirrored step from the end, with −h and the same middle:
  /// without spherical joints, which make it depend on the momentum there.
  Eigen::MatrixXd treeJacobian(double h);
  Eigen::MatrixXd mirroredJacobian(double h);
  /// ∂(Mv)/∂q and ∂f/∂q (n×n) at the middle q_m of the last residual, by turns in the axes of bodies at q_m.
  /// False where they are not known: at spherical joints of bodies on others.
  bool slopes(Eigen::MatrixXd& momentum, Eigen::MatrixXd& force) const;
  /// x ← jacobian⁻¹ x for the arguments of the last residual, with the same h; with loops the change of v by
  /// impulses x that leaves g(q₁) as it is. False where the Jacobian is singular.
  bool solveNewton(double h, Eigen::Ref<Eigen::VectorXd> x);
  /// The two parts of solveNewton: one factorization for any number of x.
  bool factorNewton(double h);
  void solveFactored(Eigen::VectorXd& x);
  /// The step of Newton's method from a residual x, after factorNewton: v − x solves the linearized step, its
  /// loops included, whose multipliers it changes.
  void correct(Eigen::VectorXd& x);
  /// p ← M(q)⁻¹ p for the q of the last call of `velocity`, with its factors; with loops the velocity by
  /// impulses p that keeps them closed.
  void solveMass(Eigen::VectorXd& p);
  /// The same for some trees, given by all their coordinates (rising), which point forces do not connect with
  /// others. Other entries of x and p are not read, and may change.
  void solveFactored(Eigen::VectorXd& x, std::span<const int> coordinates);
  void solveMass(Eigen::VectorXd& p, std::span<const int> coordinates);
  /// Replaces q and p by q₁ and p₁ for the v that solves the step with an impulse at its middle (n; null for
  /// none).
  void arrive(Eigen::VectorXd& q, Eigen::VectorXd& p, const Eigen::VectorXd& v, double t, double h,
              const Eigen::VectorXd* impulse = nullptr);
  /// Makes the multipliers of loops 0 in the residuals that follow.
  void clearMultipliers();
  /// p ← the part of p at q that keeps the loops closed.
  void project(const Eigen::VectorXd& q, Eigen::VectorXd& p);
  /// Starts the motors that wait for the first impact of a run, where no earlier call has.
  void startMotors(double t);
  /// Power of all motors (W).
  double motorPower(const Eigen::VectorXd& q, const Eigen::VectorXd& v, double t) const;
  /// Whether the plane algebra is used.
  bool isPlanar() const;

  struct Impl;

 private:
  struct Loops;
  StepStatus stepClosed(Eigen::VectorXd& q, Eigen::VectorXd& p, double t, double h);
  void placeLoops(const Eigen::VectorXd& q);

  std::unique_ptr<Impl> m_impl;
  std::unique_ptr<Loops> m_loops;  ///< null without loops
};

/// Whether every joint moves in the plane z = const.
bool isPlanar(const Mechanism& mechanism);

}  // namespace carom
