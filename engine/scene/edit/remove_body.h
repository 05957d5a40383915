#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

namespace carom::edit {

using Json = nlohmann::ordered_json;

/// Removes bodies, those that they carry, and every contact, force, initial value and hint that refers to
/// them.
Json removeBodies(const Json& scene, const std::vector<std::string>& names);
/// Removes an element of a list or a member, and the lists and objects that become empty: "springs[0]",
/// "view.sweep".
Json removeAt(const Json& scene, const std::string& place);

/// The entries of "bodies" that names mean, and those that they carry.
std::set<int> withCarried(const Json& scene, const std::vector<std::string>& names);
/// Removes entries of "bodies" and all references to them; unchecked.
void removeEntries(Json& scene, const std::set<int>& entries);

/// Tests whether a part of a scene goes: coordinates, bodies and contacts by name, and entries of a list such
/// as "springs".
struct Gone {
  std::function<bool(const std::string&)> coordinate, body, contact;
  std::function<bool(const char* list, const Json&)> entry;
};

/// Removes all references to the parts that go.
void removeReferences(Json& scene, const Gone& gone);

}  // namespace carom::edit
