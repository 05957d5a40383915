#pragma once

#include <Eigen/Core>
#include <vector>

#include "scene/scene.h"

namespace carom {

/// For each body the direction (unit) from its centre in which its label is out of the way: away from its
/// contacts, or across the line to a single one. It is that of the initial configuration, so that labels keep
/// their place while the scene moves.
std::vector<Eigen::Vector3d> labelDirections(const SceneInstance& instance);

}  // namespace carom
