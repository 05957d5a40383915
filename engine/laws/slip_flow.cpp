#include "laws/slip_flow.h"

#include <array>
#include <cmath>

namespace carom {

SlipFlow::SlipFlow(const SplitImpact& impact, const ConeRay& ray, bool withWork)
    : m_normal(ray.normal),
      m_tangential(ray.tangential),
      m_fastest(ray.normal * impact.Wtn.norm() + ray.tangential * impact.Wt.norm()),
      m_withWork(withWork),
      m_Vn(impact.Vn),
      m_rise(ray.normal * impact.Wn),
      m_pull(Eigen::Vector2d::Zero()),
      m_Wtn(Eigen::Vector2d::Zero()),
      m_Wt(Eigen::Matrix2d::Zero()) {
  // A single tangent cannot turn.
  m_pull.head(impact.Wtn.size()) = impact.Wtn;
  m_Wtn = m_normal * m_pull;
  m_Wt.topLeftCorner(impact.Wt.rows(), impact.Wt.cols()) = m_tangential * impact.Wt;
}

SlipFlow::State SlipFlow::start(const Tangent& Vt, double path, const Tangent& Pt, double work) {
  State y;
  y << Vt[0], Vt[1], path, Pt[0], Pt[1], work;
  return y;
}

// Written out: the operations of small vectors cost more than the numbers.
SlipFlow::State SlipFlow::derivative(const State& y) const {
  const double x = y[0], z = y[1], s = std::sqrt(x * x + z * z);
  return State{{s * m_Wtn[0] - m_Wt(0, 0) * x - m_Wt(0, 1) * z,
                s * m_Wtn[1] - m_Wt(1, 0) * x - m_Wt(1, 1) * z, s, -m_tangential * x, -m_tangential * z,
                m_withWork ? s * normal(y) : 0}};
}

double SlipFlow::turning(const State& y) const {
  const State rate = derivative(y);
  return (y[0] * rate[1] - y[1] * rate[0]) / y.head<2>().squaredNorm();
}

template <int count>
SlipFlow::State SlipFlow::midpointRule(const State& y, const State& rate, double length, int substeps) const {
  const double h = length / substeps;
  double before[count], now[count];
  for (int i = 0; i < count; ++i) {
    before[i] = y[i];
    now[i] = y[i] + h * rate[i];
  }
  const double n0 = m_Wtn[0], n1 = m_Wtn[1], a = m_Wt(0, 0), b = m_Wt(0, 1), c = m_Wt(1, 1);
  // The last substep is half a step of the derivative at the end [Gragg].
  for (int substep = 1; substep <= substeps; ++substep) {
    const double x = now[0], z = now[1], s = std::sqrt(x * x + z * z);
    double rates[count] = {s * n0 - a * x - b * z, s * n1 - b * x - c * z, s, -m_tangential * x,
                           -m_tangential * z};
    if constexpr (count == 6) rates[5] = s * normal(now);
    const double reach = substep < substeps ? 2 * h : h;
    for (int i = 0; i < count; ++i) {
      const double next = before[i] + reach * rates[i];
      before[i] = now[i];
      now[i] = next;
    }
  }
  State end = State::Zero();
  for (int i = 0; i < count; ++i) end[i] = 0.5 * (now[i] + before[i]);
  return end;
}

SlipFlow::State SlipFlow::errorScale(const State& y, const State& end) const {
  State scale;
  scale.head<2>().setConstant(end.head<2>().norm());
  scale.segment<3>(2).setConstant(end[2]);
  // V_n cannot be more exact than the parts of which it is the sum, ‖P_t‖ ≤ b ℓ.
  const double parts = std::abs(m_Vn) + (m_rise + m_tangential * m_pull.norm()) * end[2];
  scale[5] = std::abs(y[5]) + std::abs(end[2] - y[2]) * parts;
  if (!m_withWork) scale[5] = 1;
  return scale;
}

SlipFlow::Step SlipFlow::step(const State& y, double length) const {
  constexpr int columns = 7;
  // Error of a step over each quantity, a few hundred times rounding. A smaller value halves steps without
  // end; a larger one shows in the impulse.
  constexpr double precision = 1e-13;
  // Below rounding. Short steps end in the first columns; a larger value ends long ones early.
  constexpr double converged = 1e-4;
  const State rate = derivative(y);
  // Neville's scheme in the square of the substep; row[j] is column j of the previous row.
  std::array<State, columns> row;
  Step step{y, 0};
  for (int i = 0; i < columns; ++i) {
    State entry = m_withWork ? midpointRule<6>(y, rate, length, 2 * (i + 1))
                             : midpointRule<5>(y, rate, length, 2 * (i + 1));
    State change = State::Zero();
    for (int j = 0; j < i; ++j) {
      const double ratio = static_cast<double>(i + 1) / (i - j);
      const State finer = entry + (entry - row[static_cast<std::size_t>(j)]) / (ratio * ratio - 1);
      row[static_cast<std::size_t>(j)] = entry;
      change = finer - entry;
      entry = finer;
    }
    row[static_cast<std::size_t>(i)] = entry;
    const State scale = errorScale(y, entry);
    step = {entry, (change.array() / scale.array()).abs().maxCoeff() / precision};
    if (i > 0 && step.error < converged) break;
  }
  return step;
}

}  // namespace carom
