#include "scene/edit/parts.h"

#include "scene/edit/body_names.h"
#include "scene/edit/value.h"
#include "scene/format/read_scene.h"
#include "scene/scene_error.h"

namespace carom::edit {

void refuse(const std::string& place, const std::string& problem, const std::string& expected) {
  throw SceneError("", place, problem, expected);
}

void check(const Json& scene) {
  readScene(scene.dump(), "");
}

Json checked(Json scene) {
  check(scene);
  return scene;
}

Json vector(const Eigen::Vector3d& v) {
  return {number(v.x()), number(v.y()), number(v.z())};
}

int requireEntry(const Json& scene, const std::string& body) {
  const int entry = BodyNames(scene).entry(body);
  if (entry < 0) refuse("bodies", "there is no body \"" + body + '"', "the name of a body");
  return entry;
}

Json& bodyAt(Json& scene, int entry) {
  return scene["bodies"][static_cast<std::size_t>(entry)];
}

void removeElements(Json& object, const std::string& key, const std::function<bool(const Json&)>& gone) {
  if (!object.contains(key)) return;
  Json kept = Json::array();
  for (const Json& element : object[key])
    if (!gone(element)) kept.push_back(element);
  if (kept.empty())
    object.erase(key);
  else
    object[key] = std::move(kept);
}

void removeKeys(Json& object, const std::string& key, const std::function<bool(const std::string&)>& gone) {
  if (!object.contains(key)) return;
  Json kept = Json::object();
  for (const auto& [name, value] : object[key].items())
    if (!gone(name)) kept[name] = value;
  if (kept.empty())
    object.erase(key);
  else
    object[key] = std::move(kept);
}

Json* touchingNames(Json& scene) {
  if (!scene.contains("initial") || !scene["initial"].contains("touching")) return nullptr;
  Json& touching = scene["initial"]["touching"];
  return touching.is_object() ? &touching["contacts"] : &touching;
}

void removeTouching(Json& scene, const std::function<bool(const Json&)>& gone) {
  if (!touchingNames(scene)) return;
  Json& initial = scene["initial"];
  Json& touching = initial["touching"];
  if (touching.is_array()) return removeElements(initial, "touching", gone);
  removeElements(touching, "contacts", gone);
  if (!touching.contains("contacts")) initial.erase("touching");
}

void removeTouchingWeights(Json& scene, const char* key,
                           const std::function<bool(const std::string&)>& gone) {
  if (!touchingNames(scene) || !scene["initial"]["touching"].is_object()) return;
  Json& touching = scene["initial"]["touching"];
  removeKeys(touching, key, gone);
  if (touching.contains("by") || touching.contains("by-parameters")) return;
  scene["initial"].erase("touching");
  if (scene["initial"].empty()) scene.erase("initial");
}

}  // namespace carom::edit
