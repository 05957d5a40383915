#pragma once

#include "models/impact_model.h"

namespace carom {

/// Generalized reflections [Smith, Kaufman, Vouga, Tamstorf & Grinspun 2012]: while contacts are infeasible,
/// p is reflected in all of them at once, p ← p + 2 Σ λ_i û_i, where λ ≥ 0 projects p on the cone of momenta
/// that these contacts allow. With e < 1 the result p_r is blended with the plastic impact, p⁺ = p_p + e (p_r
/// − p_p); all contacts share one e.
ModelAnswer generalizedReflections(const ImpactProblem& problem, const ModelOptions& options);

}  // namespace carom
