#include "scene/format/json_value.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "base/near_names.h"
#include "scene/scene_error.h"

namespace carom {

namespace {

std::string typeOf(const nlohmann::ordered_json& json) {
  return std::string("is ") + json.type_name();
}

}  // namespace

void JsonValue::refuse(const std::string& problem, const std::string& expected) const {
  throw SceneError(*m_file, m_path, problem, expected);
}

std::string JsonValue::memberPath(const std::string& key) const {
  return m_path.empty() ? key : m_path + '.' + key;
}

void JsonValue::requireObject() const {
  if (!m_json->is_object()) refuse(typeOf(*m_json), "an object {…}");
}

void JsonValue::allowKeys(const std::vector<std::string_view>& known) const {
  for (const auto& [key, value] : members())
    if (std::find(known.begin(), known.end(), key) == known.end())
      value.refuse("unknown key \"" + key + '"',
                   "one of " + nameList(nearestFirst(key, {known.begin(), known.end()})));
}

void JsonValue::allowKeys(Section section) const {
  std::vector<std::string_view> known;
  for (const Key& key : keysOf(section)) known.push_back(key.key);
  allowKeys(known);
}

bool JsonValue::has(const std::string& key) const {
  return find(key).has_value();
}

std::optional<JsonValue> JsonValue::find(const std::string& key) const {
  requireObject();
  const auto member = m_json->find(key);
  if (member == m_json->end() || member->is_null()) return std::nullopt;
  return JsonValue(*member, *m_file, memberPath(key));
}

JsonValue JsonValue::at(const std::string& key) const {
  if (const auto member = find(key)) return *member;
  refuse("has no \"" + key + '"', "\"" + key + "\"");
}

std::vector<JsonValue> JsonValue::elements() const {
  if (!m_json->is_array()) refuse(typeOf(*m_json), "a list […]");
  std::vector<JsonValue> list;
  for (const Json& element : *m_json)
    list.emplace_back(element, *m_file, m_path + '[' + std::to_string(list.size()) + ']');
  return list;
}

std::vector<std::pair<std::string, JsonValue>> JsonValue::members() const {
  requireObject();
  std::vector<std::pair<std::string, JsonValue>> list;
  for (const auto& [key, value] : m_json->items())
    list.emplace_back(key, JsonValue(value, *m_file, memberPath(key)));
  return list;
}

std::string JsonValue::string() const {
  if (!m_json->is_string()) refuse(typeOf(*m_json), "a string");
  return m_json->get<std::string>();
}

bool JsonValue::boolean() const {
  if (!m_json->is_boolean()) refuse(typeOf(*m_json), "true or false");
  return m_json->get<bool>();
}

std::string JsonValue::stringOr(const std::string& key, const std::string& otherwise) const {
  const auto member = find(key);
  return member ? member->string() : otherwise;
}

bool JsonValue::booleanOr(const std::string& key, bool otherwise) const {
  const auto member = find(key);
  return member ? member->boolean() : otherwise;
}

std::string JsonValue::expression() const {
  if (m_json->is_string()) return m_json->get<std::string>();
  if (!m_json->is_number()) refuse(typeOf(*m_json), "a number or an expression in a string");
  std::array<char, 32> digits;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), m_json->get<double>()).ptr;
  return {digits.data(), end};
}

}  // namespace carom
