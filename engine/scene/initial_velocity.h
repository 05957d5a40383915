#pragma once

#include "scene/scene.h"

namespace carom {

/// What the name of an initial velocity begins with, before that of the coordinate: "v:a.x".
inline constexpr std::string_view velocityPrefix = "v:";
/// Whether a name is that of an initial coordinate, "a.x", or of its velocity; else it is that of a parameter
/// or choice.
bool isInitialName(std::string_view name);

/// The velocities v = M⁻¹p at the initial state: n (m/s, rad/s). Empty where every body is fixed: such a
/// scene has no mass matrix.
Eigen::VectorXd initialVelocity(const SceneInstance& instance);

}  // namespace carom
