#pragma once

#include "scene/format/parsed_scene.h"

namespace carom {

/// A scene with numbers: parameters, mechanism, initial state, view. The evaluator belongs to the caller's
/// thread meanwhile. Throws SceneError as Scene::instantiate does.
SceneInstance buildScene(const SceneSource& scene, Evaluator& evaluator, const Assignments& assignments);

}  // namespace carom
