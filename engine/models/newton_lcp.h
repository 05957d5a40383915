#pragma once

#include "models/impact_model.h"

namespace carom {

/// Newton's rule at every contact as a complementarity problem: 0 ≤ λ ⊥ c⁺ + e c⁻ ≥ 0 with c⁺ = c⁻ + Gλ.
///
/// Where all e are equal, p⁺ is that of Moreau's impact. Where they differ and the normals are dependent, a
/// solution may not exist.
ModelAnswer newtonLcp(const ImpactProblem& problem, const ModelOptions& options);

}  // namespace carom
