#include "scene/edit/copy_bodies.h"

#include <algorithm>
#include <map>
#include <set>

#include "scene/edit/body_names.h"
#include "scene/edit/entry.h"
#include "scene/edit/parts.h"
#include "scene/edit/remove_body.h"
#include "scene/edit/rename.h"
#include "scene/edit/string_roles.h"
#include "scene/edit/value.h"
#include "scene/expression/holes.h"
#include "scene/expression/symbols.h"
#include "scene/scene_error.h"

namespace carom::edit {

namespace {

/// The words of all expressions and holes of a scene.
std::set<std::string> wordsOf(const Json& scene) {
  std::set<std::string> words;
  mapStrings(scene, [&](Role role, const std::string& text) {
    if (role == Role::Expression) collectWords(text, words);
    if (role == Role::Parameter) words.insert(text);
    evaluateHoles(text, [&](const std::string& hole) {
      collectWords(hole, words);
      return hole;
    });
    return text;
  });
  return words;
}

/// The maps of named quantities in a scene.
constexpr const char* quantityMaps[] = {"parameters", "derived"};

/// The parameters and derived quantities that some words need, and those that these need, in the order of the
/// scene. One that a default choice sets has that value.
Json neededQuantities(const Json& scene, std::set<std::string> words) {
  Json all = scene.value("parameters", Json::object());
  all.update(scene.value("derived", Json::object()));
  const Json choices = scene.value("choices", Json::object());
  for (const auto& [name, choice] : choices.items()) {
    const Json& options = choice["options"];
    const std::string word = choice.value("default", options.begin().key());
    const Json settings = options.value(word, Json::object());
    for (const auto& [parameter, value] : settings.items()) {
      Json& spec = all[parameter];
      (spec.is_object() ? spec["value"] : spec) = value;
    }
  }
  std::set<std::string> needed;
  for (bool more = true; more;) {
    more = false;
    for (const auto& [name, value] : all.items()) {
      if (!words.contains(name) || !needed.insert(name).second) continue;
      words.merge(wordsOf(Json{{"parameters", {{name, value}}}}));
      more = true;
    }
  }
  Json quantities = Json::object();
  for (const char* key : quantityMaps) {
    const Json there = scene.value(key, Json::object());
    for (const auto& [name, value] : there.items())
      if (needed.contains(name)) quantities[key][name] = all[name];
  }
  return quantities;
}

/// Whether pairs that no list names may touch.
bool allPairs(const Json& scene) {
  return scene.value("all-pairs", !scene.contains("contacts"));
}

/// The parts of a scene that travel with bodies.
Json partOf(const Json& scene) {
  Json part{{"format", 1}};
  for (const char* key : {"bodies", "contacts", "all-pairs", "initial"})
    if (scene.contains(key)) part[key] = scene[key];
  for (const char* list : actingLists)
    if (scene.contains(list)) part[list] = scene[list];
  Json view = Json::object();
  for (const char* key : {"colors", "labels"})
    if (scene.contains("view") && scene["view"].contains(key)) view[key] = scene["view"][key];
  if (!view.empty()) part["view"] = std::move(view);
  return part;
}

bool isTaken(const Json& scene, const std::string& symbol) {
  try {
    requireUnusedSymbol(scene, symbol, "");
    return false;
  } catch (const SceneError&) {
    return true;
  }
}

std::string unusedSymbol(const Json& first, const Json& second, const std::string& base) {
  for (int number = 2;; ++number)
    if (const std::string name = base + std::to_string(number);
        !isTaken(first, name) && !isTaken(second, name))
      return name;
}

/// Renames the contents of a part so that all names are free in the scene.
class Newcomer {
 public:
  Newcomer(const Json& scene, Json part) : m_scene(scene), m_part(std::move(part)) {}

  Json renamed(std::vector<std::string>& bodies) {
    parameters();
    indices();
    contacts();
    BodyNames taken(m_scene);
    std::map<std::string, std::string> renames;
    for (const Json& body : m_part["bodies"])
      if (const std::string name = body["name"]; taken.unused(name) != name) renames[name];
    for (const Json& body : m_part["bodies"]) taken.add(body["name"]);
    for (const Json& body : m_part["bodies"]) {
      const std::string name = body["name"];
      const auto renamed = renames.find(name);
      if (renamed != renames.end()) taken.add(renamed->second = taken.unused(name));
      bodies.push_back(renamed == renames.end() ? name : renamed->second);
    }
    if (!renames.empty()) m_part = renameBodies(m_part, renames);
    return m_part;
  }

