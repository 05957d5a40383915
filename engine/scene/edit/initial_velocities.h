#pragma once

#include <Eigen/Core>
#include <nlohmann/json.hpp>

#include "scene/scene.h"

namespace carom::edit {

using Json = nlohmann::ordered_json;

/// Writes the initial velocities `velocity` (SI, one of each coordinate) as numbers, where they differ from
/// those of the instance by more than rounding. A number takes the place of an expression; the velocity of a
/// single body of a repeat stands after that of the repeat, which it replaces.
Json setInitialVelocities(const Json& scene, const SceneInstance& instance, const Eigen::VectorXd& velocity);

}  // namespace carom::edit
