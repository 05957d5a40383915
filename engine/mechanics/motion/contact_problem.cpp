#include "mechanics/motion/contact_problem.h"

#include <algorithm>
#include <cmath>

namespace carom {

void ContactProblem::resize(int contacts) {
  const Eigen::Index m = static_cast<Eigen::Index>(block) * contacts;
  W.resize(m, m);
  b.resize(m);
  friction.resize(static_cast<std::size_t>(contacts));
  radius.assign(friction.size(), 0);
}

namespace {

/// The largest factor of a step of projection along the tangents of a contact: 1 over a bound on the largest
/// eigenvalue of its block; 0 where nothing slips.
double tangentStep(const Eigen::MatrixXd& W, Eigen::Index first, int tangents) {
  double trace = 0;
  for (int a = 0; a < tangents; ++a) trace += W(first + 1 + a, first + 1 + a);
  return trace > 0 ? 1 / trace : 0;
}

constexpr int mostNewton = 20;

}  // namespace

ContactResidual residualOf(const ContactProblem& problem, const Eigen::VectorXd& z) {
  ContactResidual residual;
  const int d = problem.block - 1;
  for (int i = 0; i < problem.contacts(); ++i) {
    const Eigen::Index n = static_cast<Eigen::Index>(problem.block) * i;
    const auto account = [&](double left, double scale) {
      residual.absolute = std::max(residual.absolute, left);
      left = std::max(0.0, left - problem.noise);
      if (left > 0) residual.relative = std::max(residual.relative, left / scale);
    };
    const auto velocity = [&](Eigen::Index row) { return problem.W.row(row).dot(z) + problem.b[row]; };
    const auto scale = [&](Eigen::Index row) {
      return problem.W.row(row).cwiseAbs().dot(z.cwiseAbs()) + std::abs(problem.b[row]);
    };
    const double diagonal = problem.W(n, n), w = velocity(n);
    // Velocities that impulses z − P(z − ρ w) would change by themselves.
    account(diagonal > 0 ? std::abs(z[n] - std::max(0.0, z[n] - w / diagonal)) * diagonal : std::max(0.0, -w),
            scale(n));
    const double rho = tangentStep(problem.W, n, d);
    if (rho == 0) continue;
    Eigen::Vector2d B = Eigen::Vector2d::Zero(), moved = B;
    double size = 0;
    for (int a = 0; a < d; ++a) {
      B[a] = z[n + 1 + a];
      moved[a] = B[a] - rho * velocity(n + 1 + a);
      size = std::max(size, scale(n + 1 + a));
    }
    const auto index = static_cast<std::size_t>(i);
    const double most = problem.friction[index] * std::max(0.0, z[n]) + problem.radius[index];
    if (moved.norm() > most) moved *= most / moved.norm();
    account((B - moved).norm() / rho, size);
  }
  return residual;
}

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
  m_K.resize(m, m);
}

/// y = A x + c.
void ContactSolver::setVelocities() {
  m_y = m_c;
  m_y.noalias() += m_A * m_x;
}

