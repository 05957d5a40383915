#include "scene/edit/key_at.h"

#include "scene/edit/entry.h"

namespace carom::edit {

namespace {

/// The length of what leads from a key to one of its entries: "[2]" of a list, ".name" of a map.
std::size_t entryLength(const Key& key, const std::string& rest) {
  switch (key.container) {
    case Container::One:
      return 0;
    case Container::Pair:
    case Container::List:
      return std::min(rest.find(']'), rest.size() - 1) + 1;
    case Container::Map:
      return std::min(rest.find_first_of(".[", 1), rest.size());
  }
  return 0;
}

}  // namespace

Section sectionOf(const Key& key, const Json* object) {
  return sectionAmong(key.first, key.last,
                      [&](const std::string& name) -> std::optional<std::string> {
                        if (!object || !object->is_object() || !object->contains(name)) return std::nullopt;
                        const Json& word = (*object)[name];
                        return word.is_string() ? word.get<std::string>() : "";
                      })
      .value_or(key.first);
}

std::optional<KeyPlace> keyAt(const Json& scene, const std::string& place) {
  KeyPlace at;
  std::string rest = place;
  while (true) {
    const std::string name = rest.substr(0, rest.find_first_of(".["));
    at.key = findKey(at.section, name);
    if (!at.key) return std::nullopt;
    rest.erase(0, name.size());
    if (!holdsObjects(at.key->form) || rest.empty()) return at;
    rest.erase(0, entryLength(*at.key, rest));
    if (!rest.starts_with('.')) return at;  // an entry as a whole
    at.object = place.substr(0, place.size() - rest.size());
    at.section = sectionOf(*at.key, find(scene, at.object));
    rest.erase(0, 1);
  }
}

std::optional<Section> sectionAt(const Json& scene, const std::string& place) {
  const auto at = keyAt(scene, place);
  if (!at || !holdsObjects(at->key->form)) return std::nullopt;
  return sectionOf(*at->key, find(scene, place));
}

}  // namespace carom::edit
