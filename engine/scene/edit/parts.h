#pragma once

#include <Eigen/Core>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
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

/// The entry of "bodies" that a name means. Throws SceneError without one.
int requireEntry(const Json& scene, const std::string& body);
Json& bodyAt(Json& scene, int entry);

/// Removes the elements of a list at a key, and the key with the last one.
void removeElements(Json& object, const std::string& key, const std::function<bool(const Json&)>& gone);

}  // namespace carom::edit
