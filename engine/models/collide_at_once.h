#pragma once

#include <optional>
#include <string>

#include "impact/reflection.h"

namespace carom {

/// An impact in which all contacts collide at once, in no order.
struct SimultaneousImpact {
  /// Its energyLoss is the work of the impulses, −Σ P·(V_i + V_f)/2 over the contacts, and its error compares
  /// that with the energies of p⁻ and p⁺.
  Replay end;
  int pivots = 0;
  std::string note{};  ///< what it approximates or leaves undecided; empty: nothing
};

/// Resolves an impact by frictionLcp in place of an ordering. R: Poisson's restitution of every contact, in
/// place of its own. Throws ImpactError where the method finds no impulses.
SimultaneousImpact collideAtOnce(const ImpactProblem& problem, std::optional<double> R);

}  // namespace carom
