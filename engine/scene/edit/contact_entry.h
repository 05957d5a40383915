#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>

namespace carom::edit {

using Json = nlohmann::ordered_json;

/// Values of one contact. An empty one keeps the value that there is.
struct ContactChange {
  std::optional<std::string> name{}, friction{}, restitution{}, law{};
};
/// The name of a contact that has none of its own: "leg.foot-floor" between "leg/foot" and "floor".
std::string defaultContactName(const Json& between);
/// Lists the contact of two bodies where it is not listed yet, all other pairs staying as they are.
/// `contact`: its name ("ac", "ball0-wall").
Json setContact(const Json& scene, const std::string& contact, const ContactChange& change);
/// The place of a contact's own entry, listed where it is not yet: "contacts[2]".
std::pair<Json, std::string> listContact(const Json& scene, const std::string& contact);

}  // namespace carom::edit
