#pragma once

#include "cli/json_values.h"
#include "scene/scene.h"

namespace carom {

/// Adds what a scene computed for its start, where it has such: "derived", the values of its derived
/// quantities by name (SI), and "touching", what was moved so that contacts touch (m, rad; residual: m).
void addStart(Json& json, const SceneInstance& instance);

}  // namespace carom
