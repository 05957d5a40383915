#include "scene/edit/remove_body.h"

#include "scene/edit/body_names.h"
#include "scene/edit/entry.h"
#include "scene/edit/parts.h"
#include "scene/edit/string_roles.h"
#include "scene/expression/holes.h"

namespace carom::edit {

namespace {

/// Whether a name means one of some entries.
class Mention {
 public:
  Mention(const Json& scene, std::set<int> entries)
      : m_names(scene), m_scene(scene), m_entries(std::move(entries)) {}

  bool body(const std::string& name) const { return m_entries.contains(m_names.entry(name)); }
  bool coordinate(const std::string& name) const { return body(splitCoordinate(name).first); }
  bool contact(const std::string& name) const {
    if (const int own = m_names.namedContact(name); own >= 0)
      return any("contacts", m_scene["contacts"][static_cast<std::size_t>(own)]);
    const auto sides = m_names.sides(name);
    return sides && (body(splitSide(sides->first).first) || body(splitSide(sides->second).first));
  }
  /// Whether an entry of a list such as "contacts" mentions them anywhere.
  bool any(const char* list, const Json& entry) const {
    bool found = false;
    mapStrings(Json{{list, Json::array({entry})}}, [&](Role role, const std::string& text) {
      found = found || (role == Role::Body && body(text)) ||
              (role == Role::Side && body(splitShape(text).first)) ||
              (role == Role::Coordinate && coordinate(text));
      return text;
    });
    return found;
  }

 private:
  BodyNames m_names;
  const Json& m_scene;
  std::set<int> m_entries;
};

}  // namespace

void removeReferences(Json& scene, const Gone& gone) {
  const auto named = [](const auto& test) {
    return [&test](const Json& name) { return name.is_string() && test(name.get<std::string>()); };
  };
  if (scene.contains("initial")) {
    Json& initial = scene["initial"];
    removeKeys(initial, "q", gone.coordinate);
    removeKeys(initial, "velocity", gone.coordinate);
    removeTouching(scene, named(gone.contact));
    if (initial.empty()) scene.erase("initial");
    removeTouchingWeights(scene, "by", gone.coordinate);
    if (scene.contains("initial") && scene["initial"].contains("closing")) {
      removeKeys(scene["initial"]["closing"], "by", gone.coordinate);
      if (scene["initial"]["closing"].empty()) scene["initial"].erase("closing");
    }
  }
  const auto removeEntriesOf = [&](const char* list) {
    removeElements(scene, list, [&](const Json& entry) { return gone.entry(list, entry); });
  };
  for (const char* list : actingLists) removeEntriesOf(list);
  if (scene.contains("contacts") && !scene["contacts"].empty()) {
    removeEntriesOf("contacts");
    if (!scene.contains("contacts")) scene.erase("all-pairs");
  }
  if (!scene.contains("view")) return;
  Json& view = scene["view"];
  for (const char* key : {"drag", "colors", "labels"}) removeKeys(view, key, gone.body);
  removeElements(view, "arcs", [&](const Json& arc) {
    return gone.body(arc.value("vertex", "")) || gone.body(arc.value("from", "")) ||
           gone.body(arc.value("to", ""));
  });
  if (view.empty()) scene.erase("view");
}

std::set<int> withCarried(const Json& scene, const std::vector<std::string>& names) {
  std::set<int> entries;
  const BodyNames known(scene);
  for (const std::string& name : names) {
    const int entry = known.entry(name);
    entries.insert(entry >= 0 ? entry : requireEntry(scene, name));
  }
  for (int i = 0; i < known.count(); ++i) {  // parents come first
    const std::string parent = scene["bodies"][static_cast<std::size_t>(i)].value("parent", "");
    if (!parent.empty() && entries.contains(known.entry(parent))) entries.insert(i);
  }
  return entries;
}

void removeEntries(Json& scene, const std::set<int>& entries) {
  const Json before = scene;
  const Mention asBefore(before, entries);
  removeReferences(scene, {[&](const std::string& c) { return asBefore.coordinate(c); },
                           [&](const std::string& b) { return asBefore.body(b); },
                           [&](const std::string& c) { return asBefore.contact(c); },
                           [&](const char* list, const Json& entry) { return asBefore.any(list, entry); }});
  Json kept = Json::array();
  for (std::size_t i = 0; i < scene["bodies"].size(); ++i)
    if (!entries.contains(static_cast<int>(i))) kept.push_back(scene["bodies"][i]);
  scene["bodies"] = std::move(kept);
}

Json removeBodies(const Json& scene, const std::vector<std::string>& names) {
  Json result = scene;
  removeEntries(result, withCarried(scene, names));
  return checked(std::move(result));
}

Json removeAt(const Json& scene, const std::string& place) {
  if (!find(scene, place)) refuse(place, "is not there", "a place in the scene");
  Json result = scene;
  erase(result, place);
  return checked(std::move(result));
}

}  // namespace carom::edit
