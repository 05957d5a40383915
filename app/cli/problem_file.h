#pragma once

#include <string>

#include "impact/impact_problem.h"

namespace carom {

/// The impact that a file of `carom resolve --problem` describes without any scene: `mass_matrix` (n×n),
/// `normals` (k×n, rows u_i), `momentum` (n), and where they are given `names` (k) and `restitution` (k, 0 to
/// 1). Throws SceneError with the place of what is wrong.
ImpactProblem readProblem(const std::string& file);

}  // namespace carom
