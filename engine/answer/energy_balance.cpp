#include "answer/energy_balance.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "mechanics/tree/midpoint_integrator.h"
#include "mechanics/tree/rest_energy.h"

namespace carom {

EnergyBalance::EnergyBalance(const Mechanism& mechanism, const State& initial, double step) {
  if (mechanism.dof() == 0) return;
  MidpointIntegrator dynamics(mechanism);
  const double potential = mechanism.potentialEnergy(initial.q);
  m_rest = restPotential(mechanism, initial.q);
  m_lowest = std::min(m_rest.value_or(potential), potential);
  m_initial = 0.5 * initial.p.dot(dynamics.velocity(initial.q, initial.p)) + potential;
  const Eigen::VectorXd push =
      step * dynamics.force(initial.q, Eigen::VectorXd::Zero(mechanism.dof()), initial.time);
  m_held = 0.5 * push.dot(dynamics.velocity(initial.q, push));
}

double EnergyBalance::add(double kinetic, double potential, const EnergyFlow& flow) {
  if (!m_rest) m_lowest = std::min(m_lowest, potential);
  const double brought = std::abs(flow.motor) + std::abs(flow.push);
  m_motor = std::max(m_motor, brought);
  const double taken = std::abs(flow.damper) + std::abs(flow.friction) + std::abs(flow.impact);
  m_summed = std::max({m_summed, std::abs(m_initial), kinetic + std::abs(potential) + brought + taken});
  const double error = std::abs(kinetic + potential - flow.given() - m_initial);
  m_worst = std::max(m_worst, error);
  return error;
}

double EnergyBalance::relative(double error) const {
  if (!(error > 0)) return 0;
  const double rounding = 16 * std::numeric_limits<double>::epsilon() * m_summed;
  const double scale = std::max({m_initial - m_lowest + m_motor, m_held, rounding});
  return std::min(error, rounding) / m_summed + std::max(0.0, error - rounding) / scale;
}

}  // namespace carom
