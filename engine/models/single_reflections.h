#pragma once

#include "models/impact_model.h"

namespace carom {

/// Sweeps over the contacts in their order, each one reflecting where it is infeasible, c_i ↦ −e_i c_i, until
/// none is: what sequential-impulse engines do. The answer is one of the propagative outcomes where e = 1.
ModelAnswer gaussSeidel(const ImpactProblem& problem, const ModelOptions& options);

/// The same with the most infeasible contact first.
ModelAnswer mostInfeasibleFirst(const ImpactProblem& problem, const ModelOptions& options);

}  // namespace carom
