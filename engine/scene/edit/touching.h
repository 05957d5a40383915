#pragma once

#include <nlohmann/json.hpp>
#include <string>

/// Edits of "initial.touching": the contacts whose gaps have to be 0, as a plain list that is checked, or
/// with the coordinates and parameters that change until they are.
namespace carom::edit {

using Json = nlohmann::ordered_json;

bool isTouching(const Json& scene, const std::string& contact);
Json setTouching(const Json& scene, const std::string& contact, bool touching);
/// Lets a contact touch and a coordinate, "leg.knee", change until it does. What has a weight keeps it.
Json closeGap(const Json& scene, const std::string& contact, const std::string& coordinate);

}  // namespace carom::edit
