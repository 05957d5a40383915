#pragma once

#include <optional>

#include "impact/impact_problem.h"

namespace carom {

/// At or below this distance ρ from 0 to the hull of the û_i the contacts are taken to be able to jam.
inline constexpr double jamTolerance = 1e-10;

/// Whether every ordering of this set of contacts ends, decided before any search.
///
/// Gordan's alternative: either some w has ⟨w,û_i⟩ > 0 for all i, and every ordering is finite, or
/// Σ λ_i û_i = 0 for some λ ≥ 0, λ ≠ 0. Both come from the point of the convex hull of the û_i that is
/// nearest to 0. In the second case Σ λ_i c_i = 0 whatever happens, so nothing is feasible unless c vanishes
/// on the support of λ: the impact is jammed as soon as it does not. While it does vanish there, the contacts
/// outside the support act alone, and those always come to an end.
struct Termination {
  bool coneHasInterior = true;  ///< the w exists
  double margin = 0;         ///< ρ = max over unit w of min_i ⟨û_i,w⟩ in [0,1]: the distance to a jam
  Eigen::VectorXd interior;  ///< n, the unit w that attains ρ; empty when there is none
  /// k, λ ≥ 0 with Σ λ_i = 1 and Σ λ_i û_i = 0, positive on every contact that has a positive weight in any
  /// such λ; empty when w exists.
  Eigen::VectorXd jamWeights;
  /// n, w ≠ 0 with ⟨w,û_i⟩ > 0 for all contacts that have no jam weight and 0 for those that have one: ⟨p,w⟩
  /// rises with every reflection of the former. The interior w where there is one; 0 where every contact has
  /// a weight.
  Eigen::VectorXd rising;
  /// Proven: every ordering of reflections from this p⁻ ends: the cone has interior, or p⁻ is feasible, or no
  /// reachable momentum presses on a contact with a jam weight. Where contacts collide by laws of their own,
  /// only the first of these is looked at, and it proves nothing: what a search sees decides.
  bool terminates = true;
  /// False: not decided, because the walk met its limit before it had seen all of them; `terminates` is false
  /// then, too.
  bool decided = true;
  std::optional<bool> answer() const { return decided ? std::optional(terminates) : std::nullopt; }
};

/// Decides, without a search wherever the cone has interior or p⁻ presses on the jam. What is left (p⁻ leaves
/// the jam alone, but other contacts are infeasible) walks those other contacts' finite orderings.
Termination decideTermination(const ImpactProblem& problem);

/// k or empty: the contacts that have a jam weight.
std::vector<bool> guardedContacts(const Termination& termination);

}  // namespace carom