/// The velocities, and the largest entry of F over the scale of its row.
double ContactSolver::measure() {
  setVelocities();
  m_rowScale = m_c.cwiseAbs();
  for (Eigen::Index j = 0; j < m_x.size(); ++j)
    if (m_x[j] != 0) m_rowScale += m_A.col(j).cwiseAbs() * std::abs(m_x[j]);
  double worst = 0;
  const double noise = m_problem->noise;
  const auto account = [&](double left, double scale, double unit) {
    left = std::max(0.0, left - noise * unit);
    if (left > 0) worst = std::max(worst, left / scale);
    m_merit += left * left;
  };
  m_merit = 0;
  for (Eigen::Index n = 0, i = 0; n < m_x.size(); n += m_d + 1, ++i) {
    if (m_scale[n] == 0) continue;
    account(std::abs(m_x[n] - std::max(0.0, m_x[n] - m_y[n])), m_rowScale[n], m_scale[n]);
    if (m_scale[n + 1] == 0) continue;
    Eigen::Vector2d moved = Eigen::Vector2d::Zero(), x = moved;
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

/// The radius of the disc of a contact under a normal impulse.
double ContactSolver::limit(std::size_t contact, double press) const {
  return m_mu[contact] * std::max(0.0, press) + m_radius[contact];
}

ContactSolver::Mode ContactSolver::modeOf(int contact) const {
  const Eigen::Index n = static_cast<Eigen::Index>(m_d + 1) * contact;
  const auto index = static_cast<std::size_t>(contact);
  Mode mode;
  mode.presses = m_scale[n] > 0 && m_x[n] - m_y[n] > 0;
  const double most = mode.presses ? limit(index, m_x[n] - m_y[n]) : m_radius[index];
  mode.rubs = m_scale[n + 1] > 0 && ((mode.presses && m_mu[index] > 0) || m_radius[index] > 0);
  double squared = 0;
  for (int a = 0; a < m_d; ++a) {
    const double moved = m_x[n + 1 + a] - m_y[n + 1 + a] / m_d;
    squared += moved * moved;
  }
  mode.slips = mode.rubs && !(squared <= most * most && most > 0);
  return mode;
}

/// The modes at x, and the rows in which impulses are free; the others are 0.
void ContactSolver::gather() {
  m_rows.clear();
  for (std::size_t i = 0; i < m_modes.size(); ++i) m_modes[i] = modeOf(static_cast<int>(i));
  for (std::size_t i = 0; i < m_modes.size(); ++i) {
    const Eigen::Index n = static_cast<Eigen::Index>(m_d + 1) * static_cast<Eigen::Index>(i);
    if (m_modes[i].presses)
      m_rows.push_back(static_cast<int>(n));
    else
      m_x[n] = 0;
    if (!m_modes[i].rubs) m_x.segment(n + 1, m_d).setZero();
    for (int a = 0; m_modes[i].rubs && a < m_d; ++a) m_rows.push_back(static_cast<int>(n) + 1 + a);
  }
}

/// The rows of a contact that slips, its tangents the k-th and next of Newton's matrix:
/// δ_t − μ e δ_n − turn Π (δ_t − ρ(Aδ)_t) = −(x_t − r e) with e the direction of x_t − ρ y_t, Π across it.
void ContactSolver::slipRows(std::size_t contact, Eigen::Index k, Eigen::Index size) {
  const Eigen::Index n = static_cast<Eigen::Index>(m_d + 1) * static_cast<Eigen::Index>(contact);
  Eigen::Vector2d a = Eigen::Vector2d::Zero();
  for (int t = 0; t < m_d; ++t) a[t] = m_x[n + 1 + t] - m_y[n + 1 + t] / m_d;
  const double length = a.norm(), most = limit(contact, m_x[n]);
  const Eigen::Vector2d e = length > 0 ? Eigen::Vector2d(a / length) : Eigen::Vector2d::UnitX();
  if (m_d == 1) {
    m_K.row(k).head(size).setZero();
    m_K(k, k) = 1;
  } else {
    const double turn = length > 0 ? std::min(1.0, most / length) : 0;
    const Eigen::Vector2d across(-e[1], e[0]);
    for (Eigen::Index c = 0; c < size; ++c) {
      const double along = turn * 0.5 * (across[0] * m_K(k, c) + across[1] * m_K(k + 1, c));
      m_K(k, c) = along * across[0];
      m_K(k + 1, c) = along * across[1];
    }
    for (int r = 0; r < 2; ++r)
      for (int c = 0; c < 2; ++c) m_K(k + r, k + c) += (r == c ? 1.0 : 0.0) - turn * across[r] * across[c];
  }
  for (int t = 0; t < m_d; ++t) {
    if (m_modes[contact].presses) m_K(k + t, k - 1) -= m_mu[contact] * e[t];
    m_rhs[n + 1 + t] = m_x[n + 1 + t] - most * e[t];
  }
}

/// One step of Newton's method from x; false where its matrix is singular.
bool ContactSolver::newtonStep() {
  constexpr double epsilon = 1e-10;  // of the unit diagonal
  gather();
  const auto size = static_cast<Eigen::Index>(m_rows.size());
  for (Eigen::Index k = 0; k < size; ++k) {
    const int column = m_rows[static_cast<std::size_t>(k)];
    for (Eigen::Index r = 0; r < size; ++r) m_K(r, k) = m_A(m_rows[static_cast<std::size_t>(r)], column);
    m_K(k, k) += epsilon;
  }
  m_rhs = m_c;  // velocities after the others have let go
  for (Eigen::Index j = 0; j < m_x.size(); ++j)
    if (m_x[j] != 0) m_rhs += m_A.col(j) * m_x[j];
  Eigen::Index k = 0;
  for (std::size_t i = 0; i < m_modes.size(); ++i) {
    if (m_modes[i].presses) ++k;
    if (m_modes[i].slips) slipRows(i, k, size);
    if (m_modes[i].rubs) k += m_d;
  }
  for (Eigen::Index r = 0; r < size; ++r) m_keep[r] = -m_rhs[m_rows[static_cast<std::size_t>(r)]];
  m_rhs.head(size) = m_keep.head(size);
  if (!factorAndSolve(size)) return false;
  for (Eigen::Index r = 0; r < size; ++r) m_x[m_rows[static_cast<std::size_t>(r)]] += m_rhs[r];
  return m_x.allFinite();
}

/// K δ = rhs in place, by elimination with row pivots.
bool ContactSolver::factorAndSolve(Eigen::Index size) {
  for (Eigen::Index j = 0; j < size; ++j) {
    Eigen::Index pivot = 0;
    const double largest = m_K.col(j).segment(j, size - j).cwiseAbs().maxCoeff(&pivot);
    if (!(largest > 0)) return false;
    pivot += j;
    if (pivot != j) {
      m_K.row(j).segment(j, size - j).swap(m_K.row(pivot).segment(j, size - j));
      std::swap(m_rhs[j], m_rhs[pivot]);
    }
    const Eigen::Index below = size - j - 1;
    if (below == 0) continue;
    m_K.col(j).segment(j + 1, below) /= m_K(j, j);
    for (Eigen::Index c = j + 1; c < size; ++c)
      if (const double u = m_K(j, c); u != 0)
        m_K.col(c).segment(j + 1, below) -= u * m_K.col(j).segment(j + 1, below);
    m_rhs.segment(j + 1, below) -= m_rhs[j] * m_K.col(j).segment(j + 1, below);
  }
  for (Eigen::Index j = size; j-- > 0;) {
    m_rhs[j] /= m_K(j, j);
    m_rhs.head(j) -= m_rhs[j] * m_K.col(j).head(j);
  }
  return true;
}

/// One sweep of block Gauss–Seidel over the contacts, from x.
void ContactSolver::sweep() {
  for (Eigen::Index n = 0, i = 0; n < m_x.size(); n += m_d + 1, ++i) {
    if (m_scale[n] == 0) continue;
    m_x[n] = std::max(0.0, m_x[n] - m_A.col(n).dot(m_x) - m_c[n]);
    const double most = limit(static_cast<std::size_t>(i), m_x[n]);
    Eigen::Vector2d moved = Eigen::Vector2d::Zero();
    for (int a = 0; a < m_d; ++a)
      moved[a] = m_x[n + 1 + a] - (m_A.col(n + 1 + a).dot(m_x) + m_c[n + 1 + a]) / m_d;
    if (moved.norm() > most) moved *= most / moved.norm();
    for (int a = 0; a < m_d; ++a) m_x[n + 1 + a] = moved[a];
  }
}

/// Newton's steps from m_x, shortened where they lead away; leaves the best x in m_best.
double ContactSolver::newton(int most) {
  constexpr int patience = 6;
  double least = measure(), merit = m_merit;
  m_best = m_x;
  for (int idle = 0, k = 0; idle < patience && k < most && least > tolerance; ++idle, ++k) {
    ++m_iterations;
    m_from = m_x;
    if (!newtonStep()) break;
    double left = measure();
    if (!std::isfinite(left)) break;
    if (!(m_merit < merit)) {
      m_step = m_x - m_from;
      double bestMerit = m_merit, bestT = 1;
      for (double t = 0.5; t > 1e-3; t *= 0.5) {
        m_x = m_from + t * m_step;
        measure();
        if (m_merit < bestMerit) {
          bestMerit = m_merit;
          bestT = t;
        }
        if (m_merit < merit * (1 - 0.1 * t)) break;
      }
      m_x = m_from + bestT * m_step;
      left = measure();
    }
    merit = m_merit;
    if (left < 0.5 * least) idle = 0;
    if (left >= least) continue;
    least = left;
    m_best = m_x;
  }
  m_x = m_best;
  return least;
}

/// One Newton step of the interior point method towards x∘y = τe; the largest step that stays inside.
bool ContactSolver::interiorStep(double tau) {
  const Eigen::Index m = m_x.size();
  const int d = m_d;
  // left: u − A x − c − μ|u_t| e_n
  m_y = m_c;
  m_y.noalias() += m_A * m_x;
  for (Eigen::Index j = 0; j < m; ++j) m_K.col(j).setZero();
  // per contact: L (3x3) multiplies dr, Q multiplies dw (du = (I + mu e d^T)(A dr - left))
  for (Eigen::Index n = 0, i = 0; n < m; n += d + 1, ++i) {
    const double mu = m_mu[static_cast<std::size_t>(i)];
    if (m_scale[n] == 0) {
      for (int a = 0; a <= d; ++a) {
        m_K(n + a, n + a) = 1;
        m_rhs[n + a] = 0;
      }
      continue;
    }
    if (mu == 0 || m_scale[n + 1] == 0) {
      const double left = m_u[n] - m_y[n];
      m_K.row(n) = m_x[n] * m_A.row(n);
      m_K(n, n) += m_u[n];
      m_rhs[n] = tau - m_x[n] * m_u[n] + m_x[n] * left;
      for (int a = 1; a <= d; ++a) {
        m_K(n + a, n + a) = 1;
        m_rhs[n + a] = 0;
      }
      continue;
    }
    Eigen::Matrix3d X = Eigen::Matrix3d::Identity(), Y = X, J = X;
    Eigen::Vector3d x = Eigen::Vector3d::Zero(), y = x, left = x;
    double s = 0;
    for (int a = 0; a < d; ++a) s += m_u[n + 1 + a] * m_u[n + 1 + a];
    s = std::sqrt(s);
    x[0] = mu * m_x[n];
    y[0] = m_u[n];
    left[0] = m_u[n] - m_y[n] - m_shift * mu * s;
    for (int a = 0; a < d; ++a) {
      x[1 + a] = m_x[n + 1 + a];
      y[1 + a] = mu * m_u[n + 1 + a];
      left[1 + a] = m_u[n + 1 + a] - m_y[n + 1 + a];
      if (s > 0) J(0, 1 + a) = m_shift * mu * m_u[n + 1 + a] / s;
    }
    X *= x[0];
    Y *= y[0];
    for (int a = 1; a < 3; ++a) {
      X(0, a) = X(a, 0) = x[a];
      Y(0, a) = Y(a, 0) = y[a];
    }
    Y.col(0) *= mu;        // of dr
    X.rightCols(2) *= mu;  // of du
    X = X * J;             // of dw
    Eigen::Vector3d rhs(tau - x.dot(y), -(x[0] * y[1] + y[0] * x[1]), -(x[0] * y[2] + y[0] * x[2]));
    rhs += X * left;
    for (int a = 0; a <= d; ++a) {
      for (int e = 0; e <= d; ++e) m_K.row(n + a) += X(a, e) * m_A.row(n + e);
      for (int e = 0; e <= d; ++e) m_K(n + a, n + e) += Y(a, e);
      m_rhs[n + a] = rhs[a];
    }
  }
  // row scaling
  for (Eigen::Index r = 0; r < m; ++r) {
    const double size = m_K.row(r).cwiseAbs().maxCoeff();
    if (size > 0) {
      m_K.row(r) /= size;
      m_rhs[r] /= size;
    }
  }
  if (!factorAndSolve(m)) return false;
  if (!m_rhs.head(m).allFinite()) return false;
  m_step = m_rhs.head(m);
  m_from.noalias() = m_A * m_step;
  for (Eigen::Index n = 0, i = 0; n < m; n += d + 1, ++i) {
    const double mu = m_mu[static_cast<std::size_t>(i)];
    double s = 0;
    for (int a = 0; a < d; ++a) s += m_u[n + 1 + a] * m_u[n + 1 + a];
    s = std::sqrt(s);
    for (int a = 0; a < d; ++a) {
      m_from[n + 1 + a] -= m_u[n + 1 + a] - m_y[n + 1 + a];
    }
    m_from[n] -= m_u[n] - m_y[n] - (m_scale[n + 1] > 0 ? m_shift * mu * s : 0);
    if (s > 0 && mu > 0 && m_scale[n + 1] > 0)
      for (int a = 0; a < d; ++a) m_from[n] += m_shift * mu * m_u[n + 1 + a] / s * m_from[n + 1 + a];
  }
  // largest step
  double t = 1;
  const auto inside = [&](double f) {
    for (Eigen::Index n = 0, i = 0; n < m; n += d + 1, ++i) {
      if (m_scale[n] == 0) continue;
      const double mu = m_mu[static_cast<std::size_t>(i)];
      const double r0 = m_x[n] + f * m_step[n], u0 = m_u[n] + f * m_from[n];
      if (!(r0 > 0 && u0 > 0)) return false;
      if (mu == 0 || m_scale[n + 1] == 0) continue;
      double rt = 0, ut = 0;
      for (int a = 1; a <= d; ++a) {
        rt += std::pow(m_x[n + a] + f * m_step[n + a], 2);
        ut += std::pow(m_u[n + a] + f * m_from[n + a], 2);
      }
      if (!(rt < mu * mu * r0 * r0 && mu * mu * ut < u0 * u0)) return false;
    }
    return true;
  };
  while (!inside(t / m_fraction) && t > 1e-12) t *= 0.9;
  m_stepLength = std::min(1.0, t);
  m_x += m_stepLength * m_step;
  m_u += m_stepLength * m_from;
  return true;
}

double ContactSolver::interior(int attempt) {
  const Eigen::Index m = m_x.size();
  const int d = m_d;
  m_u.setZero(m);
  m_x.setZero();
  const double size = std::max(1e-300, m_c.cwiseAbs().maxCoeff());
  int cones = 0;
  for (Eigen::Index n = 0; n < m; n += d + 1) {
    if (m_scale[n] == 0) continue;
    ++cones;
    m_x[n] = size;
    m_u[n] = size;
  }
  m_fraction = attempt == 0 ? 0.9 : attempt == 1 ? 0.6 : 0.3;
  double gap = 0, best = HUGE_VAL;
  m_best = m_x;
  double sigma = 0.3;
  for (int k = 0; k < (attempt == 2 ? 400 : 150); ++k) {
    ++m_iterations;
    gap = 0;
    for (Eigen::Index n = 0, i = 0; n < m; n += d + 1, ++i) {
      const double mu = m_mu[static_cast<std::size_t>(i)];
      if (m_scale[n] == 0) continue;
      if (mu == 0 || m_scale[n + 1] == 0)
        gap += m_x[n] * m_u[n];
      else
        for (int a = 0; a <= d; ++a) gap += mu * m_x[n + a] * m_u[n + a];
    }
    if (!(gap > 0)) break;
    if (!interiorStep(sigma * gap / cones)) break;
    sigma = attempt == 0         ? (m_stepLength > 0.9   ? 0.1
                                    : m_stepLength > 0.5 ? 0.3
                                                         : 0.8)
            : attempt == 1       ? (m_stepLength > 0.9 ? 0.5 : 0.9)
            : m_stepLength > 0.9 ? 0.8
                                 : 1;
    m_keep = m_x;
    for (Eigen::Index n = 0; n < m; n += d + 1)
      if (m_x[n] < 1e-16 * size) m_x.segment(n, d + 1).setZero();
    const double left = measure();
    if (left < best) {
      best = left;
      m_best = m_x;
    }
    m_x = m_keep;
    if (best <= tolerance || gap < 1e-30 * size * size || m_stepLength < 1e-10) break;
  }
  m_x = m_best;
  return best;
}

/// Newton's steps, then the interior point method where they do not end.
bool ContactSolver::search() {
  m_iterations = 0;
  m_shift = 1;
  if (newton(mostNewton) <= tolerance) return true;
  for (int round = 1; round <= 2; ++round) {
    for (int s = 0; s < 20 * round; ++s) sweep();
    if (newton(mostNewton) <= tolerance) return true;
  }
  const bool hasDiscs = std::any_of(m_radius.begin(), m_radius.end(), [](double r) { return r > 0; });
  if (hasDiscs) return searchBySweeps();
  for (int attempt = 0; attempt < 3; ++attempt) {
    if (interior(attempt) <= tolerance) return true;
    if (newton(mostNewton) <= tolerance) return true;
    for (int round = 1; round <= 3; ++round) {
      for (int s = 0; s < 20 * round; ++s) sweep();
      if (newton(mostNewton) <= tolerance) return true;
    }
  }
  return searchBySweeps();
}

/// Sweeps, ever more of them, with Newton's steps from where they lead. With discs of given radii the problem
/// is convex, and this finds it in the end.
bool ContactSolver::searchBySweeps() {
  constexpr int rounds = 9;
  for (int round = 0; round < rounds; ++round) {
    for (int s = 0; s < (20 << round); ++s) sweep();
    if (newton(mostNewton) <= tolerance) return true;
  }
  return false;
}

/// The solution that keeps everything at rest, where there is one: Coulomb's law then has others, too, in
/// which things that could stay start to move. It is the minimum of ½ zᵀW z + bᵀz over the cones, which is
/// convex. True where the minimum solves the problem, with it in m_best.
bool ContactSolver::searchRest() {
  constexpr double epsilon = 1e-10;
  constexpr int refinements = 4;
  m_shift = 0;
  interior(0);
  m_shift = 1;
  // From within the cones, the nearest impulses under which nothing moves.
  const Eigen::Index m = m_x.size();
  for (int k = 0; k < refinements; ++k) {
    setVelocities();
    m_K = m_A;
    m_K.diagonal().array() += epsilon;
    m_rhs = -m_y;
    for (Eigen::Index j = 0; j < m; ++j)
      if (m_scale[j] == 0) m_rhs[j] = 0;
    if (!factorAndSolve(m)) return false;
    m_x += m_rhs;
  }
  if (!(measure() <= tolerance)) return false;
  m_best = m_x;
  return true;
}

/// ½ zᵀW z + bᵀz of m_best, which is what impulses change the kinetic energy by (J).
double ContactSolver::energyChange() {
  m_keep = m_c;
  m_keep.noalias() += 0.5 * (m_A * m_best);
  return m_best.dot(m_keep);
}

ContactStatus ContactSolver::solve(const ContactProblem& problem, Eigen::VectorXd& z, Start start) {
  setScale(problem);
  m_x.resize(z.size());
  for (Eigen::Index j = 0; j < z.size(); ++j) m_x[j] = m_scale[j] > 0 ? z[j] / m_scale[j] : 0;
  bool solved = search();
  if (start == Start::FromRest && !(solved && isAtRest())) {
    const double change = energyChange();
    m_other = m_best;
    if (searchRest() && (!solved || energyChange() < change))
      solved = true;
    else
      m_best = m_other;
  }
  z = m_scale.cwiseProduct(m_best);
  m_residual = residualOf(problem, z);
  for (Eigen::Index n = 0; n < z.size(); n += problem.block)
    if (m_scale[n] == 0 && problem.b[n] < -problem.noise) return ContactStatus::Unbounded;
  return solved ? ContactStatus::Solved : ContactStatus::NotSolved;
}

/// Whether m_best leaves no contact moving, beyond rounding.
bool ContactSolver::isAtRest() {
  m_x = m_best;
  measure();
  for (Eigen::Index j = 0; j < m_y.size(); ++j)
    if (std::abs(m_y[j]) > 100 * tolerance * m_rowScale[j] + m_problem->noise * m_scale[j]) return false;
  return true;
}

}  // namespace carom
