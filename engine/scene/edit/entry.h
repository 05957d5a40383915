#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace carom::edit {

using Json = nlohmann::ordered_json;

/// A place in a scene as errors name it: "bodies[2].shapes[0].radius", "initial.q.a.x".

/// The value there; a null pointer without one.
const Json* find(const Json& scene, const std::string& place);
/// The value there, made where it is missing: objects by key, elements of a vector as 0, parts of a scene in
/// the file's usual order; a short parameter ("speed": 1) becomes {"value": 1}. Throws SceneError where the
/// place does not lead there.
Json& make(Json& scene, const std::string& place);
/// The initial value of a coordinate "a.x", or of its velocity "v:a.x", made where it is missing.
Json& makeInitial(Json& scene, const std::string& name);
/// Removes the value, and objects and lists that become empty by it (but not "bodies"). No effect without it.
void erase(Json& scene, const std::string& place);
/// The part of a scene with this name, made in the file's usual order where it is missing.
Json& part(Json& scene, const std::string& key, const Json& empty = Json::object());

}  // namespace carom::edit
