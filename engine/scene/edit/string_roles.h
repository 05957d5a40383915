#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <string>

#include "scene/format/keys.h"

namespace carom::edit {

using Json = nlohmann::ordered_json;

/// Replaces a string of a scene, which has a role.
using StringMap = std::function<std::string(Role, const std::string&)>;

/// The scene with every string that has a role replaced by what `map` makes of it, keys that are names
/// included. Numbers stay, and so do free text, kinds, units, and the names of joints and shapes.
Json mapStrings(const Json& scene, const StringMap& map);

}  // namespace carom::edit
