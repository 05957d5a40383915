#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace carom::edit {

using Json = nlohmann::ordered_json;

/// The entries of a scene's "bodies" by name. Other names refer to them.
class BodyNames {
 public:
  explicit BodyNames(const Json& scene);

  /// The entry that a name or pattern means, −1 where no entry has it.
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

/// The entry of "bodies" that makes a body, −1 without.
int entryOf(const Json& scene, const std::string& body);

}  // namespace carom::edit
