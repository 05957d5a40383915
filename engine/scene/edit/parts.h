#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

/// The edits of a scene share this among themselves.
namespace carom::edit {

using Json = nlohmann::ordered_json;

[[noreturn]] void refuse(const std::string& place, const std::string& problem, const std::string& expected);

/// Throws SceneError where the scene's text would not be read.
void check(const Json& scene);
/// The scene after check().
Json checked(Json scene);

Json vector(const Eigen::Vector3d& v);

/// The lists of a scene whose entries act on coordinates, or between two points.
inline constexpr std::array<const char*, 4> actingLists{"springs", "dampers", "motors", "loops"};
constexpr bool isActingList(std::string_view list) {
  return std::any_of(actingLists.begin(), actingLists.end(),
                     [&](const char* one) { return std::string_view(one) == list; });
}

/// The entry of "bodies" that a name means. Throws SceneError without one.
int requireEntry(const Json& scene, const std::string& body);
Json& bodyAt(Json& scene, int entry);

/// Removes the elements of a list at a key, and the key with the last one.
void removeElements(Json& object, const std::string& key, const std::function<bool(const Json&)>& gone);
/// Removes keys of an object at a key, and that key with the last one.
void removeKeys(Json& object, const std::string& key, const std::function<bool(const std::string&)>& gone);

/// The names of contacts in "initial.touching", a list or an object with that list; null without any.
Json* touchingNames(Json& scene);
/// Removes names from it.
void removeTouching(Json& scene, const std::function<bool(const Json&)>& gone);
/// What "initial.touching" may change, coordinates or parameters that are gone, is left out of it.
void removeTouchingWeights(Json& scene, const char* key, const std::function<bool(const std::string&)>& gone);

}  // namespace carom::edit
