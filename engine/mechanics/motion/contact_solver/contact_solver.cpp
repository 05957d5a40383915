#include "mechanics/motion/contact_solver/contact_solver.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace carom {

namespace {

/// The step ρ of the projection along the tangents of a contact: 1 over the trace of its block, a bound on
/// the largest eigenvalue; 0 where the contact cannot slip.
double tangentStep(const Eigen::MatrixXd& W, Eigen::Index first, int tangents) {
  double trace = 0;
  for (int a = 0; a < tangents; ++a) trace += W(first + 1 + a, first + 1 + a);
  return trace > 0 ? 1 / trace : 0;
}

constexpr int mostNewton = 20;

}  // namespace

void ContactSolver::setScale(const ContactProblem& problem) {
  m_problem = &problem;
  m_d = problem.block - 1;
  const Eigen::Index m = problem.b.size();
  m_scale.resize(m);
  m_mu.resize(problem.friction.size());
  m_radius.resize(problem.friction.size());
  m_modes.resize(problem.friction.size());
  for (Eigen::Index n = 0, i = 0; n < m; n += problem.block, ++i) {
    const double normal = problem.W(n, n), rho = tangentStep(problem.W, n, m_d);
    m_scale[n] = normal > 0 ? 1 / std::sqrt(normal) : 0;
    const double tangent = std::sqrt(rho * m_d);
    for (int a = 0; a < m_d; ++a) m_scale[n + 1 + a] = tangent;
    m_mu[static_cast<std::size_t>(i)] =
        tangent > 0 ? problem.friction[static_cast<std::size_t>(i)] * m_scale[n] / tangent : 0;
    m_radius[static_cast<std::size_t>(i)] =
        tangent > 0 ? problem.radius[static_cast<std::size_t>(i)] / tangent : 0;
  }
  m_A.resize(m, m);
  m_A.noalias() = m_scale.asDiagonal() * problem.W * m_scale.asDiagonal();
  m_c.resize(m);
  m_c = m_scale.cwiseProduct(problem.b);
  m_y.resize(m);
  m_rhs.resize(m);
  m_rowScale.resize(m);
  m_keep.resize(m);
  m_whole.reserve(m);
  setEnvelope();
}

/// Finds the contacts with which each one shares a body, as a range: the first and the end. Of few contacts
/// it takes all.
void ContactSolver::setEnvelope() {
  const Eigen::Index block = m_d + 1, count = static_cast<Eigen::Index>(m_modes.size());
  m_first.assign(m_modes.size(), 0);
  m_end.assign(m_modes.size(), static_cast<int>(count));
  if (count <= fewContacts) return;
  const auto shares = [&](Eigen::Index i, Eigen::Index j) {
    return !m_A.block(block * i, block * j, block, block).isZero(0);
  };
  for (Eigen::Index j = 0; j < count; ++j) {
    const auto at = static_cast<std::size_t>(j);
    while (m_first[at] < j && !shares(m_first[at], j)) ++m_first[at];
    while (m_end[at] > j + 1 && !shares(m_end[at] - 1, j)) --m_end[at];
  }
}

/// The rows of A in which a column may differ from 0.
std::pair<Eigen::Index, Eigen::Index> ContactSolver::rowsOf(Eigen::Index column) const {
  const auto contact = static_cast<std::size_t>(column / (m_d + 1));
  const Eigen::Index first = static_cast<Eigen::Index>(m_d + 1) * m_first[contact];
  return {first, static_cast<Eigen::Index>(m_d + 1) * m_end[contact] - first};
}

/// y = A x + c.
void ContactSolver::setVelocities() {
  m_y = m_c;
  addProduct(m_x, m_y);
}

/// y += A x.
void ContactSolver::addProduct(const Eigen::VectorXd& x, Eigen::VectorXd& y) const {
  if (static_cast<int>(m_modes.size()) <= fewContacts) {
    y.noalias() += m_A * x;
    return;
  }
  for (Eigen::Index j = 0; j < x.size(); ++j) {
    if (x[j] == 0) continue;
    const auto [first, count] = rowsOf(j);
    y.segment(first, count) += x[j] * m_A.col(j).segment(first, count);
  }
}

