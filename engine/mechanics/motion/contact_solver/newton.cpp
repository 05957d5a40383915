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
  m_rowsFrom.clear();
  for (std::size_t i = 0; i < m_modes.size() && !keepsModes; ++i) m_modes[i] = modeOf(static_cast<int>(i));
  for (std::size_t i = 0; i < m_modes.size(); ++i) {
    const Eigen::Index n = static_cast<Eigen::Index>(m_d + 1) * static_cast<Eigen::Index>(i);
    m_rowsFrom.push_back(static_cast<Eigen::Index>(m_rows.size()));
    if (m_modes[i].presses)
      m_rows.push_back(static_cast<int>(n));
    else
      m_x[n] = 0;
    if (!m_modes[i].rubs) m_x.segment(n + 1, m_d).setZero();
    for (int a = 0; m_modes[i].rubs && a < m_d; ++a) m_rows.push_back(static_cast<int>(n) + 1 + a);
  }
  m_rowsFrom.push_back(static_cast<Eigen::Index>(m_rows.size()));
}

/// The direction of x_t − ρ y_t of a contact that slips, with its length.
std::pair<Eigen::Vector3d, double> ContactSolver::slipAt(std::size_t contact) const {
  const Eigen::Index n = static_cast<Eigen::Index>(m_d + 1) * static_cast<Eigen::Index>(contact);
  Eigen::Vector3d a = Eigen::Vector3d::Zero();
  for (int t = 0; t < m_d; ++t) a[t] = m_x[n + 1 + t] - m_y[n + 1 + t] / m_d;
  const double length = a.norm();
  return {length > 0 ? Eigen::Vector3d(a / length) : Eigen::Vector3d::UnitX(), length};
}

/// The rows of a contact that slips, from row k of Newton's matrix on, whose columns end at `end`: δ_t − μ e
/// δ_n − turn Π (δ_t − ρ(Aδ)_t) = −(x_t − r e) with e the direction of x_t − ρ y_t, Π across it.
void ContactSolver::slipRows(std::size_t contact, Eigen::Index k, Eigen::Index end) {
  Eigen::MatrixXd& K = m_factor->lu.matrix();
  const auto [e, length] = slipAt(contact);
  const Eigen::Index first = m_rowsFrom[static_cast<std::size_t>(m_first[contact])];
  if (m_d == 1) {
    K.row(k).segment(first, end - first).setZero();
    K(k, k) = 1;
  } else {
    const double turn =
        length > 0
            ? std::min(1.0, limit(contact, m_x[(m_d + 1) * static_cast<Eigen::Index>(contact)]) / length)
            : 0;
    const Eigen::Vector2d across(-e[1], e[0]);
    for (Eigen::Index c = first; c < end && m_d == 2; ++c) {
      const double along = turn * 0.5 * (across[0] * K(k, c) + across[1] * K(k + 1, c));
      K(k, c) = along * across[0];
      K(k + 1, c) = along * across[1];
    }
    for (int r = 0; r < 2 && m_d == 2; ++r)
      for (int c = 0; c < 2; ++c) K(k + r, k + c) += (r == c ? 1.0 : 0.0) - turn * across[r] * across[c];
    if (m_d == 3) {
      const Eigen::Matrix3d all = Eigen::Matrix3d::Identity() - e * e.transpose();
      for (Eigen::Index c = first; c < end; ++c)
        K.col(c).segment<3>(k) = turn / 3 * (all * K.col(c).segment<3>(k)).eval();
      K.block<3, 3>(k, k) += Eigen::Matrix3d::Identity() - turn * all;
    }
  }
  for (int t = 0; t < m_d; ++t)
    if (m_modes[contact].presses) K(k + t, k - 1) -= m_mu[contact] * e[t];
}

/// The right-hand side −F of a step of Newton's method, in the modes m_modes at x.
void ContactSolver::setRightHandSide() {
  m_rhs = m_c;  // velocities without the impulses that are now 0
  for (Eigen::Index j = 0; j < m_x.size(); ++j) {
    if (m_x[j] == 0) continue;
    const auto [first, count] = rowsOf(j);
    m_rhs.segment(first, count) += m_x[j] * m_A.col(j).segment(first, count);
  }
  for (std::size_t i = 0; i < m_modes.size(); ++i) {
    if (!m_modes[i].slips) continue;
    const Eigen::Index n = static_cast<Eigen::Index>(m_d + 1) * static_cast<Eigen::Index>(i);
    const auto [e, length] = slipAt(i);
    const double most = limit(i, m_x[n]);
    for (int t = 0; t < m_d; ++t) m_rhs[n + 1 + t] = m_x[n + 1 + t] - most * e[t];
  }
  const auto size = static_cast<Eigen::Index>(m_rows.size());
  for (Eigen::Index r = 0; r < size; ++r) m_keep[r] = -m_rhs[m_rows[static_cast<std::size_t>(r)]];
  m_rhs.head(size) = m_keep.head(size);
}

