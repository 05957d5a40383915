#include "scene/edit/entry.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "scene/edit/key_at.h"
#include "scene/edit/parts.h"
#include "scene/initial_velocity.h"
#include "scene/scene_error.h"

namespace carom::edit {

namespace {

/// Where a part stands in a file: "$schema" first, the others in the order of the format.
std::ptrdiff_t rank(const std::string& key) {
  const auto keys = keysOf(Section::Scene);
  return key == "$schema" ? -1 : std::ranges::find(keys, key, &Key::key) - keys.begin();
}

/// One step of a place: a key or an index, and the rest of the place.
struct Step {
  std::string key;
  int index = -1;  ///< −1: by key
  std::string rest;
};

/// Keys may contain points ("a.x" in "initial.q"): the longest key of the object wins. Without one, the whole
/// rest is the key of a coordinate.
Step nextStep(const Json* at, const std::string& place, bool dottedKeys) {
  if (place.starts_with('[')) {
    const auto close = place.find(']');
    Step step;
    std::from_chars(place.data() + 1, place.data() + std::min(close, place.size()), step.index);
    step.rest = close == std::string::npos ? "" : place.substr(close + 1);
    return step;
  }
  const std::size_t start = place.starts_with('.') ? 1 : 0;
  const std::string path = place.substr(start);
  std::string best;
  if (at && at->is_object())
    for (const auto& [key, value] : at->items()) {
      const bool fits = path.starts_with(key) &&
                        (path.size() == key.size() || path[key.size()] == '.' || path[key.size()] == '[');
      if (fits && key.size() > best.size()) best = key;
    }
  if (best.empty()) best = dottedKeys ? path : path.substr(0, path.find_first_of(".["));
  return {best, -1, path.substr(best.size())};
}

bool hasDottedKeys(const std::string& before) {
  return before == "initial.q" || before == "initial.velocity" || before == "initial.touching.by" ||
         before == "initial.closing.by";
}

/// Removes a value and, on the way back, the lists and objects that became empty.
bool eraseStep(Json& at, const std::string& place, const std::string& before) {
  const Step step = nextStep(&at, place, hasDottedKeys(before));
  const bool byKey = step.index < 0;
  if (byKey ? !at.is_object() || !at.contains(step.key)
            : !at.is_array() || step.index >= static_cast<int>(at.size()))
    return false;
  Json& child = byKey ? at[step.key] : at[static_cast<std::size_t>(step.index)];
  const std::string here = byKey ? (before.empty() ? step.key : before + '.' + step.key) : before + "[]";
  if (!step.rest.empty() && !(eraseStep(child, step.rest, here) && child.empty() && here != "bodies"))
    return false;
  if (byKey)
    at.erase(step.key);
  else
    at.erase(static_cast<std::size_t>(step.index));
  return true;
}

}  // namespace

const Json* find(const Json& scene, const std::string& place) {
  const Json* at = &scene;
  std::string rest = place, before;
  while (!rest.empty()) {
    const Step step = nextStep(at, rest, hasDottedKeys(before));
    if (step.index >= 0) {
      if (!at->is_array() || step.index >= static_cast<int>(at->size())) return nullptr;
      at = &(*at)[static_cast<std::size_t>(step.index)];
    } else {
      if (!at->is_object() || !at->contains(step.key)) return nullptr;
      at = &(*at)[step.key];
    }
    before += (before.empty() ? "" : ".") + step.key;
    rest = step.rest;
  }
  return at;
}

Json& part(Json& scene, const std::string& key, const Json& empty) {
  if (scene.contains(key)) return scene[key];
  Json ordered = Json::object();
  for (auto& [other, value] : scene.items()) {
    if (!ordered.contains(key) && rank(other) > rank(key)) ordered[key] = empty;
    ordered[other] = std::move(value);
  }
  if (!ordered.contains(key)) ordered[key] = empty;
  scene = std::move(ordered);
  return scene[key];
}

Json& make(Json& scene, const std::string& place) {
  Json* at = &scene;
  std::string rest = place, before;
  const auto key = keyAt(scene, place);
  const bool interval = key && key->key->form == Form::Interval;
  while (!rest.empty()) {
    const Step step = nextStep(at, rest, hasDottedKeys(before));
    if (step.index >= 0) {
      if (at->is_null()) *at = interval ? Json{nullptr, nullptr} : Json{0, 0, 0};
      if (!at->is_array() || step.index >= static_cast<int>(at->size()))
        refuse(place, "is not there", "a place in the scene");
      at = &(*at)[static_cast<std::size_t>(step.index)];
    } else {
      if (at->is_null()) *at = Json::object();
      const bool quantity = before.starts_with("parameters.") || before.starts_with("derived.");
      if (!at->is_object() && quantity) *at = Json{{"value", *at}};  // it was short
      // A list of contacts is short for an object without weights.
      if (at->is_array() && before == "initial.touching") *at = Json{{"contacts", *at}};
      if (!at->is_object()) refuse(place, "is no object", "a place in the scene");
      at = before.empty() ? &part(*at, step.key, Json()) : &(*at)[step.key];
    }
    before += (before.empty() ? "" : ".") + step.key;
    rest = step.rest;
  }
  return *at;
}

Json& makeInitial(Json& scene, const std::string& name) {
  const bool isRate = name.starts_with(velocityPrefix);
  return make(scene, isRate ? "initial.velocity." + name.substr(velocityPrefix.size()) : "initial.q." + name);
}

void erase(Json& scene, const std::string& place) {
  if (find(scene, place)) eraseStep(scene, place, "");
}

}  // namespace carom::edit
