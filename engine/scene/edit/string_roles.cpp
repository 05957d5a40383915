#include "scene/edit/string_roles.h"

#include "scene/edit/key_at.h"

namespace carom::edit {

namespace {

/// Walks through a scene along the keys of the format. A value of another form than its key's stays as it is.
class StringMapper {
 public:
  explicit StringMapper(const StringMap& map) : m_map(map) {}

  Json object(Section section, const Json& value) const {
    if (!value.is_object()) return value;
    Json result = Json::object();
    for (const auto& [name, member] : value.items()) {
      const Key* key = findKey(section, name);
      result[name] = key ? entries(*key, member) : member;
    }
    return result;
  }

 private:
  Json entries(const Key& key, const Json& value) const {
    const auto entry = [&](const Json& one) { return this->entry(key, one); };
    switch (key.container) {
      case Container::One:
        return entry(value);
      case Container::Pair:
      case Container::List:
        return list(value, entry);
      case Container::Map:
        return named(value, roleOf(key.names), entry);
    }
    return value;
  }

  Json entry(const Key& key, const Json& value) const {
    if (holdsObjects(key.form) && value.is_object()) return object(sectionOf(key, &value), value);
    const auto role = roleOf(key.form);
    const bool word =
        key.form == Form::NumberOrWord && value.is_string() && isWordOf(key, value.get<std::string>());
    if (word) return value;
    if (key.form == Form::Settings)
      return named(value, Role::Parameter, [&](const Json& one) { return strings(one, *role); });
    return role ? strings(value, *role) : value;
  }

  /// A string, or the strings of a list of lists.
  Json strings(const Json& value, Role role) const {
    if (value.is_string()) return m_map(role, value.get<std::string>());
    return list(value, [&](const Json& one) { return strings(one, role); });
  }

  template <typename Entry>
  Json list(const Json& value, Entry&& entry) const {
    if (!value.is_array()) return value;
    Json result = Json::array();
    for (const Json& one : value) result.push_back(entry(one));
    return result;
  }

  /// An object with names of the file's own as keys.
  template <typename Entry>
  Json named(const Json& value, std::optional<Role> names, Entry&& entry) const {
    if (!value.is_object()) return value;
    Json result = Json::object();
    for (const auto& [name, one] : value.items()) result[names ? m_map(*names, name) : name] = entry(one);
    return result;
  }

  const StringMap& m_map;
};

}  // namespace

Json mapStrings(const Json& scene, const StringMap& map) {
  return StringMapper(map).object(Section::Scene, scene);
}

}  // namespace carom::edit
