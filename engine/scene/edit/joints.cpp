#include "scene/edit/joints.h"

#include <algorithm>
#include <set>

#include "scene/edit/body_names.h"
#include "scene/edit/parts.h"
#include "scene/edit/remove_body.h"
#include "scene/expression/holes.h"

namespace carom::edit {

namespace {

/// The joints that a word stands for.
std::vector<Json> partsOf(const Json& joint) {
  if (joint == "planar") return {"x", "y", "angle"};
  if (joint == "free") return {"x", "y", "z", "spherical"};
  return {joint};
}

void removeCoordinates(Json& scene, int entry, const std::set<std::string>& coordinates) {
  const BodyNames names(scene);
  const auto gone = [&](const std::string& coordinate) {
    const auto [body, rest] = splitCoordinate(coordinate);
    return !rest.empty() && coordinates.contains(rest.substr(1)) && names.entry(body) == entry;
  };
  const auto never = [](const std::string&) { return false; };
  removeReferences(scene, {gone, never, never, [&](const char*, const Json& force) {
                             return force.contains("coordinate") && gone(force["coordinate"]);
                           }});
}

}  // namespace

std::vector<std::string> coordinatesOf(const Json& joint) {
  const auto rotation = [](const std::string& name) {
    return std::vector{name + 'x', name + 'y', name + 'z'};
  };
  if (joint == "planar") return {"x", "y", "angle"};
  if (joint == "spherical") return rotation("r");
  if (joint == "free") return {"x", "y", "z", "rx", "ry", "rz"};
  if (joint.is_string()) return {joint.get<std::string>()};
  if (joint.value("type", "") == "spherical") return rotation(joint.value("name", "r"));
  return joint.contains("name") ? std::vector{joint["name"].get<std::string>()} : std::vector<std::string>();
}

namespace {

/// What dampers call a joint and its coordinates: a spherical one by its own name, too.
void addNames(const Json& joint, std::set<std::string>& names) {
  for (const Json& part : partsOf(joint)) {
    std::ranges::copy(coordinatesOf(part), std::inserter(names, names.end()));
    if (part == "spherical") names.insert("r");
    if (part.is_object() && part.value("type", "") == "spherical") names.insert(part.value("name", "r"));
  }
}

}  // namespace

Json addJoint(const Json& scene, const std::string& body, const Json& joint) {
  Json result = scene;
  Json& entry = bodyAt(result, requireEntry(scene, body));
  const bool solids = entry.contains("solids");
  if (!entry.contains("mass") && !solids) entry["mass"] = 1;
  if (!entry.contains("joints")) entry["joints"] = Json::array();
  const bool turns = joint.is_string()
                         ? joint == "angle" || joint == "planar" || joint == "spherical" || joint == "free"
                         : joint.value("type", "") != "prismatic";
  if (turns && !solids && !entry.contains("inertia") && !entry.contains("centre-of-mass"))
    entry["inertia"] = 1;
  entry["joints"].push_back(joint);
  return checked(std::move(result));
}

Json removeJoint(const Json& scene, const std::string& coordinate) {
  return checked(withoutJoint(scene, coordinate));
}

Json withoutJoint(const Json& scene, const std::string& coordinate) {
  const auto [body, rest] = splitCoordinate(coordinate);
  Json result = scene;
  const int entry = requireEntry(scene, body);
  Json& list = bodyAt(result, entry)["joints"];
  const std::string joint = rest.empty() ? "" : rest.substr(1);
  const auto moves = [&](const Json& one) {
    return std::ranges::count(coordinatesOf(one), joint) > 0 ||
           (one.is_object() && one.value("name", "") == joint);
  };
  std::set<std::string> gone{joint};
  Json kept = Json::array();
  for (const Json& one : list) {
    if (!moves(one)) {
      kept.push_back(one);
      continue;
    }
    for (const Json& part : partsOf(one))
      if (moves(part))
        addNames(part, gone);
      else
        kept.push_back(part);
  }
  if (kept == list)
    refuse("bodies", "there is no joint \"" + coordinate + '"', "body.joint, such as \"a.x\"");
  list = std::move(kept);
  if (list.empty()) bodyAt(result, entry).erase("joints");
  removeCoordinates(result, entry, gone);
  return result;
}

Json withoutJoints(const Json& scene, const std::string& body) {
  Json result = scene;
  const int entry = requireEntry(scene, body);
  std::set<std::string> gone;
  for (const Json& joint : bodyAt(result, entry).value("joints", Json::array())) addNames(joint, gone);
  bodyAt(result, entry).erase("joints");
  removeCoordinates(result, entry, gone);
  return result;
}

}  // namespace carom::edit