 private:
  void parameters() {
    for (const char* key : quantityMaps) {
      const Json own = m_part.value(key, Json::object());
      for (const auto& [name, value] : own.items()) {
        const Json* there = find(m_scene, std::string(key) + '.' + name);
        if (there ? *there == value : !isTaken(m_scene, name)) continue;
        m_part = renameParameter(m_part, name, unusedSymbol(m_scene, m_part, name));
      }
    }
  }

  void indices() {
    for (std::size_t i = 0; i < m_part["bodies"].size(); ++i) {
      if (!m_part["bodies"][i].contains("repeat")) continue;
      const std::string index = m_part["bodies"][i]["repeat"]["index"];
      if (!isTaken(m_scene, index)) continue;
      const std::string other = unusedSymbol(m_scene, m_part, index);
      m_part = mapStrings(m_part, [&](Role role, const std::string& text) {
        return role == Role::Expression ? replaceSymbol(text, index, other)
                                        : replaceInHoles(text, index, other);
      });
      m_part["bodies"][i]["repeat"]["index"] = other;
    }
  }

  void contacts() {
    const BodyNames there(m_scene);
    if (!m_part.contains("contacts")) return;
    for (Json& contact : m_part["contacts"]) {
      if (!contact.contains("name")) continue;
      const std::string name = contact["name"];
      std::string other = name;
      for (int number = 2; there.namedContact(other) >= 0; ++number) other = name + std::to_string(number);
      contact["name"] = other;
      if (Json* const touchingList = touchingNames(m_part))
        for (Json& touching : *touchingList)
          if (touching == name) touching = other;
    }
  }

  const Json& m_scene;
  Json m_part;
};

/// The number there and an addend, in one.
Json plus(const Json& value, double addend) {
  if (addend == 0) return value;
  if (value.is_null()) return number(addend);
  if (value.is_number()) return number(value.get<double>() + addend);
  const std::string text = textOf(number(std::abs(addend)));
  return '(' + value.get<std::string>() + (addend < 0 ? ") - " : ") + ") + text;
}

void shiftBody(Json& part, Json& body, const Eigen::Vector3d& offset) {
  Eigen::Vector3d rest = offset;
  for (const Json& joint : body.value("joints", Json::array())) {
    for (int axis = 0; axis < 3; ++axis) {
      const std::string name(1, "xyz"[axis]);
      if (rest[axis] == 0 || !(joint == name || (joint == "planar" && axis < 2))) continue;
      const std::string place = "initial.q." + body["name"].get<std::string>() + '.' + name;
      make(part, place) = plus(make(part, place), rest[axis]);
      rest[axis] = 0;
    }
    if (joint.is_object() || joint == "angle") break;  // what follows travels along turned axes
  }
  if (rest.isZero(0)) return;
  if (!body.contains("origin")) body["origin"] = Json::array({0, 0, 0});
  for (int axis = 0; axis < 3; ++axis) {
    Json& at = body["origin"][static_cast<std::size_t>(axis)];
    at = plus(at, rest[axis]);
  }
}

void shift(Json& part, const Eigen::Vector3d& offset) {
  if (offset.isZero(0)) return;
  const BodyNames names(part);
  Json bodies = part["bodies"];
  for (Json& body : bodies)
    if (!body.contains("parent") || names.entry(body["parent"]) < 0) shiftBody(part, body, offset);
  part["bodies"] = std::move(bodies);
}

void append(Json& scene, const Json& part, const char* key) {
  if (!part.contains(key)) return;
  for (const Json& element : part[key]) edit::part(scene, key, Json::array()).push_back(element);
}

void mergeKeys(Json& object, const Json& part, const char* key) {
  if (!part.contains(key)) return;
  for (const auto& [name, value] : part[key].items()) edit::part(object, key)[name] = value;
}

/// Lists all pairs of the first `count` bodies, which keep their names: the earlier body is the first.
void listAllPairs(Json& scene, std::size_t count) {
  scene.erase("all-pairs");
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t known = scene["contacts"].size();
    addContactsOf(scene, i, i);
    for (std::size_t k = known; k < scene["contacts"].size(); ++k) {
      Json& between = scene["contacts"][k]["between"];
      if (between[0] == scene["bodies"][i]["name"]) std::swap(between[0], between[1]);
    }
  }
}

/// Adds the contacts of a part to those of a scene whose first `count` bodies were there before. Each keeps
/// its own pairs, and any pair of one body from each may touch.
void mergeContacts(Json& scene, const Json& part, std::size_t count) {
  const auto end = scene["bodies"].begin() + static_cast<std::ptrdiff_t>(count);
  const bool repeats =
      std::any_of(scene["bodies"].begin(), end, [](const Json& body) { return body.contains("repeat"); });
  const bool all = allPairs(scene), allOfPart = allPairs(part);
  const bool brings = part.contains("contacts") && !part["contacts"].empty();
  append(scene, part, "contacts");
  if (!scene.contains("contacts")) return;
  // No list can name all pairs of a repeat.
  if (all && (allOfPart || repeats || !brings)) {
    edit::part(scene, "all-pairs", true);
    return;
  }
  if (all) listAllPairs(scene, count);
  for (std::size_t i = count; i < scene["bodies"].size(); ++i) addContactsOf(scene, i, allOfPart ? i : count);
}

/// Adds the contacts of a part that touch. A part that closes gaps brings what may change for that; contacts
/// that were only checked are closed then, too, and have nothing to close.
void mergeTouching(Json& scene, const Json& part) {
  if (!part.contains("initial") || !part["initial"].contains("touching")) return;
  const Json& brought = part["initial"]["touching"];
  const Json there = touchingNames(scene) ? scene["initial"]["touching"] : Json::array();
  const auto listOf = [](const Json& touching) {
    return touching.is_object() ? touching.at("contacts") : touching;
  };
  Json contacts = listOf(there);
  for (const Json& contact : listOf(brought)) contacts.push_back(contact);
  Json& touching = edit::part(scene, "initial")["touching"];
  if (!there.is_object() && !brought.is_object()) {
    touching = std::move(contacts);
    return;
  }
  touching = there.is_object() ? there : brought;
  if (there.is_object() && brought.is_object())
    for (const char* key : {"by", "by-parameters"}) mergeKeys(touching, brought, key);
  touching["contacts"] = std::move(contacts);
}

void merge(Json& scene, const Json& part) {
  for (const char* key : quantityMaps) mergeKeys(scene, part, key);
  const std::size_t before = scene["bodies"].size();
  append(scene, part, "bodies");
  mergeContacts(scene, part, before);
  for (const char* list : actingLists) append(scene, part, list);
  if (part.contains("initial")) {
    Json& initial = edit::part(scene, "initial");
    mergeKeys(initial, part["initial"], "q");
    mergeKeys(initial, part["initial"], "velocity");
  }
  mergeTouching(scene, part);
  if (part.contains("view"))
    for (const char* key : {"colors", "labels"}) mergeKeys(edit::part(scene, "view"), part["view"], key);
}

}  // namespace

