#pragma once

#include <vector>

#include "answer/document/json_values.h"
#include "impact/impact_problem.h"
#include "scene/scene.h"

namespace carom {

/// "local" of each entry of "contacts" in the document of an impact: the contact by itself, as collision laws
/// take it. "mass" (M, null where it is infinite along some direction), "inverse_mass" (W), "velocity"
/// (V_i), "frictionless" (P_I) and "sticking" (P_II), the normal first, then the tangents.
///
/// instance: of the scene whose initial impact it is; adds "axes" (the normal and the tangents in the world)
/// and "point". null: an impact without a scene, which has normals only.
std::vector<Json> localContacts(const ImpactProblem& problem, const SceneInstance* instance);

}  // namespace carom
