#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "scene/format/keys.h"

namespace carom {

/// A value in a JSON document together with its path, so that every error names its place.
class JsonValue {
 public:
  using Json = nlohmann::ordered_json;
  JsonValue(const Json& json, const std::string& file, std::string path)
      : m_json(&json), m_file(&file), m_path(std::move(path)) {}

  const std::string& path() const { return m_path; }
  const Json& json() const { return *m_json; }

  /// Throws SceneError at this place.
  [[noreturn]] void refuse(const std::string& problem, const std::string& expected) const;

  /// Refuses all other keys.
  void allowKeys(const std::vector<std::string_view>& known) const;
  /// Refuses keys that the section of a scene does not have.
  void allowKeys(Section section) const;

  bool has(const std::string& key) const;                          ///< false for null, too
  JsonValue at(const std::string& key) const;                      ///< a required member
  std::optional<JsonValue> find(const std::string& key) const;     ///< an optional member
  std::vector<JsonValue> elements() const;                         ///< of an array
  std::vector<std::pair<std::string, JsonValue>> members() const;  ///< of an object, in the file's order

  std::string string() const;
  bool boolean() const;
  std::string stringOr(const std::string& key, const std::string& otherwise) const;
  bool booleanOr(const std::string& key, bool otherwise) const;
  /// A number as expression text: "0.5" for 0.5, strings as they are.
  std::string expression() const;

 private:
  void requireObject() const;
  std::string memberPath(const std::string& key) const;

  const Json* m_json;
  const std::string* m_file;
  std::string m_path;
};

}  // namespace carom
