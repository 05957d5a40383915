#pragma once

#include <nlohmann/json.hpp>
#include <regex>
#include <stdexcept>
#include <string>

namespace carom {

/// Checks documents against a JSON Schema of draft 2020-12, as far as the scenes' schema uses it. Throws
/// std::invalid_argument for a keyword that it does not know, so that no rule of a schema is passed over.
class JsonSchema {
 public:
  using Json = nlohmann::ordered_json;

  explicit JsonSchema(Json schema) : m_root(std::move(schema)) {}

  const Json& root() const { return m_root; }
  bool accepts(const Json& document) const { return accepts(m_root, document); }

 private:
  bool accepts(const Json& schema, const Json& value) const {
    for (const auto& [keyword, rule] : schema.items())
      if (!obeys(schema, keyword, rule, value)) return false;
    return true;
  }

  bool obeys(const Json& schema, const std::string& keyword, const Json& rule, const Json& value) const {
    if (keyword == "$schema" || keyword == "$defs" || keyword == "title" || keyword == "description")
      return true;
    if (keyword == "$ref") return accepts(referred(rule), value);
    if (keyword == "const") return value == rule;
    if (keyword == "enum") return std::find(rule.begin(), rule.end(), value) != rule.end();
    if (keyword == "type") return isOf(rule, value);
    if (keyword == "anyOf")
      return std::any_of(rule.begin(), rule.end(), [&](const Json& one) { return accepts(one, value); });
    if (keyword == "minimum") return !value.is_number() || value >= rule;
    if (keyword == "exclusiveMinimum") return !value.is_number() || value > rule;
    if (keyword == "maximum") return !value.is_number() || value <= rule;
    if (keyword == "minLength") return !value.is_string() || value.get<std::string>().size() >= rule;
    if (keyword == "maxLength") return !value.is_string() || value.get<std::string>().size() <= rule;
    if (keyword == "pattern")
      return !value.is_string() ||
             std::regex_search(value.get<std::string>(), std::regex(rule.get<std::string>()));
    if (keyword == "items") return !value.is_array() || allAccepted(rule, value);
    if (keyword == "minItems") return !value.is_array() || value.size() >= rule;
    if (keyword == "maxItems") return !value.is_array() || value.size() <= rule;
    return obeysOfObjects(schema, keyword, rule, value);
  }

  bool obeysOfObjects(const Json& schema, const std::string& keyword, const Json& rule,
                      const Json& value) const {
    if (keyword == "required")
      return !value.is_object() ||
             std::all_of(rule.begin(), rule.end(), [&](const Json& key) { return value.contains(key); });
    if (keyword == "minProperties") return !value.is_object() || value.size() >= rule;
    if (keyword == "maxProperties") return !value.is_object() || value.size() <= rule;
    if (keyword == "properties") return propertiesAccepted(rule, value);
    if (keyword == "propertyNames") {
      if (value.is_object())
        for (const auto& [key, member] : value.items())
          if (!accepts(rule, key)) return false;
      return true;
    }
    if (keyword == "additionalProperties") return othersAccepted(schema, rule, value);
    throw std::invalid_argument("the keyword " + keyword + " is not known");
  }

  bool allAccepted(const Json& rule, const Json& list) const {
    return std::all_of(list.begin(), list.end(), [&](const Json& one) { return accepts(rule, one); });
  }

  bool propertiesAccepted(const Json& properties, const Json& value) const {
    if (!value.is_object()) return true;
    for (const auto& [key, rule] : properties.items())
      if (value.contains(key) && !accepts(rule, value[key])) return false;
    return true;
  }

  bool othersAccepted(const Json& schema, const Json& rule, const Json& value) const {
    if (!value.is_object()) return true;
    for (const auto& [key, member] : value.items()) {
      if (schema.contains("properties") && schema["properties"].contains(key)) continue;
      if (rule.is_boolean() ? !rule.get<bool>() : !accepts(rule, member)) return false;
    }
    return true;
  }

  static bool isOf(const std::string& type, const Json& value) {
    if (type == "object") return value.is_object();
    if (type == "array") return value.is_array();
    if (type == "string") return value.is_string();
    if (type == "number") return value.is_number();
    if (type == "integer") return value.is_number_integer();
    if (type == "boolean") return value.is_boolean();
    if (type == "null") return value.is_null();
    throw std::invalid_argument("the type " + type + " is not known");
  }

  const Json& referred(const std::string& reference) const {
    return m_root.at(Json::json_pointer(reference.substr(1)));
  }

  Json m_root;
};

}  // namespace carom
