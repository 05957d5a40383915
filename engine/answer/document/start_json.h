#pragma once

#include "answer/document/json_values.h"
#include "scene/scene.h"

namespace carom {

/// Coordinates as records: name and unit.
Json coordinatesJson(const std::vector<Coordinate>& coordinates);
/// What a scene computed for its start: the values of its derived quantities by name (SI).
Json derivedJson(const SceneInstance& instance);
/// Moves as records: name, unit, by and value (SI).
Json movedJson(const std::vector<StartMove>& moves);
/// "closing" of a scene with loops: their names, what moved, iterations and residual (m or rad).
Json closingJson(const SceneInstance& instance);
/// What was moved so that contacts touch (m, rad; residual: m), where the scene closes gaps.
Json touchingJson(const SceneInstance& instance);

}  // namespace carom
