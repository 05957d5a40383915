#pragma once

#include "scene/build/evaluate.h"

namespace carom {

/// The springs, dampers and motors of a scene at the coordinates and bodies of a mechanism. Throws
/// SceneError.
JointForces buildForces(const SceneSource& scene, SceneValues& values, const Mechanism& mechanism);

}  // namespace carom
