#pragma once

#include "models/impact_model.h"

namespace carom {

/// Sweeps over the contacts in their order and reflects each infeasible one, c_i ↦ −e_i c_i, until all are
/// feasible, as sequential-impulse engines do. The answer is one of the propagative outcomes where e = 1.
ModelAnswer gaussSeidel(const ImpactProblem& problem, const ModelOptions& options);

/// Reflects the most infeasible contact first, until all are feasible.
ModelAnswer mostInfeasibleFirst(const ImpactProblem& problem, const ModelOptions& options);

}  // namespace carom