/// Computes the velocities and returns the largest entry of F over the size of the terms of its row.
double ContactSolver::measure() {
  m_y = m_c;
  m_rowScale = m_c.cwiseAbs();
  for (Eigen::Index j = 0; j < m_x.size(); ++j) {
    if (m_x[j] == 0) continue;
    const auto [first, count] = rowsOf(j);
    const auto column = m_A.col(j).segment(first, count);
    m_y.segment(first, count) += m_x[j] * column;
    m_rowScale.segment(first, count) += std::abs(m_x[j]) * column.cwiseAbs();
  }
  return judge();
}

/// The same for the velocities and the sizes of terms at hand. The merit does not depend on these sizes.
double ContactSolver::judge() {
  if (!m_x.allFinite() || !m_y.allFinite())
    return m_merit = m_error = std::numeric_limits<double>::infinity();
  double worst = 0;
  const double noise = m_problem->noise;
  const auto account = [&](double left, double scale, double unit) {
    left = std::max(0.0, left - noise * unit);
    if (left > 0) worst = std::max(worst, left / std::max(scale, m_problem->size * unit));
    if (left > 0) m_error = std::max(m_error, left / unit);
    m_merit += left * left;
  };
  m_merit = m_error = 0;
  for (Eigen::Index n = 0, i = 0; n < m_x.size(); n += m_d + 1, ++i) {
    if (m_scale[n] > 0) account(std::abs(m_x[n] - std::max(0.0, m_x[n] - m_y[n])), m_rowScale[n], m_scale[n]);
    if (m_scale[n + 1] == 0) continue;
    Eigen::Vector3d moved = Eigen::Vector3d::Zero(), x = moved;
    double size = 0;
    for (int a = 0; a < m_d; ++a) {
      x[a] = m_x[n + 1 + a];
      moved[a] = x[a] - m_y[n + 1 + a] / m_d;
      size = std::max(size, m_rowScale[n + 1 + a]);
    }
    const double most = limit(static_cast<std::size_t>(i), m_x[n]);
    if (moved.norm() > most) moved *= most / moved.norm();
    account((x - moved).norm() * m_d, size, m_scale[n + 1]);
  }
  return worst;
}

/// The radius of the friction disc of a contact under a normal impulse.
double ContactSolver::limit(std::size_t contact, double press) const {
  return m_mu[contact] * std::max(0.0, press) + m_radius[contact];
}

/// One sweep of block Gauss–Seidel over the contacts, from x.
void ContactSolver::sweep() {
  for (Eigen::Index n = 0, i = 0; n < m_x.size(); n += m_d + 1, ++i) {
    const auto [first, count] = rowsOf(n);
    const auto others = m_x.segment(first, count);
    if (m_scale[n] > 0)
      m_x[n] = std::max(0.0, m_x[n] - m_A.col(n).segment(first, count).dot(others) - m_c[n]);
    const double most = limit(static_cast<std::size_t>(i), m_x[n]);
    Eigen::Vector3d moved = Eigen::Vector3d::Zero();
    for (int a = 0; a < m_d; ++a)
      moved[a] =
          m_x[n + 1 + a] - (m_A.col(n + 1 + a).segment(first, count).dot(others) + m_c[n + 1 + a]) / m_d;
    if (moved.norm() > most) moved *= most / moved.norm();
    for (int a = 0; a < m_d; ++a) m_x[n + 1 + a] = moved[a];
  }
}

/// Sweeps from x. With friction they may move away from every solution, to impulses beside which any
/// velocity is small; then x stays.
void ContactSolver::sweeps(int count) {
  constexpr double farthest = 1e14;
  m_from = m_x;
  for (int s = 0; s < count; ++s) sweep();
  if (!(m_x.norm() <= farthest * (m_c.norm() + m_from.norm()))) m_x = m_from;
}

