#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "scene/scene.h"

namespace carom::edit {

using Json = nlohmann::ordered_json;

/// A repeat as single bodies, with the counts that hold now. `name`: its pattern, or one of its bodies.
Json expandRepeat(const Json& scene, const std::string& name, const SceneInstance& instance);
/// Whether the entry that makes a body is a repeat.
bool isRepeat(const Json& scene, const std::string& body);

}  // namespace carom::edit