/// Factors Newton's matrix in the modes m_modes at x.
bool ContactSolver::factorNewton() {
  // Shift of the unit diagonal, which makes dependent contacts regular and slows Newton by 1e-10 only. A
  // smaller one amplifies rounding along dependent directions.
  constexpr double epsilon = 1e-10;
  m_factor->isValid = false;
  EnvelopeLu& lu = m_factor->lu;
  lu.reserve(m_x.size());
  const auto size = static_cast<Eigen::Index>(m_rows.size());
  lu.setFull(size);
  Eigen::MatrixXd& K = lu.matrix();
  for (std::size_t i = 0; i < m_modes.size(); ++i) {
    const Eigen::Index first = m_rowsFrom[static_cast<std::size_t>(m_first[i])],
                       end = m_rowsFrom[static_cast<std::size_t>(m_end[i])];
    for (Eigen::Index k = m_rowsFrom[i]; k < m_rowsFrom[i + 1]; ++k) {
      const int column = m_rows[static_cast<std::size_t>(k)];
      K.col(k).head(size).setZero();
      for (Eigen::Index r = first; r < end; ++r) K(r, k) = m_A(m_rows[static_cast<std::size_t>(r)], column);
      K(k, k) += epsilon;
      lu.setEnd(k, end);
    }
  }
  for (std::size_t i = 0; i < m_modes.size(); ++i)
    if (m_modes[i].slips)
      slipRows(i, m_rowsFrom[i] + (m_modes[i].presses ? 1 : 0),
               m_rowsFrom[static_cast<std::size_t>(m_end[i])]);
  if (!lu.factor()) return false;
  m_factor->modes = m_modes;
  m_factor->isValid = true;
  return true;
}

/// Whether the factors at hand are of a matrix in the same modes; for few rows new ones cost nothing.
bool ContactSolver::mayReuse() const {
  return m_factor->isValid && static_cast<int>(m_modes.size()) > fewContacts && m_factor->modes == m_modes;
}

/// Takes one step of Newton's method from x, in the modes at x or, where `keepsModes`, in m_modes; false
/// where its matrix is singular. `reuses`: with the factors of an earlier matrix, where they may serve.
bool ContactSolver::newtonStep(bool keepsModes, bool reuses) {
  gather(keepsModes);
  setRightHandSide();
  m_reused = reuses && mayReuse();
  if (!m_reused && !factorNewton()) return false;
  m_factor->lu.solve(m_rhs);
  for (std::size_t r = 0; r < m_rows.size(); ++r) m_x[m_rows[r]] += m_rhs[static_cast<Eigen::Index>(r)];
  return m_x.allFinite();
}

/// Takes Newton's steps from m_x, shortened where the residual rises; leaves the best x in m_best.
double ContactSolver::newton(int most) {
  constexpr int patience = 6;
  // Factor by which a step with factors of an earlier matrix has to reduce the residual. They err by the
  // change of W between steps, and converge as fast as that; where the factor is larger new ones are cheaper.
  constexpr double enough = 0.1;
  double least = measure(), merit = m_merit, before = least;
  m_best = m_x;
  for (int idle = 0, k = 0; idle < (least <= acceptable ? 1 : patience) && k < most && least > 0;
       ++idle, ++k) {
    ++m_iterations;
    m_from = m_x;
    m_fromY = m_y;
    if (!newtonStep(false, true)) break;
    double left = measure();
    if (m_reused && !(left <= std::max(acceptable, enough * before))) {
      m_x = m_from;
      measure();
      if (!newtonStep()) break;
      left = measure();
    }
    if (!std::isfinite(left)) break;
    if (!(m_merit < merit)) {
      m_step = m_x - m_from;
      m_stepY = m_y - m_fromY;
      double bestMerit = m_merit, bestT = 1;
      for (double t = 0.5; t > 1e-3; t *= 0.5) {  // ten halvings, then the best of them
        m_x = m_from + t * m_step;
        m_y = m_fromY + t * m_stepY;
        judge();
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
    before = left;
    if (left < 0.5 * least) idle = 0;
    if (left >= least) continue;
    least = left;
    m_best = m_x;
  }
  m_x = m_best;
  return least;
}

}  // namespace carom