/// The slack of the problem, which only many contacts have (m/s).
double ContactSolver::slack() const {
  constexpr int few = 4;
  return m_problem->contacts() > few ? m_problem->slack : 0;
}

/// Whether m_best solves the problem up to its slack.
bool ContactSolver::isWithinSlack() {
  if (slack() == 0) return false;
  residualOfBest();
  return m_error <= slack();
}

/// Newton's method, then the interior point method where it does not converge.
bool ContactSolver::search() {
  m_shift = 1;
  if (m_problem->keepsRough) {
    m_best = m_x;
    const double left = measure();
    if (left <= acceptable) return true;
    if (left <= rough || (slack() > 0 && m_error <= slack())) return false;
  }
  if (newton(mostNewton) <= acceptable) return true;
  constexpr int rounds = 2;
  for (int round = 1; round <= rounds; ++round) {
    sweeps(20 * round);
    double left = newton(mostNewton);
    if (left > acceptable) left = pivot();
    if (left <= acceptable) return true;
    if ((round == rounds && left <= nearly) || isWithinSlack()) return false;
  }
  const bool hasDiscs = std::any_of(m_radius.begin(), m_radius.end(), [](double r) { return r > 0; });
  if (hasDiscs) return searchBySweeps();
  for (int attempt = 0; attempt < 3; ++attempt) {
    if (interior(attempt) <= acceptable) return true;
    double left = newton(mostNewton);
    for (int round = 1; left > acceptable && round <= 3; ++round) {
      sweeps(20 * round);
      left = newton(mostNewton);
    }
    if (left <= rough || isWithinSlack())
      return left <= acceptable;  // rounding of dependent contacts: further starts end there, too
  }
  return searchBySweeps();
}

/// Alternates Newton's method with sweeps, of twice the number each time. With discs of given radii the
/// problem is convex, and this converges.
bool ContactSolver::searchBySweeps() {
  constexpr int rounds = 9;
  for (int round = 0; round < rounds; ++round) {
    sweeps(20 << round);
    const double left = newton(mostNewton);
    if (left <= acceptable) return true;
    if (slack() > 0 && (left <= rough || isWithinSlack())) return false;
  }
  return false;
}

/// The change of kinetic energy by the impulses of m_best, ½ zᵀW z + bᵀz (J).
double ContactSolver::energyChange() {
  m_keep = m_c;
  m_keep.noalias() += 0.5 * (m_A * m_best);
  return m_best.dot(m_keep);
}

/// Copies the problem of one island to m_part.
void ContactSolver::take(const ContactProblem& problem, int island) {
  m_taken.clear();
  for (int k = 0; k < problem.contacts(); ++k) {
    const int i = problem.order.empty() ? k : problem.order[static_cast<std::size_t>(k)];
    if (problem.island.empty() || problem.island[static_cast<std::size_t>(i)] == island) m_taken.push_back(i);
  }
  m_part.block = problem.block;
  m_part.resize(static_cast<int>(m_taken.size()));
  m_part.noise = problem.noise;
  m_part.slack = problem.slack;
  m_part.keepsRough = problem.keepsRough;
  m_part.size = problem.size;
  for (std::size_t j = 0; j < m_taken.size(); ++j) {
    const auto from = static_cast<std::size_t>(m_taken[j]);
    m_part.friction[j] = problem.friction[from];
    m_part.radius[j] = problem.radius[from];
    const Eigen::Index block = problem.block, to = block * static_cast<Eigen::Index>(j),
                       column = block * m_taken[j];
    m_part.b.segment(to, block) = problem.b.segment(column, block);
    for (std::size_t i = 0; i < m_taken.size(); ++i)
      for (Eigen::Index b = 0; b < block; ++b)
        for (Eigen::Index a = 0; a < block; ++a)
          m_part.W(block * static_cast<Eigen::Index>(i) + a, to + b) =
              problem.W(block * m_taken[i] + a, column + b);
  }
}

