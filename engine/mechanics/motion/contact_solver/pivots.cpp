// The path of Newton's method from kink to kink, where its whole steps cycle.
#include <algorithm>
#include <cmath>

#include "mechanics/motion/contact_solver/contact_solver.h"

namespace carom {

/// Whether the present step leads into the piece of F behind the last kink, or back: then t falls on the
/// path.
bool ContactSolver::leadsInto(const Kink& kink) const {
  if (kink.contact < 0) return true;
  const auto contact = static_cast<std::size_t>(kink.contact);
  if (kink.slips) return (m_modes[contact].slips ? 1 : -1) * rimAlong(contact)[1] >= 0;
  const Eigen::Index n = static_cast<Eigen::Index>(m_d + 1) * kink.contact;
  return (m_modes[contact].presses ? 1 : -1) * (m_step[n] - m_other[n]) >= 0;
}

/// Where along the present step a contact passes between pressing and parting, x_n − y_n = 0, as a multiple
/// of the step; infinite where it does not.
double ContactSolver::normalKink(std::size_t contact) const {
  const Eigen::Index n = static_cast<Eigen::Index>(m_d + 1) * static_cast<Eigen::Index>(contact);
  if (m_scale[n] == 0) return HUGE_VAL;
  const double at = m_from[n] - m_y[n], rate = m_step[n] - m_other[n];
  return (m_modes[contact].presses ? rate < 0 : rate > 0) ? std::max(0.0, -at / rate) : HUGE_VAL;
}

/// c, b, a of |x_t − ρ y_t|² − (radius of the disc)² = c + 2 b t + a t² along the present step.
std::array<double, 3> ContactSolver::rimAlong(std::size_t contact) const {
  const Eigen::Index n = static_cast<Eigen::Index>(m_d + 1) * static_cast<Eigen::Index>(contact);
  const double mu = m_modes[contact].presses ? m_mu[contact] : 0;
  const double radius = m_radius[contact] + mu * (m_from[n] - m_y[n]), rate = mu * (m_step[n] - m_other[n]);
  std::array<double, 3> f{-radius * radius, -radius * rate, -rate * rate};
  for (Eigen::Index a = n + 1; a <= n + m_d; ++a) {
    const double at = m_from[a] - m_y[a] / m_d, moved = m_step[a] - m_other[a] / m_d;
    f[0] += at * at;
    f[1] += at * moved;
    f[2] += moved * moved;
  }
  return f;
}

/// The same for passing between sticking and slipping; `starts`: it has just done so, at the start of the
/// step.
double ContactSolver::slipKink(std::size_t contact, bool starts) const {
  if (!m_modes[contact].rubs) return HUGE_VAL;
  auto [c, b, a] = rimAlong(contact);
  if (m_modes[contact].slips) {  // the function is to rise to 0
    a = -a;
    b = -b;
    c = -c;
  }
  const double second = b < 0 && a > 0 ? -2 * b / a : HUGE_VAL;
  if (starts) return second;
  if (!(c < 0)) return b > 0 ? 0 : second;
  const double root = b * b - a * c;
  if (root < 0 || (b <= 0 && a <= 0)) return HUGE_VAL;
  return b > 0 ? -c / (b + std::sqrt(root)) : (-b + std::sqrt(root)) / a;
}

/// The first kink along the present step, from `last` on.
ContactSolver::Kink ContactSolver::nextKink(const Kink& last) const {
  Kink first;
  const auto take = [&](double t, int contact, bool slips) {
    if (t < first.t) first = {t, contact, slips};
  };
  for (int i = 0; i < static_cast<int>(m_modes.size()); ++i) {
    const auto contact = static_cast<std::size_t>(i);
    const bool starts = i == last.contact;
    if (!starts || last.slips) take(normalKink(contact), i, false);
    take(slipKink(contact, starts && last.slips), i, true);
  }
  return first;
}

/// Changes the mode of a contact at a kink.
void ContactSolver::pass(const Kink& kink) {
  const auto contact = static_cast<std::size_t>(kink.contact);
  Mode& mode = m_modes[contact];
  if (kink.slips) {
    mode.slips = !mode.slips;
    return;
  }
  mode.presses = !mode.presses;
  mode.rubs = m_scale[(m_d + 1) * static_cast<Eigen::Index>(kink.contact) + 1] > 0 &&
              ((mode.presses && m_mu[contact] > 0) || m_radius[contact] > 0);
  const auto [c, b, a] = rimAlong(contact);
  mode.slips = mode.rubs && c + kink.t * (2 * b + kink.t * a) > 0;
}

/// Follows F(x) = (1 − t) F(x₀) from t = 0 to 1 through the pieces of F, on which it is linear (nearly so
/// with slips in space): each step ends where the first contact changes its mode, and the next one starts in
/// the piece behind [Ralph 1994]. Ends where t would fall. Leaves the best x in m_best and returns its
/// residual.
double ContactSolver::pivot() {
  const int most = 20 + 4 * static_cast<int>(m_modes.size());
  constexpr int mostWhole = 6;
  double least = measure();
  m_best = m_x;
  const auto findModes = [&] {
    for (std::size_t i = 0; i < m_modes.size(); ++i) m_modes[i] = modeOf(static_cast<int>(i));
  };
  findModes();
  Kink last;
  for (int k = 0, whole = 0; k < most && whole < mostWhole && least > acceptable; ++k) {
    ++m_iterations;
    setVelocities();
    m_from = m_x;
    m_other = m_y;
    if (!newtonStep(true)) break;
    m_step = m_x - m_from;
    m_y = m_other;
    m_other.setZero();
    addProduct(m_step, m_other);
    if (!leadsInto(last)) break;
    if (const Kink next = nextKink(last); next.t < 1) {
      m_x = m_from + next.t * m_step;
      pass(next);
      last = next;
      continue;
    }
    ++whole;
    if (const double left = measure(); left < least) {
      least = left;
      m_best = m_x;
    }
    findModes();
    last = {};
  }
  m_x = m_best;
  return least;
}

}  // namespace carom
