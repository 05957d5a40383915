#pragma once

#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "scene/edit/string_roles.h"

namespace carom::edit {

using Json = nlohmann::ordered_json;

/// Replaces a symbol of an expression, token by token: numbers ("1e3"), units and longer names stay.
std::string replaceSymbol(const std::string& expression, const std::string& symbol, const std::string& by);
/// The same in the holes {…} of a name.
std::string replaceInHoles(const std::string& pattern, const std::string& symbol, const std::string& by);
/// Adds the names that stand in an expression: symbols, functions and units.
void collectWords(const std::string& expression, std::set<std::string>& words);
/// Whether an expression mentions a symbol.
bool mentions(const std::string& expression, const std::string& symbol);
/// Whether the holes of a name do.
bool holesMention(const std::string& pattern, const std::string& symbol);

/// What stands in the holes of `name` ("ball{i}") where `reference` ("ball3", "ball{i+1}") means it: "3",
/// "{i+1}". Empty where it means another body. A name without holes is meant by itself alone.
std::optional<std::vector<std::string>> holesOf(const std::string& reference, const std::string& name);
/// A name with its holes filled in, in order.
std::string fillHoles(const std::string& name, const std::vector<std::string>& holes);
/// A name with each hole's expression replaced by what `evaluate` makes of it.
std::string evaluateHoles(const std::string& name,
                          const std::function<std::string(const std::string&)>& evaluate);

/// The body of a coordinate "ball{i}.x" or of one side "rod.heel" of a contact, and the rest with its dot.
std::pair<std::string, std::string> splitCoordinate(const std::string& coordinate);
std::pair<std::string, std::string> splitSide(const std::string& side);

/// The entries of a scene's "bodies" by name, and what refers to them.
class BodyNames {
 public:
  explicit BodyNames(const Json& scene);

  /// The entry that a name or pattern means, −1 where there is none.
  int entry(const std::string& reference) const;
  const std::string& name(int entry) const { return m_names[static_cast<std::size_t>(entry)]; }
  int count() const { return static_cast<int>(m_names.size()); }
  /// The two sides of a contact's name that was made from its bodies, "rod.heel-floor"; empty where the
  /// contact has a name of its own or the bodies are not there.
  std::optional<std::pair<std::string, std::string>> sides(const std::string& contact) const;
  /// The entry of "contacts" with this name of its own, −1 without.
  int namedContact(const std::string& contact) const;
  /// A name like `base` that no body, and no copy of a repeated one, has: "ball1" → "ball2".
  std::string unused(const std::string& base) const;
  /// One more body.
  void add(const std::string& name);

 private:
  std::vector<std::string> m_names, m_contactNames;  ///< "" for contacts without a name
  std::unordered_map<std::string, int> m_byName;     ///< the first body with it
  std::vector<int> m_patterns;                       ///< bodies whose names have holes
};

/// Throws SceneError where a new parameter or index cannot have this name.
void requireUnusedSymbol(const Json& scene, const std::string& name, const std::string& place);
/// Gives a body another name; joints' coordinates, contacts, forces, initial values and view follow. For a
/// repeat, both names have as many holes. Throws SceneError: no such body, no name, name in use.
Json renameBody(const Json& scene, const std::string& from, const std::string& to);
/// The same for many at once, unchecked: old names → new ones, of the same holes.
Json renameBodies(const Json& scene, const std::map<std::string, std::string>& names);
/// Gives a parameter another name; every expression, hole, choice and view follows. Throws SceneError.
Json renameParameter(const Json& scene, const std::string& from, const std::string& to);

}  // namespace carom::edit
