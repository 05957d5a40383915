#pragma once

#include <Eigen/Core>
#include <utility>
#include <vector>

namespace carom {

/// The contacts of one step: contact velocities w = W z + b (m/s) under impulses z (N·s), each contact's
/// normal first and then its tangents.
///
///   0 ≤ w_n ⟂ Λ ≥ 0,   |B| ≤ μΛ,   w_t = −s B with s ≥ 0, and s = 0 where |B| < μΛ
/// (maximum dissipation [SM14 ref. 46]). W = C M⁻¹Cᵀ is symmetric and ≥ 0, and singular where contacts
/// depend on each other, as the corners of a box do: z is then not unique, but w is where nothing slips.
struct ContactProblem {
  int block = 2;                 ///< rows of a contact: 2 in the plane, 3 in space
  Eigen::MatrixXd W;             ///< m×m (1/kg), m = block · contacts
  Eigen::VectorXd b;             ///< m (m/s)
  std::vector<double> friction;  ///< μ ≥ 0 of each contact
  /// r ≥ 0 of each contact (N·s): |B| ≤ μΛ + r. Where μ = 0 throughout, the problem is convex: the least
  /// kinetic energy under Λ ≥ 0 and |B| ≤ r.
  std::vector<double> radius;
  double noise = 0;  ///< what b is not known better than (m/s): its rounding
  double size = 0;   ///< of what contact velocities are sums (m/s); what solves is off by a part of it

  int contacts() const { return static_cast<int>(friction.size()); }
  /// Makes room for so many contacts; what was there is lost. Allocates only where it grows.
  void resize(int contacts);
};

enum class ContactStatus {
  Solved,
  Unbounded,  ///< a contact that no impulse can move is asked to separate
  NotSolved   ///< the iterations ended above the tolerance
};

/// Solves contact problems to rounding by a semi-smooth Newton method.
///
/// The conditions are F(z) = z − P(z − ρ w) = 0 with P the projection on Λ ≥ 0 and on the disc of radius μΛ
/// [Alart & Curnier 1991]. In rows scaled to unit diagonal each step solves DF δ = −F with W + εI in place of
/// W, which does not move the solution but makes dependent contacts regular. Where Newton's steps cycle,
/// sweeps of block Gauss–Seidel lead elsewhere, and it starts again. A workspace: nothing is allocated for
/// problems that are not larger than those before.
class ContactSolver {
 public:
  /// What a problem begins with: where contacts rest, a solution that keeps them so is preferred to others.
  enum class Start { Moving, FromRest };
  /// z: m, where to start (the impulses of the step before) and, where Solved, the answer; else the best z
  /// that was found.
  ContactStatus solve(const ContactProblem& problem, Eigen::VectorXd& z, Start start = Start::Moving);
  /// Newton steps of the last solution.
  int iterations() const { return m_iterations; }

  /// Over the size of the problem or of what a row sums up, whichever is larger; W z has a rounding of some m
  /// ulp.
  static constexpr double tolerance = 1e-13;
  /// What will do where rounding of dependent contacts ends the iterations earlier.
  static constexpr double acceptable = 1e-12;

 private:
  /// Which impulses of a contact are free: its normal one, its tangential ones, and these only in their disc.
  struct Mode {
    bool presses = false, rubs = false, slips = false;
  };
  void setScale(const ContactProblem& problem);
  void setVelocities();
  double measure();
  bool newtonStep();
  bool factorAndSolve(Eigen::Index size);
  void gather();
  double limit(std::size_t contact, double press) const;
  Mode modeOf(int contact) const;
  void slipRows(std::size_t contact, Eigen::Index k, Eigen::Index size);
  void sweep();
  double newton(int most);
  bool search();
  bool searchBySweeps();
  bool searchRest();
  bool isAtRest();
  double energyChange();
  bool isFrictionless(std::size_t contact) const;
  double slipOf(Eigen::Index n) const;
  void coneRows(Eigen::Index n, double mu, double tau);
  void interiorRows(double tau);
  bool isInside(double part) const;
  bool interiorStep(double tau);
  std::pair<double, int> gapOfCones() const;
  double interior(int attempt);

  const ContactProblem* m_problem = nullptr;
  int m_d = 1;  ///< tangents of a contact
  int m_iterations = 0;
  double m_merit = 0;
  Eigen::MatrixXd m_A, m_K;  ///< scaled W; Newton's matrix
  Eigen::VectorXd m_scale, m_c, m_x, m_y, m_best, m_rowScale, m_rhs;
  Eigen::VectorXd m_from, m_step, m_keep, m_other;
  Eigen::VectorXd m_u;  ///< of the interior point method: w + μ|w_t| e_n
  double m_shift = 1;   ///< of μ|w_t| in it; 0 for the convex problem without
  double m_stepLength = 0, m_reach = 0.9;
  std::vector<double> m_mu, m_radius;
  std::vector<int> m_rows;  ///< of the contacts that press
  std::vector<Mode> m_modes;
};

}  // namespace carom