Json copyBodies(const Json& scene, const std::vector<std::string>& names) {
  const std::set<int> wanted = withCarried(scene, names);
  std::set<int> others;
  for (int i = 0; i < static_cast<int>(scene["bodies"].size()); ++i)
    if (!wanted.contains(i)) others.insert(i);
  Json rest = scene;
  removeEntries(rest, others);
  Json result = partOf(rest);
  if (!allPairs(scene))
    part(result, "contacts", Json::array());  // where none is left, its bodies do not touch
  const Json needed = neededQuantities(scene, wordsOf(result));
  for (const auto& [key, quantities] : needed.items()) part(result, key) = quantities;
  return result;
}

WithBodies pasteBodies(const Json& scene, const Json& given, const Eigen::Vector3d& offset) {
  const bool whole = given.is_object() && given.contains("bodies") && given["bodies"].is_array();
  if (!whole) refuse("", "is no part of a scene", "bodies that were copied from one");
  std::vector<std::string> all;
  for (const Json& body : given["bodies"])
    if (body.is_object()) all.push_back(body.value("name", ""));
  WithBodies result{scene, {}};
  part(result.scene, "bodies", Json::array());
  Json brought = Newcomer(result.scene, copyBodies(given, all)).renamed(result.bodies);
  const BodyNames names(brought);
  for (Json& body : brought["bodies"])
    if (body.contains("parent") && names.entry(body["parent"]) < 0 && entryOf(scene, body["parent"]) < 0)
      body.erase("parent");
  shift(brought, offset);
  merge(result.scene, brought);
  check(result.scene);
  return result;
}

WithBodies duplicateBodies(const Json& scene, const std::vector<std::string>& names,
                           const Eigen::Vector3d& offset) {
  return pasteBodies(scene, copyBodies(scene, names), offset);
}

}  // namespace carom::edit
