#pragma once

#include <set>
#include <string>

namespace carom::edit {

/// Names of parameters of a scene's text on which no body, contact, force or initial value depends, neither
/// directly nor by derived quantities: after an edit they stand in numbers, say. Views and ranges do not
/// count.
std::set<std::string> idleParameters(const std::string& sceneText);

/// Names of parameters on which the initial values of a scene's text depend.
std::set<std::string> parametersOfStart(const std::string& sceneText);

}  // namespace carom::edit
