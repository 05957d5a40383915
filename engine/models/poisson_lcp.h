#pragma once

#include "models/impact_model.h"

namespace carom {

/// Poisson's rule as two complementarity problems [Pfeiffer & Glocker 1996]: compression
/// 0 ≤ λ_c ⊥ c_c = c⁻ + Gλ_c ≥ 0, then expansion 0 ≤ λ_e − e λ_c ⊥ c⁺ = c_c + Gλ_e ≥ 0; λ = λ_c + λ_e.
///
/// c⁺ is never infeasible. Where λ_c is not unique and the e differ, p⁺ depends on λ_c; the one that the
/// method finds is taken.
ModelAnswer poissonLcp(const ImpactProblem& problem, const ModelOptions& options);

}  // namespace carom
