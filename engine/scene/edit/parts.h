#pragma once

#include <Eigen/Core>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

/// What the edits of a scene share among themselves.
namespace carom::edit {

using Json = nlohmann::ordered_json;

[[noreturn]] void refuse(const std::string& place, const std::string& problem, const std::string& expected);
Json vector(const Eigen::Vector3d& v);
/// The entry of "bodies" that a name means. Throws SceneError without one.
int requireEntry(const Json& scene, const std::string& body);
/// The entries that names mean, and those that they carry.
std::set<int> withCarried(const Json& scene, const std::vector<std::string>& names);
/// What removeJoint() does, unchecked.
Json withoutJoint(const Json& scene, const std::string& coordinate);
/// A body without any joint, and without what refers to their coordinates; unchecked.
Json withoutJoints(const Json& scene, const std::string& body);
/// Removes entries of "bodies" and all that refers to them.
void removeEntries(Json& scene, const std::set<int>& entries);
/// Contacts of a body with those before it in the list, where the scene lists its contacts.
void addContactsOf(Json& scene, std::size_t entry);

}  // namespace carom::edit
