#include <algorithm>
#include <cmath>

#include "mechanics/motion/contact_solver/contact_solver.h"

namespace carom {

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

/// Determines the modes at x, unless they are kept, and the rows whose impulses are free; sets the other
/// impulses to 0.
void ContactSolver::gather(bool keepsModes) {
  m_rows.clear();
  for (std::size_t i = 0; i < m_modes.size() && !keepsModes; ++i) m_modes[i] = modeOf(static_cast<int>(i));
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

/// The rows of a contact that slips, from row k of Newton's matrix on: δ_t − μ e δ_n − turn Π (δ_t − ρ(Aδ)_t)
/// = −(x_t − r e) with e the direction of x_t − ρ y_t, Π across it.
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

/// Takes one step of Newton's method from x, in the modes at x or, where `keepsModes`, in m_modes; false
/// where its matrix is singular.
bool ContactSolver::newtonStep(bool keepsModes) {
  // Shift of the unit diagonal, which makes dependent contacts regular and slows Newton by 1e-10 only. A
  // smaller one amplifies rounding along dependent directions.
  constexpr double epsilon = 1e-10;
  gather(keepsModes);
  const auto size = static_cast<Eigen::Index>(m_rows.size());
  for (Eigen::Index k = 0; k < size; ++k) {
    const int column = m_rows[static_cast<std::size_t>(k)];
    for (Eigen::Index r = 0; r < size; ++r) m_K(r, k) = m_A(m_rows[static_cast<std::size_t>(r)], column);
    m_K(k, k) += epsilon;
  }
  m_rhs = m_c;  // velocities without the impulses that are now 0
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

/// Solves K δ = rhs in place, by elimination with row pivots.
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

/// Takes Newton's steps from m_x, shortened where the residual rises; leaves the best x in m_best.
double ContactSolver::newton(int most) {
  constexpr int patience = 6;
  double least = measure(), merit = m_merit;
  m_best = m_x;
  for (int idle = 0, k = 0; idle < (least <= acceptable ? 1 : patience) && k < most && least > 0;
       ++idle, ++k) {
    ++m_iterations;
    m_from = m_x;
    if (!newtonStep()) break;
    double left = measure();
    if (!std::isfinite(left)) break;
    if (!(m_merit < merit)) {
      m_step = m_x - m_from;
      double bestMerit = m_merit, bestT = 1;
      for (double t = 0.5; t > 1e-3; t *= 0.5) {  // ten halvings, then the best of them
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

}  // namespace carom
