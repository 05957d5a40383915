// The interior point method for contact problems; it converges where Newton's steps cycle.
#include <algorithm>
#include <cmath>

#include "mechanics/motion/contact_solver/contact_solver.h"

namespace carom {

namespace {

/// The step control of one run of the method: the share of the way to the boundary that a step takes, and the
/// share of τ at which the next step aims, by the length of the last one.
struct Boldness {
  double reach;
  int most;  ///< steps
  double afterLong, afterMiddling, afterShort;
};
constexpr Boldness boldness[] = {{0.9, 150, 0.1, 0.3, 0.8}, {0.6, 150, 0.5, 0.9, 0.9}, {0.3, 400, 0.8, 1, 1}};

}  // namespace

bool ContactSolver::isFrictionless(std::size_t contact) const {
  return m_mu[contact] == 0 || m_scale[(m_d + 1) * static_cast<Eigen::Index>(contact) + 1] == 0;
}

/// |u_t| of the contact whose rows begin at n.
double ContactSolver::slipOf(Eigen::Index n) const {
  double squared = 0;
  for (int a = 1; a <= m_d; ++a) squared += m_u[n + a] * m_u[n + a];
  return std::sqrt(squared);
}

/// The rows of a contact with friction in the matrix of a step: (μΛ, B) ∘ (u_n, μ u_t) = (τ, 0), linearised,
/// with u = w + μ|u_t| e_n.
void ContactSolver::coneRows(Eigen::Index n, double mu, double tau) {
  // The third row belongs to the friction of spherical joints, and is 0 of a contact.
  const int d = std::min(m_d, 2);
  Eigen::Matrix3d X = Eigen::Matrix3d::Identity(), Y = X, J = X;
  Eigen::Vector3d x = Eigen::Vector3d::Zero(), y = x, left = x;
  const double slip = slipOf(n);
  x[0] = mu * m_x[n];
  y[0] = m_u[n];
  left[0] = m_u[n] - m_y[n] - m_shift * mu * slip;
  for (int a = 1; a <= d; ++a) {
    x[a] = m_x[n + a];
    y[a] = mu * m_u[n + a];
    left[a] = m_u[n + a] - m_y[n + a];
    if (slip > 0) J(0, a) = m_shift * mu * m_u[n + a] / slip;
  }
  X *= x[0];
  Y *= y[0];
  for (int a = 1; a < 3; ++a) {
    X(0, a) = X(a, 0) = x[a];
    Y(0, a) = Y(a, 0) = y[a];
  }
  Y.col(0) *= mu;        // by the impulses
  X.rightCols(2) *= mu;  // by u
  X = X * J;             // by w
  Eigen::Vector3d rhs(tau - x.dot(y), -(x[0] * y[1] + y[0] * x[1]), -(x[0] * y[2] + y[0] * x[2]));
  rhs += X * left;
  for (int a = 0; a <= d; ++a) m_rhs[n + a] = rhs[a];
  for (int a = d + 1; a <= m_d; ++a) K()(n + a, n + a) = 1;
  const auto [first, count] = rowsOf(n);
  const auto rows = m_A.block(n, first, d + 1, count);
  auto into = K().block(n, first, d + 1, count);
  for (Eigen::Index c = 0; c < count; ++c)
    for (int a = 0; a <= d; ++a) {
      double sum = 0;
      for (int e = 0; e <= d; ++e) sum += X(a, e) * rows(e, c);
      into(a, c) = sum;
    }
  for (int a = 0; a <= d; ++a)
    for (int e = 0; e <= d; ++e) K()(n + a, n + e) += Y(a, e);
}

/// Fills the matrix and the right-hand side of a step, with rows scaled to a largest entry of 1.
void ContactSolver::interiorRows(double tau) {
  const Eigen::Index m = m_x.size();
  setVelocities();
  m_whole.setFull(m);
  K().topLeftCorner(m, m).setZero();
  for (Eigen::Index c = 0; c < m; ++c) {
    const auto [first, count] = rowsOf(c);
    m_whole.setEnd(c, first + count);
  }
  m_rhs.setZero();
  for (Eigen::Index n = 0, i = 0; n < m; n += m_d + 1, ++i) {
    const auto contact = static_cast<std::size_t>(i);
    if (m_scale[n] == 0) {
      for (int a = 0; a <= m_d; ++a) K()(n + a, n + a) = 1;
    } else if (isFrictionless(contact)) {
      const auto [first, count] = rowsOf(n);
      K().row(n).segment(first, count) = m_x[n] * m_A.row(n).segment(first, count);
      K()(n, n) += m_u[n];
      m_rhs[n] = tau - m_x[n] * m_y[n];
      for (int a = 1; a <= m_d; ++a) K()(n + a, n + a) = 1;
    } else {
      coneRows(n, m_mu[contact], tau);
    }
  }
  for (Eigen::Index r = 0; r < m; ++r) {
    const auto [first, count] = rowsOf(r);
    auto row = K().row(r).segment(first, count);
    const double size = row.cwiseAbs().maxCoeff();
    if (!(size > 0)) continue;
    row /= size;
    m_rhs[r] /= size;
  }
}

/// Whether x and u are inside their cones after this share of the step.
bool ContactSolver::isInside(double part) const {
  for (Eigen::Index n = 0, i = 0; n < m_x.size(); n += m_d + 1, ++i) {
    if (m_scale[n] == 0) continue;
    const double x = m_x[n] + part * m_step[n], u = m_u[n] + part * m_from[n];
    if (!(x > 0 && u > 0)) return false;
    if (isFrictionless(static_cast<std::size_t>(i))) continue;
    const double mu = m_mu[static_cast<std::size_t>(i)];
    double xt = 0, ut = 0;
    for (int a = 1; a <= m_d; ++a) {
      xt += std::pow(m_x[n + a] + part * m_step[n + a], 2);
      ut += std::pow(m_u[n + a] + part * m_from[n + a], 2);
    }
    if (!(xt < mu * mu * x * x && mu * mu * ut < u * u)) return false;
  }
  return true;
}

/// Solves K δ = rhs in place, with the whole matrix.
bool ContactSolver::factorAndSolve() {
  if (!m_whole.factor()) return false;
  m_whole.solve(m_rhs);
  return true;
}

/// Takes one Newton step towards x ∘ u = τe, shortened to stay inside the cones.
bool ContactSolver::interiorStep(double tau) {
  interiorRows(tau);
  if (!factorAndSolve() || !m_rhs.allFinite()) return false;
  m_step = m_rhs;
  m_from.setZero(m_step.size());  // the step of u
  addProduct(m_step, m_from);
  for (Eigen::Index n = 0, i = 0; n < m_x.size(); n += m_d + 1, ++i) {
    const auto contact = static_cast<std::size_t>(i);
    const double mu = isFrictionless(contact) ? 0 : m_shift * m_mu[contact], slip = slipOf(n);
    m_from[n] -= m_u[n] - m_y[n] - mu * slip;
    for (int a = 1; a <= m_d; ++a) {
      m_from[n + a] -= m_u[n + a] - m_y[n + a];
      if (slip > 0) m_from[n] += mu * m_u[n + a] / slip * m_from[n + a];
    }
  }
  double part = 1;
  constexpr double leastPart = 1e-12;  // a shorter step changes only last digits
  while (!isInside(part / m_reach) && part > leastPart) part *= 0.9;
  m_stepLength = part;
  m_x += part * m_step;
  m_u += part * m_from;
  return true;
}

/// The sum of x·u over the cones, which is 0 at a solution, and the number of cones.
std::pair<double, int> ContactSolver::gapOfCones() const {
  double gap = 0;
  int cones = 0;
  for (Eigen::Index n = 0, i = 0; n < m_x.size(); n += m_d + 1, ++i) {
    if (m_scale[n] == 0) continue;
    ++cones;
    const auto contact = static_cast<std::size_t>(i);
    if (isFrictionless(contact))
      gap += m_x[n] * m_u[n];
    else
      gap += m_mu[contact] * m_x.segment(n, m_d + 1).dot(m_u.segment(n, m_d + 1));
  }
  return {gap, cones};
}

/// Runs the method from impulses in the middle of the cones, with smaller steps in each further attempt.
/// Leaves the best x in m_best.
double ContactSolver::interior(int attempt) {
  const Boldness& bold = boldness[attempt];
  // Ends of a run: impulses that are 0 to rounding, x·u below its square, steps that lead nowhere. Smaller
  // values cost iterations only.
  constexpr double vanished = 1e-16, closedCones = 1e-30, stuckStep = 1e-10;
  const double size = std::max(1e-300, m_c.cwiseAbs().maxCoeff());
  m_u.setZero(m_x.size());
  m_x.setZero();
  for (Eigen::Index n = 0; n < m_x.size(); n += m_d + 1)
    if (m_scale[n] > 0) m_x[n] = m_u[n] = size;
  m_reach = bold.reach;
  m_best = m_x;
  double best = HUGE_VAL, sigma = 0.3;
  for (int k = 0; k < bold.most; ++k) {
    ++m_iterations;
    const auto [gap, cones] = gapOfCones();
    if (!(gap > 0) || !interiorStep(sigma * gap / cones)) break;
    sigma = m_stepLength > 0.9 ? bold.afterLong : m_stepLength > 0.5 ? bold.afterMiddling : bold.afterShort;
    m_keep = m_x;
    for (Eigen::Index n = 0; n < m_x.size(); n += m_d + 1)
      if (m_x[n] < vanished * size) m_x.segment(n, m_d + 1).setZero();
    if (const double left = measure(); left < best) {
      best = left;
      m_best = m_x;
    }
    m_x = m_keep;
    if (best <= tolerance || gap < closedCones * size * size || m_stepLength < stuckStep) break;
  }
  m_x = m_best;
  return best;
}

/// Searches the solution in which all contacts rest: where it exists, Coulomb's law also has solutions in
/// which they start to move. It is the minimum of the convex ½ zᵀW z + bᵀz over the cones. True where that
/// minimum solves the problem; it is then in m_best.
bool ContactSolver::searchRest() {
  // Shift of the unit diagonal that makes dependent contacts regular; each refinement reduces its effect by
  // 1e-10.
  constexpr double epsilon = 1e-10;
  constexpr int refinements = 4;
  m_shift = 0;
  interior(0);
  m_shift = 1;
  // From inside the cones, the nearest impulses with w = 0.
  const Eigen::Index m = m_x.size();
  for (int k = 0; k < refinements; ++k) {
    setVelocities();
    m_whole.setFull(m);
    K().topLeftCorner(m, m) = m_A;
    K().topLeftCorner(m, m).diagonal().array() += epsilon;
    m_rhs = -m_y;
    for (Eigen::Index j = 0; j < m; ++j)
      if (m_scale[j] == 0) m_rhs[j] = 0;
    if (!factorAndSolve()) return false;
    m_x += m_rhs;
  }
  if (!(measure() <= tolerance)) return false;
  m_best = m_x;
  return true;
}

}  // namespace carom
