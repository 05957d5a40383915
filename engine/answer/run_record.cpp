#include "answer/run_record.h"

#include <algorithm>
#include <cmath>

namespace carom {

RunRecord::RunRecord(const Mechanism& mechanism, const State& initial, double until, double step,
                     std::size_t every, std::size_t mostBytes)
    : m_mechanism(mechanism),
      m_dynamics(mechanism),
      m_balance(mechanism, initial, step),
      m_start(initial.time),
      m_until(until),
      m_every(every),
      m_rest(mechanism.gravity().isZero() ? 0 : m_balance.rest().value_or(0)),
      m_width(head + 2 * static_cast<std::size_t>(mechanism.dof())),
      m_most(std::max<std::size_t>(mostBytes / (m_width * sizeof(double)), 2) - 1) {}  // one row for finish()

double* RunRecord::row(std::size_t i) const {
  return m_blocks[i / blockRows].get() + (i % blockRows) * m_width;
}

void RunRecord::keep(const ObservedState& state, double energy) {
  if (m_size == m_blocks.size() * blockRows)
    m_blocks.push_back(std::make_unique_for_overwrite<double[]>(blockRows * m_width));
  const EnergyFlow& flow = state.flow;
  const std::array<double, head> numbers{state.time, energy,        m_kinetic,   flow.damper,
                                         flow.motor, flow.friction, flow.impact, flow.push};
  double* next = std::ranges::copy(numbers, row(m_size++)).out;
  next = std::ranges::copy(state.q, next).out;
  std::ranges::copy(state.p, next);
}

RunRecord::Entry RunRecord::entry(std::size_t i) const {
  const double* numbers = row(i);
  const double* q = numbers + head;
  const Eigen::Index n = m_mechanism.dof();
  return {numbers[0], numbers[1], numbers[2], {numbers[3], numbers[4], numbers[5], numbers[6], numbers[7]},
          {q, n},     {q + n, n}};
}

void RunRecord::add(const ObservedState& state) {
  m_kinetic = 0.5 * state.p.dot(m_dynamics.velocity(state.q, state.p));
  const double potential = m_mechanism.potentialEnergy(state.q), E = m_kinetic + potential - m_rest;
  const double part = std::clamp((state.time - m_start) / m_until, 0.0, 1.0);
  double& worst = m_errors[static_cast<std::size_t>(part * (bins - 1))];
  worst = std::max(worst, m_balance.add(m_kinetic, potential, state.flow));
  m_lastIsKept = m_count++ % m_every == 0 && !isFull();
  if (m_lastIsKept) {
    keep(state, E);
  } else {
    m_last = state;
    m_lastEnergy = E;
  }
  if (m_step) addLocalError(state);
}

void RunRecord::addLocalError(const State& state) {
  Eigen::VectorXd dq, dp;
  if (m_dynamics.localError(state.q, state.p, state.time, *m_step, dq, dp) != StepStatus::Done) return;
  if (!m_localError) m_localError = {Eigen::VectorXd::Zero(dq.size()), Eigen::VectorXd::Zero(dp.size())};
  m_localError->q = m_localError->q.cwiseMax(dq.cwiseAbs());
  m_localError->p = m_localError->p.cwiseMax(dp.cwiseAbs());
}

void RunRecord::finish() {
  if (m_lastIsKept) return;
  keep(m_last, m_lastEnergy);  // m_kinetic is that of the last step
  m_lastIsKept = true;
}

double RunRecord::relativeError(double from, double to) const {
  const double end = m_size == 0 ? 1 : (last().time - m_start) / m_until;
  const auto bin = [&](double part) { return static_cast<std::size_t>(part * end * (bins - 1)); };
  double worst = 0;
  for (std::size_t i = bin(from); i <= bin(to); ++i) worst = std::max(worst, m_errors[i]);
  return m_balance.relative(worst);
}

}  // namespace carom
