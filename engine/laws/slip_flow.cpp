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
void SlipFlow::midpointRules(const State& y, const State& rate, double length, int first,
                             Columns& ends) const {
  const Lanes substeps = 2 * (Lanes::LinSpaced(0, lanes - 1) + first + 1), h = length / substeps;
  Lanes before[count], now[count];
  for (int i = 0; i < count; ++i) {
    before[i].setConstant(y[i]);
    now[i] = y[i] + h * rate[i];
  }
  for (int substep = 1; substep <= 2 * (first + lanes); ++substep) {
    const Lanes x = now[0], z = now[1], s = (x * x + z * z).sqrt();
    Lanes rates[count] = {s * m_Wtn[0] - m_Wt(0, 0) * x - m_Wt(0, 1) * z,
                          s * m_Wtn[1] - m_Wt(0, 1) * x - m_Wt(1, 1) * z, s, -m_tangential * x,
                          -m_tangential * z};
    if constexpr (count == 6) rates[5] = s * normal(now);
    // A column ends with the mean of its last two points and half a substep from there [Gragg].
    if (const int column = substep / 2 - 1; substep % 2 == 0 && column >= first) {
      const int lane = column - first;
      State& end = ends[static_cast<std::size_t>(column)];
      end.setZero();
      for (int i = 0; i < count; ++i)
        end[i] = 0.5 * (now[i][lane] + before[i][lane] + h[lane] * rates[i][lane]);
    }
    for (int i = 0; i < count; ++i) {
      const Lanes next = before[i] + 2 * h * rates[i];
      before[i] = now[i];
      now[i] = next;
    }
  }
}

SlipFlow::State SlipFlow::errorScale(const State& y, const State& end) const {
  State scale;
  // An error of V_t counts as the one of ℓ that it stands for while the slip comes to rest, with a direction
  // that is exact to 1e-7. Where it goes on, its direction decides where.
  const double slip = end.head<2>().norm();
  const bool fades = slip < 0.5 * y.head<2>().norm();
  scale.head<2>().setConstant(fades ? std::clamp(1e-4 * m_fastest * end[2], slip, 1e6 * slip) : slip);
  scale.segment<3>(2).setConstant(end[2]);
  // V_n cannot be more exact than the parts of which it is the sum, ‖P_t‖ ≤ b ℓ.
  const double parts = std::abs(m_Vn) + (m_rise + m_tangential * m_pull.norm()) * end[2];
  scale[5] = std::abs(y[5]) + std::abs(end[2] - y[2]) * parts;
  if (!m_withWork) scale[5] = 1;
  return scale;
}

namespace {

/// 1/((n_i/n_{i−j−1})² − 1) of Neville's scheme in the square of the substep, n_i = 2 (i + 1).
constexpr auto nevilleShares = [] {
  constexpr int most = 8;
  std::array<std::array<double, most>, most> shares{};
  for (std::size_t i = 0; i < most; ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const double ratio = static_cast<double>(i + 1) / static_cast<double>(i - j);
      shares[i][j] = 1 / (ratio * ratio - 1);
    }
  return shares;
}();

}  // namespace

SlipFlow::Step SlipFlow::step(const State& y, double length) const {
  // Error of a step over each quantity, a few hundred times rounding. A smaller value halves steps without
  // end; a larger one shows in the impulse.
  constexpr double precision = 1e-13;
  // Below rounding. Short steps end in the first columns; a larger value ends long ones early.
  constexpr double converged = 1e-3;
  const State rate = derivative(y);
  // Neville's scheme in the square of the substep; row[j] is column j of the previous row.
  Columns ends, row;
  Step step{y, 0};
  for (int i = 0; i < columns; ++i) {
    if (i % lanes == 0)
      m_withWork ? midpointRules<6>(y, rate, length, i, ends) : midpointRules<5>(y, rate, length, i, ends);
    State entry = ends[static_cast<std::size_t>(i)];
    State change = State::Zero();
    for (int j = 0; j < i; ++j) {
      const auto column = static_cast<std::size_t>(j);
      change = nevilleShares[static_cast<std::size_t>(i)][column] * (entry - row[column]);
      row[column] = entry;
      entry += change;
    }
    row[static_cast<std::size_t>(i)] = entry;
    if (i == 0) continue;
    step = {entry, (change.array() / errorScale(y, entry).array()).abs().maxCoeff() / precision};
    if (step.error < converged) return {entry, 0};
  }
  return step;
}

}  // namespace carom
