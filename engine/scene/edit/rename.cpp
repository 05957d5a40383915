#include "scene/edit/rename.h"

#include "scene/edit/body_names.h"
#include "scene/edit/entry.h"
#include "scene/edit/string_roles.h"
#include "scene/expression/expression.h"
#include "scene/expression/holes.h"
#include "scene/expression/symbols.h"
#include "scene/format/expression_reader.h"
#include "scene/scene_error.h"

namespace carom::edit {

void requireUnusedSymbol(const Json& scene, const std::string& name, const std::string& place) {
  const bool symbol = isName(name) && name.find('-') == std::string::npos;
  if (!symbol)
    throw SceneError("", place, "\"" + name + "\" is no name", "letters, digits and _, a letter first");
  if (isReservedName(name))
    throw SceneError("", place, "\"" + name + "\" is a function, a unit or a constant", freeName(name));
  bool used = false;
  for (const char* key : {"parameters", "derived", "choices"})
    used = used || (scene.contains(key) && scene[key].contains(name));
  for (const Json& body : scene.value("bodies", Json::array()))
    used = used || (body.contains("repeat") && body["repeat"].value("index", "") == name);
  if (used) throw SceneError("", place, "\"" + name + "\" is already defined", "another name");
}

std::string quantityPlace(const Json& scene, const std::string& name) {
  const bool derived = scene.contains("derived") && scene["derived"].contains(name);
  return (derived ? "derived." : "parameters.") + name;
}

namespace {

/// The names of a scene after bodies have got other ones.
class BodyRenaming {
 public:
  BodyRenaming(const Json& scene, std::map<std::string, std::string> renames)
      : m_names(scene), m_renames(std::move(renames)) {}

  std::string operator()(Role role, const std::string& text) const {
    switch (role) {
      case Role::Body:
        return body(text);
      case Role::Side: {
        const auto [name, shape] = splitShape(text);
        return body(name) + (shape.empty() ? "" : '/' + shape);
      }
      case Role::Coordinate: {
        const auto [name, rest] = splitCoordinate(text);
        return body(name) + rest;
      }
      case Role::Contact: {
        const auto sides = m_names.sides(text);
        return sides ? side(sides->first) + '-' + side(sides->second) : text;
      }
      default:
        return text;
    }
  }

 private:
  std::string body(const std::string& reference) const {
    const int entry = m_names.entry(reference);
    const auto renamed = entry < 0 ? m_renames.end() : m_renames.find(m_names.name(entry));
    if (renamed == m_renames.end()) return reference;
    const auto& [from, to] = *renamed;
    return reference == from ? to : fillHoles(to, *holesOf(reference, from));
  }
  std::string side(const std::string& text) const {
    const auto [name, rest] = splitSide(text);
    return body(name) + rest;
  }

  BodyNames m_names;
  std::map<std::string, std::string> m_renames;
};

}  // namespace

Json renameBody(const Json& scene, const std::string& from, const std::string& to) {
  if (from == to) return scene;
  const BodyNames names(scene);
  const int entry = names.entry(from);
  if (entry < 0 || names.name(entry) != from)
    throw SceneError("", "bodies", "there is no body \"" + from + '"', "the name of a body");
  const std::string place = "bodies[" + std::to_string(entry) + "].name";
  const std::string plain = evaluateHoles(to, [](const std::string&) { return std::string("0"); });
  if (!isName(plain))
    throw SceneError("", place, "\"" + to + "\" is no name", "letters, digits, _ and -, a letter first");
  if (holeCount(from) != holeCount(to))
    throw SceneError("", place, "\"" + to + "\" does not fit the repeat", "a name such as \"" + from + '"');
  if (const int other = names.entry(to); other >= 0 && other != entry)
    throw SceneError("", place, "there is a body called \"" + to + "\" already", "another name");
  return renameBodies(scene, {{from, to}});
}

Json renameBodies(const Json& scene, const std::map<std::string, std::string>& names) {
  return mapStrings(scene, BodyRenaming(scene, names));
}

Json renameParameter(const Json& scene, const std::string& from, const std::string& to) {
  if (from == to) return scene;
  const std::string place = quantityPlace(scene, from);
  if (!find(scene, place))
    throw SceneError("", place, "there is no parameter \"" + from + '"', "the name of a parameter");
  requireUnusedSymbol(scene, to, place);
  return mapStrings(scene, [&](Role role, const std::string& text) {
    if (role == Role::Parameter) return text == from ? to : text;
    if (role == Role::Expression) return replaceSymbol(text, from, to);
    return replaceInHoles(text, from, to);
  });
}

}  // namespace carom::edit
