#include "audit/flight_dynamics.h"

#include <array>

#include "base/random.h"

namespace carom {

FlightDynamics::FlightDynamics(const Mechanism& mechanism)
    : m_mechanism(mechanism), m_integrator(mechanism), m_loops(mechanism) {
  m_uniform = decideUniform();
}

bool FlightDynamics::decideUniform() {
  const int n = dof();
  if (!m_mechanism.rotations().empty() || !m_mechanism.forces().empty() || !m_loops.empty() || n == 0)
    return false;
  // A mass matrix or a force that depends on the state differs at random states by far more than rounding.
  constexpr double rounding = 1e-11;
  Random random(1);
  Eigen::MatrixXd first;
  for (int trial = 0; trial < 3; ++trial) {
    Eigen::VectorXd q(n), v(n);
    for (int i = 0; i < n; ++i) {
      q[i] = random.normal();
      v[i] = random.normal();
    }
    const Eigen::MatrixXd M = m_mechanism.massMatrix(q);
    const Eigen::VectorXd a = M.llt().solve(m_integrator.force(q, v, 0));
    if (trial == 0) {
      first = M;
      m_a = a;
    } else if ((M - first).norm() > rounding * first.norm() ||
               (a - m_a).norm() > rounding * (1 + m_a.norm())) {
      return false;
    }
  }
  return true;
}

bool FlightDynamics::advance(FlightPoint& point, double t, double h, const Eigen::VectorXd& extra) {
  if (m_uniform) {
    const Eigen::VectorXd a = extra.size() ? Eigen::VectorXd(m_a + extra) : m_a;
    point.q += h * point.v + 0.5 * h * h * a;
    point.v += h * a;
    return true;
  }
  if (h == 0) return true;
  static const double gamma = 1 / (2 - std::cbrt(2.0));
  static const std::array composed{gamma, 1 - 2 * gamma, gamma};
  constexpr std::array single{1.0};
  // Over a short time the midpoint rule itself errs by less than any noise.
  constexpr double shortTime = 6e-4;
  if (std::abs(h) <= shortTime) return stepped(point, t, h, single, extra);
  return stepped(point, t, h, composed, extra);
}

bool FlightDynamics::stepped(FlightPoint& point, double t, double h, std::span<const double> shares,
                             const Eigen::VectorXd& extra) {
  FlightPoint next = point;
  // The step before may be of another motion, whose acceleration is no guess for this one.
  if (!m_loops.empty()) m_integrator.restart();
  addSpeed(next, 0.5 * h, extra);
  Eigen::VectorXd p = m_mechanism.massMatrix(next.q) * next.v;
  for (const double share : shares) {
    if (m_integrator.step(next.q, p, t, share * h) != StepStatus::Done) return false;
    t += share * h;
  }
  next.v = m_integrator.velocity(next.q, p);
  addSpeed(next, 0.5 * h, extra);
  point = std::move(next);
  return true;
}

void FlightDynamics::addSpeed(FlightPoint& point, double h, const Eigen::VectorXd& extra) {
  if (extra.size() == 0) return;
  point.v += h * extra;
  m_loops.closeVelocity(point.q, point.v);
}

bool FlightDynamics::leap(FlightPoint& point, double t, double h, const Eigen::VectorXd& extra) {
  if (m_uniform) return advance(point, t, h, extra);
  constexpr double longest = 4e-3;
  constexpr std::array single{1.0};
  const int count = std::max(1, static_cast<int>(std::ceil(std::abs(h) / longest)));
  for (int i = 0; i < count; ++i)
    if (h != 0 && !stepped(point, t + i * h / count, h / count, single, extra)) return false;
  return true;
}

bool FlightDynamics::advanceFar(FlightPoint& point, double t, double h, double longest,
                                const Eigen::VectorXd& extra) {
  const int count = m_uniform ? 1 : std::max(1, static_cast<int>(std::ceil(std::abs(h) / longest)));
  for (int i = 0; i < count; ++i)
    if (!advance(point, t + i * h / count, h / count, extra)) return false;
  return true;
}

double FlightDynamics::energy(const FlightPoint& point) const {
  return 0.5 * point.v.dot(m_mechanism.massMatrix(point.q) * point.v) + m_mechanism.potentialEnergy(point.q);
}

}  // namespace carom
