#pragma once

#include "impact/impact_problem.h"
#include "scene/scene.h"

namespace carom {

/// The impact of the contacts that are closed at the scene's initial state. Where none is, it has no normals,
/// and its one ordering is empty.
ImpactProblem initialImpact(const SceneInstance& instance);

/// The instance at the state {"q": […], "p": […]} of a file, "-" being standard input; "": at its own. Throws
/// CommandError.
SceneInstance startingAt(SceneInstance instance, const std::string& file);
/// The instance at a state. Throws CommandError, which begins with `place`, where bodies overlap there.
SceneInstance startingAt(SceneInstance instance, State state, const std::string& place);

}  // namespace carom
