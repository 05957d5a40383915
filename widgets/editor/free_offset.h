#pragma once

#include <Eigen/Core>
#include <string>
#include <vector>

#include "scene/scene.h"

namespace carom {

/// An offset (m) by which copies of these bodies overlap no body of the scene; empty `names`: all bodies.
Eigen::Vector3d freeOffset(const SceneInstance& instance, const std::vector<std::string>& names);

}  // namespace carom
