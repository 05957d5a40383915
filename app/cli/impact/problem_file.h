#pragma once

#include <string>

#include "impact/impact_problem.h"

namespace carom {

/// Reads the impact of a file for `carom resolve --problem`: `mass_matrix` (n×n), `normals` (k×n, rows u_i),
/// `momentum` (n), and optionally `names` (k) and `restitution` (k, 0 to 1). Throws SceneError with the place
/// of the fault.
ImpactProblem readProblem(const std::string& file);

}  // namespace carom
