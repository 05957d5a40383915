#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace carom::edit {

using Json = nlohmann::ordered_json;

/// Adds a solid of mass 1 to a body. The mass, the centre of mass and the inertia of a body without solids
/// become its first solid, so that it keeps them.
Json addSolid(const Json& scene, const std::string& body);
/// Removes the solid at a place, "bodies[0].solids[1]". A body gets mass, centre of mass and inertia of its
/// only solid back.
Json removeSolid(const Json& scene, const std::string& place);

}  // namespace carom::edit
