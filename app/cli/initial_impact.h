#pragma once

#include "impact/impact_problem.h"
#include "scene/scene.h"

namespace carom {

/// The impact of the contacts that are closed at the scene's initial state. Where none is, it has no normals,
/// and its one ordering is empty.
ImpactProblem initialImpact(const SceneInstance& instance);

}  // namespace carom
