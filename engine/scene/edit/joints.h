#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace carom::edit {

using Json = nlohmann::ordered_json;

/// What follows "body." in the coordinates of a joint of the file: "x", "y", "angle" of "planar".
std::vector<std::string> coordinatesOf(const Json& joint);
/// Appends a joint: a short one ("x", "angle", …) or {"type", "axis", "name"}.
Json addJoint(const Json& scene, const std::string& body, const Json& joint);
/// Removes the joint with this coordinate and all references to it.
Json removeJoint(const Json& scene, const std::string& coordinate);
/// The scene that removeJoint() gives, unchecked.
Json withoutJoint(const Json& scene, const std::string& coordinate);
/// The scene without any joint of a body and without references to their coordinates; unchecked.
Json withoutJoints(const Json& scene, const std::string& body);

}  // namespace carom::edit
