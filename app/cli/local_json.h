#pragma once

#include "cli/json_values.h"
#include "impact/impact_problem.h"
#include "scene/scene.h"

namespace carom {

/// Adds "local" to each entry of "contacts" in the document of an impact: the contact by itself, as collision
/// laws take it. "mass" (M, null where it is infinite along some direction), "inverse_mass" (W), "velocity"
/// (V_i), "frictionless" (P_I) and "sticking" (P_II), the normal first, then the tangents.
///
/// instance: of the scene whose initial impact it is; adds "axes" (the normal and the tangents in the world)
/// and "point". null: an impact without a scene, which has normals only.
void addLocalContacts(Json& document, const ImpactProblem& problem, const SceneInstance* instance);

}  // namespace carom
