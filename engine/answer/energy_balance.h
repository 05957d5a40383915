#pragma once

#include <optional>

#include "mechanics/motion/trajectory.h"

namespace carom {

/// The energy error of a run, E − E₀ − given: E is the sum of kinetic and potential energy, and given the
/// energy from motors and pushes less that taken by dampers, friction and impacts (EnergyFlow). It is the
/// error of the steps and of the ledger, in J; `relative` scales it.
class EnergyBalance {
 public:
  /// Starts at a state. step: s, of the integrator.
  EnergyBalance(const Mechanism& mechanism, const State& initial, double step);

  /// |E − E₀ − given| (J) at a further state of the run. kinetic, potential: J.
  double add(double kinetic, double potential, const EnergyFlow& flow);
  /// The potential energy at rest (J), see restPotential; empty where there is no rest.
  const std::optional<double>& rest() const { return m_rest; }
  /// The largest error so far (J).
  double worst() const { return m_worst; }

  /// An error (J) over the available energy of the run, without unit:
  ///   min(error, r)/S + max(error − r, 0)/max(A, F).
  /// A = E₀ − V₀ + the largest |work of motors and pushes| is the most energy that the run can convert, with
  /// V₀ the potential energy at rest (restPotential), or the lowest of the run where there is no rest. F =
  /// ½‖h f₀‖² is the kinetic energy that the forces at the initial state would give free bodies in a step:
  /// where contacts keep all bodies at rest A is 0, and the steps balance F. S is the largest sum of the
  /// absolute values of the terms of E, and r = 16 ε S its rounding, which is measured over S because it is
  /// no error of the run. Finite; 0 without an error.
  double relative(double error) const;
  double relative() const { return relative(m_worst); }

 private:
  double m_initial = 0, m_lowest = 0;  ///< E₀; V₀
  std::optional<double> m_rest;
  double m_motor = 0, m_held = 0, m_summed = 0, m_worst = 0;
};

}  // namespace carom
