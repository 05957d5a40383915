#pragma once

#include <array>
#include <cmath>
#include <utility>

#include "mechanics/motion/contact_problem.h"
#include "mechanics/motion/contact_solver/envelope_lu.h"

namespace carom {

/// Solves contact problems to rounding by a semi-smooth Newton method.
///
/// The conditions are F(z) = z − P(z − ρ w) = 0 with P the projection on Λ ≥ 0 and on the disc of radius μΛ
/// [Alart & Curnier 1991]. In rows scaled to unit diagonal each step solves DF δ = −F with W + εI in place of
/// W, which keeps the solution and makes dependent contacts regular. Where Newton's steps cycle, sweeps of
/// block Gauss–Seidel give a new start, from
/// which the path of Newton's method is followed from kink to kink. It is a workspace that allocates memory
/// only for a problem larger than all before.
class ContactSolver {
 public:
  /// z: m, the start of the iteration (the impulses of the previous step), replaced by the solution, or by
  /// the best z found where the result is not Solved. The answer for several islands is the worst of theirs.
  ContactStatus solve(const ContactProblem& problem, Eigen::VectorXd& z);
  /// Forgets the matrices of earlier problems, for other contacts. Where it is not called a solution may take
  /// more steps.
  void forget() {
    for (Factor& factor : m_factors) factor.isValid = false;
  }
  /// Number of Newton steps of the last solution, of all islands.
  int iterations() const { return m_iterations; }

  /// Largest residual of a solution, over ContactProblem::size or the size of the terms of its row, whichever
  /// is larger: a few hundred times the rounding of one product. A smaller value is below the rounding of W
  /// z; a larger one leaves contacts moving in stacks.
  static constexpr double tolerance = 1e-13;
  /// Residual at which Newton ends as soon as it stops falling, because rounding of dependent contacts may
  /// keep it above `tolerance`.
  static constexpr double acceptable = 1e-12;
  /// Residual of an answer for which no further start is tried: bodies then move by 10⁻¹⁰ of their way in the
  /// step. A smaller value has rounding of dependent contacts searched many times; a larger one is seen.
  static constexpr double nearly = 1e-10;
  /// Residual up to which an answer is Rough. A larger value lets contacts creep; a smaller one ends runs of
  /// piles with many dependent contacts.
  static constexpr double rough = 1e-8;
  /// The residual of the last answer.
  double residual() const { return m_residual; }
  /// The island of the last problem whose answer is the worst.
  int worstIsland() const { return m_worst; }

 private:
  /// The free impulses of a contact: the normal one (presses), the tangential ones (rubs), and these on the
  /// rim of their disc (slips).
  struct Mode {
    bool presses = false, rubs = false, slips = false;
    bool operator==(const Mode&) const = default;
  };
  /// Newton's matrix of an island, with the modes that it was factored for. Problems of successive steps
  /// differ so little that it serves for several.
  struct Factor {
    EnvelopeLu lu{};
    std::vector<Mode> modes{};
    bool isValid = false;
  };
  /// Number of contacts of an island up to which its matrix is taken as a whole and factored anew.
  static constexpr int fewContacts = 8;
  ContactStatus solveIsland(const ContactProblem& problem, Eigen::VectorXd& z, bool rests);
  void take(const ContactProblem& problem, int island);
  void setScale(const ContactProblem& problem);
  void setEnvelope();
  std::pair<Eigen::Index, Eigen::Index> rowsOf(Eigen::Index column) const;
  void addProduct(const Eigen::VectorXd& x, Eigen::VectorXd& y) const;
  void setVelocities();
  double measure();
  double judge();
  bool newtonStep(bool keepsModes = false, bool reuses = false);
  bool mayReuse() const;
  bool factorNewton();
  void setRightHandSide();
  std::pair<Eigen::Vector3d, double> slipAt(std::size_t contact) const;
  bool factorAndSolve();
  Eigen::MatrixXd& K() { return m_whole.matrix(); }
  void gather(bool keepsModes);
  double limit(std::size_t contact, double press) const;
  Mode modeOf(int contact) const;
  void slipRows(std::size_t contact, Eigen::Index k, Eigen::Index end);
  void sweep();
  void sweeps(int count);
  double newton(int most);
  /// Where along a step a contact changes its mode: by whether it presses, or by whether it slips.
  struct Kink {
    double t = HUGE_VAL;  ///< share of the step
    int contact = -1;
    bool slips = false;
  };
  double normalKink(std::size_t contact) const;
  std::array<double, 3> rimAlong(std::size_t contact) const;
  double slipKink(std::size_t contact, bool starts) const;
  Kink nextKink(const Kink& last) const;
  bool leadsInto(const Kink& kink) const;
  void pass(const Kink& kink);
  double pivot();
  bool search();
  double slack() const;
  bool isWithinSlack();
  bool searchBySweeps();
  bool searchRest();
  bool isAtRest();
  double residualOfBest();
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
  ContactProblem m_part;     ///< an island
  std::vector<int> m_taken;  ///< its contacts
  Eigen::VectorXd m_partZ;
  int m_d = 1;  ///< tangents of a contact
  int m_iterations = 0, m_worst = 0;
  double m_merit = 0, m_residual = 0;
  double m_error = 0;               ///< the residual measured last (m/s)
  Eigen::MatrixXd m_A;              ///< scaled W
  std::vector<int> m_first, m_end;  ///< of each contact, the range of those that share a body with it
  std::vector<Factor> m_factors;    ///< of each island
  Factor* m_factor = nullptr;       ///< of the present one
  bool m_reused = false;            ///< whether the last step had the factors of an earlier matrix
  EnvelopeLu m_whole;               ///< of interior points
  Eigen::VectorXd m_scale, m_c, m_x, m_y, m_best, m_rowScale, m_rhs;
  Eigen::VectorXd m_from, m_step, m_keep, m_other;
  Eigen::VectorXd m_fromY, m_stepY;  ///< velocities at m_from, and their change along m_step
  Eigen::VectorXd m_u;               ///< of the interior point method: w + μ|w_t| e_n
  double m_shift = 1;                ///< factor of μ|w_t| in u; 0 for the convex problem
  double m_stepLength = 0, m_reach = 0.9;
  std::vector<double> m_mu, m_radius;
  std::vector<int> m_rows;               ///< rows with free impulses
  std::vector<Eigen::Index> m_rowsFrom;  ///< of each contact, and of the end, where its rows begin among them
  std::vector<Mode> m_modes;
};

}  // namespace carom
