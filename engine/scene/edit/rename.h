#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>

namespace carom::edit {

using Json = nlohmann::ordered_json;

/// Throws SceneError where a new parameter or index cannot have this name.
void requireUnusedSymbol(const Json& scene, const std::string& name, const std::string& place);
/// Gives a body another name; joints' coordinates, contacts, forces, initial values and view follow. For a
/// repeat, both names have as many holes. Throws SceneError: no such body, no name, name in use.
Json renameBody(const Json& scene, const std::string& from, const std::string& to);
/// The same for many at once, unchecked: old names → new ones, of the same holes.
Json renameBodies(const Json& scene, const std::map<std::string, std::string>& names);
/// Where a parameter or derived quantity stands: "parameters.theta", "derived.beta".
std::string quantityPlace(const Json& scene, const std::string& name);
/// Gives a parameter or derived quantity another name; every expression, hole, choice and view follows.
/// Throws SceneError.
Json renameParameter(const Json& scene, const std::string& from, const std::string& to);

}  // namespace carom::edit
