#pragma once

#include <string>

#include "scene/scene.h"

namespace carom {

/// The scene's text with the assigned values of parameters, choices, initial coordinates and velocities as
/// their defaults, so that it shows the same when it is opened again. A repeat with such a coordinate becomes
/// single bodies. A parameter that a chosen option sets is changed in that option, because options come
/// before a parameter's own default. Without assignments the text as it is, to the byte.
std::string bakedText(const Scene& scene, const Assignments& assignments);

}  // namespace carom
