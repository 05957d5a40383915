#include "answer/energy_ledger.h"

#include <algorithm>
#include <cmath>

#include "mechanics/tree/rest_energy.h"

namespace carom {

RunRecord::RunRecord(const Mechanism& mechanism, const State& initial, double until, std::size_t every)
    : m_mechanism(mechanism), m_dynamics(mechanism), m_start(initial.time), m_until(until), m_every(every) {
  m_rest = restPotential(mechanism, initial.q);
  m_initialEnergy = energy(initial);
}

void RunRecord::add(const ObservedState& state) {
  const double E = energy(state);
  m_fastest = std::max(m_fastest, m_kinetic);
  const double part = std::clamp((state.time - m_start) / m_until, 0.0, 1.0);
  double& worst = m_errors[static_cast<std::size_t>(part * (bins - 1))];
  worst = std::max(worst, std::abs(E - state.flow.given() - m_initialEnergy));
  m_last = {state, E, m_kinetic};
  m_reported = m_count++ % m_every == 0;
  if (m_reported) m_entries.push_back(m_last);
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
  if (!m_reported && m_count > 0) m_entries.push_back(m_last);
}

double RunRecord::relativeError(double from, double to) const {
  const double end = m_entries.empty() ? 1 : (m_entries.back().state.time - m_start) / m_until;
  const auto bin = [&](double part) { return static_cast<std::size_t>(part * end * (bins - 1)); };
  double worst = 0;
  for (std::size_t i = bin(from); i <= bin(to); ++i) worst = std::max(worst, m_errors[i]);
  const double scale = m_rest ? m_initialEnergy : m_fastest;
  return scale > 0 ? worst / scale : worst;
}

double RunRecord::energy(const State& state) {
  m_kinetic = 0.5 * state.p.dot(m_dynamics.velocity(state.q, state.p));
  return m_kinetic + m_mechanism.potentialEnergy(state.q) - m_rest.value_or(0);
}

}  // namespace carom
