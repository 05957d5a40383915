#pragma once

#include "base/linear_complementarity.h"
#include "impact/impact_problem.h"

namespace carom {

/// Whether 0 ≤ λ ⊥ c⁺ ≥ 0 has other solutions than this one: some combination of the normals with c⁺_i = 0 is
/// zero, and λ may move along it without a sign becoming negative. p⁺ is the same for all of them.
/// multipliers, separation: k, λ and the c⁺ of the problem.
bool hasOtherMultipliers(const ImpactProblem& problem, const Eigen::VectorXd& multipliers,
                         const Eigen::VectorXd& separation);

/// The reason, as text, why there is no solution.
const char* reasonOf(ComplementaritySolution::Status status);

}  // namespace carom
