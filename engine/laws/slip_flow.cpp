#include "laws/slip_flow.h"

#include <array>
#include <cmath>

namespace carom {

SlipFlow::State SlipFlow::start(const Tangent& Vt, double path, const Tangent& Pt) {
  State y;
  y << std::atan2(Vt[1], Vt[0]), std::log(Vt.norm()), path, Pt[0], Pt[1];
  return y;
}

SlipFlow::State SlipFlow::derivative(const State& y) const {
  const Tangent d = direction(y);
  const double s = std::exp(y[1]);
  const Tangent r = m_ray.normal * m_impact.Wtn - m_ray.tangential * (m_impact.Wt * d);
  State rate;
  rate << r[1] * d[0] - r[0] * d[1], r.dot(d), s, -m_ray.tangential * s * d;
  return rate;
}

double SlipFlow::fastest() const {
  return m_ray.normal * m_impact.Wtn.norm() + m_ray.tangential * m_impact.Wt.norm();
}

SlipFlow::State SlipFlow::midpointRule(const State& y, double length, int substeps) const {
  const double h = length / substeps;
  State before = y, now = y + h * derivative(y);
  for (int i = 1; i < substeps; ++i) {
    const State next = before + 2 * h * derivative(now);
    before = now;
    now = next;
  }
  return 0.5 * (now + before + h * derivative(now));
}

SlipFlow::Step SlipFlow::step(const State& y, double length) const {
  constexpr int columns = 7;
  // Error of a step over each quantity, a few hundred times rounding. A smaller value halves steps without
  // end; a larger one shows in the impulse.
  constexpr double precision = 1e-13;
  // Neville's scheme in the square of the substep; row[j] is column j of the previous row.
  std::array<State, columns> row;
  State change = State::Zero();
  for (int i = 0; i < columns; ++i) {
    State entry = midpointRule(y, length, 2 * (i + 1));
    for (int j = 0; j < i; ++j) {
      const double ratio = static_cast<double>(i + 1) / (i - j);
      const State finer = entry + (entry - row[static_cast<std::size_t>(j)]) / (ratio * ratio - 1);
      row[static_cast<std::size_t>(j)] = entry;
      change = finer - entry;
      entry = finer;
    }
    row[static_cast<std::size_t>(i)] = entry;
  }
  State scale = State::Ones();
  scale.tail<3>().setConstant(row.back()[2] + std::exp(y[1]) / fastest());
  return {row.back(), (change.array() / scale.array()).abs().maxCoeff() / precision};
}

}  // namespace carom