ContactStatus ContactSolver::solve(const ContactProblem& problem, Eigen::VectorXd& z) {
  m_iterations = m_worst = 0;
  const int islands =
      problem.island.empty() ? 1 : 1 + *std::max_element(problem.island.begin(), problem.island.end());
  const auto rests = [&](int island) {
    return !problem.rests.empty() && problem.rests[static_cast<std::size_t>(island)];
  };
  if (m_factors.size() < static_cast<std::size_t>(islands))
    m_factors.resize(static_cast<std::size_t>(islands));
  m_factor = &m_factors[0];
  if (islands == 1 && (problem.order.empty() || problem.contacts() <= fewContacts))
    return solveIsland(problem, z, rests(0));
  ContactStatus worst = ContactStatus::Solved;
  double residual = acceptable;
  for (int island = 0; island < islands; ++island) {
    take(problem, island);
    m_factor = &m_factors[static_cast<std::size_t>(island)];
    const Eigen::Index block = problem.block;
    m_partZ.resize(m_part.b.size());
    for (std::size_t j = 0; j < m_taken.size(); ++j)
      m_partZ.segment(block * static_cast<Eigen::Index>(j), block) = z.segment(block * m_taken[j], block);
    if (const ContactStatus status = solveIsland(m_part, m_partZ, rests(island)); status > worst) {
      worst = status;
      m_worst = island;
    }
    residual = std::max(residual, m_residual);
    for (std::size_t j = 0; j < m_taken.size(); ++j)
      z.segment(block * m_taken[j], block) = m_partZ.segment(block * static_cast<Eigen::Index>(j), block);
  }
  m_residual = residual;
  return worst;
}

ContactStatus ContactSolver::solveIsland(const ContactProblem& problem, Eigen::VectorXd& z, bool rests) {
  setScale(problem);
  m_x.resize(z.size());
  for (Eigen::Index j = 0; j < z.size(); ++j) m_x[j] = m_scale[j] > 0 ? z[j] / m_scale[j] : 0;
  bool solved = search();
  if (rests && !((solved || isWithinSlack()) && isAtRest())) {
    const double change = energyChange();
    m_other = m_best;
    if (searchRest() && (!solved || energyChange() < change))
      solved = true;
    else
      m_best = m_other;
  }
  z = m_scale.cwiseProduct(m_best);
  // Impulses that hold each other so that all velocities are their rounding are no answer.
  constexpr double swallowing = 1e14;
  const double velocities = m_c.lpNorm<Eigen::Infinity>() + problem.size * m_scale.maxCoeff();
  if (!(m_best.lpNorm<Eigen::Infinity>() <= swallowing * velocities)) return ContactStatus::NotSolved;
  m_residual = solved ? acceptable : residualOfBest();
  for (Eigen::Index n = 0; n < z.size(); n += problem.block)
    if (m_scale[n] == 0 && problem.b[n] < -problem.noise) return ContactStatus::Unbounded;
  if (solved) return ContactStatus::Solved;
  return m_residual <= rough || isWithinSlack() ? ContactStatus::Rough : ContactStatus::NotSolved;
}

double ContactSolver::residualOfBest() {
  m_x = m_best;
  return measure();
}

/// Whether all contacts rest under m_best: up to rounding, and of many contacts to `nearly`, and along their
/// normals to the slack, by which one may be open.
bool ContactSolver::isAtRest() {
  m_x = m_best;
  double noise = m_problem->noise;
  if (slack() > 0) noise += nearly * m_problem->size;
  const double open = noise + slack();
  if (measure() > acceptable) noise = open;
  for (Eigen::Index j = 0; j < m_y.size(); ++j)
    if (std::abs(m_y[j]) >
        100 * tolerance * m_rowScale[j] + (j % m_problem->block == 0 ? open : noise) * m_scale[j])
      return false;
  return true;
}

}  // namespace carom
