#pragma once

#include "impact/impact_problem.h"

namespace carom {

/// Whether every ordering of this set of contacts ends, decided before any search.
///
/// Gordan's alternative: either some w has ⟨w,û_i⟩ > 0 for all i, and every ordering is finite, or
/// Σ λ_i û_i = 0 for some λ ≥ 0, λ ≠ 0, and the impact is jammed. Both come from the point of the
/// convex hull of the û_i that is nearest to 0.
struct Termination {
  bool coneHasInterior = true;  ///< the w exists
  double margin = 0;            ///< ρ = max over unit w of min_i ⟨û_i,w⟩ in [0,1]: the distance to a jam
  Eigen::VectorXd interior;     ///< n, the unit w that attains ρ; empty when there is none
  Eigen::VectorXd jamWeights;   ///< k, λ ≥ 0 with Σ λ_i = 1 and Σ λ_i û_i = 0; empty when w exists
  /// Every ordering from this p⁻ ends: the cone has interior, or p⁻ is already feasible.
  bool terminates = true;
};

Termination decideTermination(const ImpactProblem& problem);

}  // namespace carom
