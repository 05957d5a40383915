#pragma once

#include <optional>

#include "mechanics/motion/trajectory.h"

namespace carom {

/// Whether the energies of a run add up: E − E₀ − given, E the sum of kinetic and potential energy and given
/// what motors gave less what dampers, friction and impacts took (EnergyFlow). What is left is the error of
/// the steps and of the ledger, in J; `relative` says how much that is.
class EnergyBalance {
 public:
  /// Begins at a state. step: s, of the integrator.
  EnergyBalance(const Mechanism& mechanism, const State& initial, double step);

  /// |E − E₀ − given| (J) of a state that the run passes. kinetic, potential: J.
  double add(double kinetic, double potential, const EnergyFlow& flow);
  /// The potential energy of the rest (J), where there is one.
  const std::optional<double>& rest() const { return m_rest; }
  /// The largest of the errors so far (J).
  double worst() const { return m_worst; }

  /// An error (J) over the energy that the run has at hand, without unit:
  ///   min(error, r)/S + max(error − r, 0)/max(A, F).
  /// A = E₀ − V₀ + the largest |work of motors|, with V₀ the potential energy of the rest that the mechanism
  /// settles to (restPotential), or the lowest on the way where there is no rest: no run has more to give or
  /// to lose. F = ½‖h f₀‖², the kinetic energy that the forces at the initial state, held by nothing, would
  /// give in a step: a run in which contacts keep everything at rest has no A, and its steps balance F.
  /// S is the largest sum of absolute values that E is added up from, and r = 16 ε S its rounding: what
  /// rounding may leave of large numbers says nothing about small ones. Finite; 0 where nothing is wrong.
  double relative(double error) const;
  double relative() const { return relative(m_worst); }

 private:
  double m_initial = 0, m_lowest = 0;  ///< E₀; V₀
  std::optional<double> m_rest;
  double m_motor = 0, m_held = 0, m_summed = 0, m_worst = 0;
};

}  // namespace carom
