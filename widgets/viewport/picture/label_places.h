#pragma once

#include <Eigen/Core>
#include <vector>

#include "scene/scene.h"

namespace carom {

/// For each body the direction (unit) from its centre to its label: away from its contacts, or across the
/// line to a single one. The initial configuration decides, so that labels stay while the scene moves.
/// `closed`: the contacts that are closed there.
std::vector<Eigen::Vector3d> labelDirections(const SceneInstance& instance, const std::vector<int>& closed);

}  // namespace carom
