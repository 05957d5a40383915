#pragma once

#include "scene/scene.h"

namespace carom {

/// What the name of an initial velocity begins with, before that of the coordinate: "v:a.x".
inline constexpr std::string_view velocityPrefix = "v:";

/// The velocities v = M⁻¹p at the initial state: n (m/s, rad/s). Empty where every body is fixed: such a
/// scene has no mass matrix.
Eigen::VectorXd initialVelocity(const SceneInstance& instance);

}  // namespace carom
