#pragma once

#include "models/impact_model.h"

namespace carom {

/// Moreau's impact [Moreau 1988]: p⁺ = p_p + e (p_p − p⁻), p_p the plastic impact. It loses (1 − e²) times
/// the energy that the plastic impact loses. All contacts share one e.
ModelAnswer moreau(const ImpactProblem& problem, const ModelOptions& options);

}  // namespace carom
