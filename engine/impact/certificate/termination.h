#pragma once

#include <optional>
#include <stop_token>

#include "impact/impact_problem.h"

namespace carom {

/// Contacts whose hull of the û_i has a distance ρ from 0 at or below this count as able to jam to rounding
/// (unless their normals are exactly independent). Scenes that jam have ρ of some 1e-16 by rounding of their
/// lengths, and touching bodies that were solved for some 1e-12; a larger value leaves slender wedges
/// undecided, a smaller one searches jams that rounding has opened.
inline constexpr double jamTolerance = 1e-10;

/// Whether every ordering of an impact ends, decided before any search.
///
/// Gordan's alternative: either some w has ⟨w,û_i⟩ > 0 for all i, and every ordering is finite, or
/// Σ λ_i û_i = 0 for some λ ≥ 0, λ ≠ 0. Both come from the point of the convex hull of the û_i that is
/// nearest to 0. In the second case Σ λ_i c_i = 0 for every momentum, so that p is feasible only where c
/// vanishes on the support of λ; where c does not, the impact is jammed: reflections across the support alone
/// keep the norm of p in the span of its normals, so that an ordering of them never ends. A contact outside
/// the support may turn p away from the span, and then orderings that use it can end. While c vanishes on the
/// support, only contacts outside of it act, and their orderings end.
struct Termination {
  bool coneHasInterior = true;  ///< whether w exists
  /// ρ = max over unit w of min_i ⟨û_i,w⟩ in [0,1]: the distance to a jam. Where a jam is not proven: the
  /// least ‖Σ λ_i û_i‖, the residual of the weights.
  double margin = 0;
  Eigen::VectorXd interior;  ///< n, the unit w that attains ρ; empty when there is none
  /// k, λ ≥ 0 with Σ λ_i = 1 and Σ λ_i û_i = 0 to rounding, positive on every contact that has a positive
  /// weight in any such λ; empty when w exists. Where `answer()` is false: λ whose sum is exactly 0.
  Eigen::VectorXd jamWeights;
  /// k, the same for jams that are proven by exact arithmetic on the normals; empty where none is.
  Eigen::VectorXd exactJam;
  /// Whether every contact with a jam weight has one in an exact jam. Otherwise the contacts may only come
  /// within jamTolerance of a jam, and nothing is proven.
  bool jamIsExact = false;
  /// n, w ≠ 0 with ⟨w,û_i⟩ > 0 for contacts without a jam weight and 0 for those with one: ⟨p,w⟩ rises with
  /// every reflection of the former. Equal to `interior` where that exists; 0 where every contact has a
  /// weight.
  Eigen::VectorXd rising;
  /// Whether every ordering of reflections from this p⁻ is proven to end: the cone has interior, or p⁻ is
  /// feasible, or contacts with a jam weight are feasible for every reachable momentum. For contacts that
  /// collide this covers the first case only and is no proof; the search decides.
  bool terminates = true;
  /// With `answer()` = false: whether it is proven that no ordering ends, because each contact without a
  /// weight is orthogonal to those with one, to rounding. Else some orderings never end, and others may.
  bool noneEnds = false;
  /// False: not decided, because the walk reached its limit, the jam is not proven, or a stop was requested;
  /// `terminates` is false, too.
  bool decided = true;
  std::optional<bool> answer() const { return decided ? std::optional(terminates) : std::nullopt; }
};

/// Contacts beyond which answers look for a stop. Those of fewer take no time worth a look, and are whole
/// even after a stop.
inline constexpr int mostUnstopped = 64;

/// Decides whether every ordering ends: without a search where the cone has interior or a contact with a jam
/// weight is infeasible for p⁻, else by a walk over the finite orderings of the other contacts.
Termination decideTermination(const ImpactProblem& problem, const std::stop_token& stop = {});

/// Whether a direction is at hand that opens all contacts: then every ordering ends, and decideTermination
/// says so at many times the cost. It looks for the w of least norm with ⟨w,û_i⟩ = 1 for all i alone; false
/// decides nothing.
bool opensAtOnce(const ImpactProblem& problem);

/// k or empty: true for contacts with a jam weight.
std::vector<bool> guardedContacts(const Termination& termination);

}  // namespace carom
