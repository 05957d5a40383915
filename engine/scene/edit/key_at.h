#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "scene/format/keys.h"

namespace carom::edit {

using Json = nlohmann::ordered_json;

/// The section of an object at a key; the first one that the key allows where the object decides nothing.
Section sectionOf(const Key& key, const Json* object);

/// The key of the format that a place of a scene belongs to: that of "bodies[2].shapes[0].size[1]" is the
/// size of a box.
struct KeyPlace {
  const Key* key = nullptr;
  Section section = Section::Scene;
  std::string object{};  ///< the place of the object with the key: "bodies[2].shapes[0]"
};
/// Empty for places that the format does not have. The value itself need not be there yet.
std::optional<KeyPlace> keyAt(const Json& scene, const std::string& place);
/// The section of the object at a place, "bodies[2].shapes[0]"; empty where the format has no object there.
std::optional<Section> sectionAt(const Json& scene, const std::string& place);

}  // namespace carom::edit
