#pragma once

#include <array>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "scene/format/json_value.h"
#include "scene/format/parsed_scene.h"

namespace carom {

/// Reads expressions, vectors and names of one scene into its table, and checks their scope.
class ExpressionReader {
 public:
  /// symbols: as of SceneSource. quantityCount: that of parameters and derived quantities; time: the symbol
  /// of the time, −1 where a scene has none.
  ExpressionReader(ExpressionTable& table, int quantityCount, int time)
      : m_table(table), m_quantityCount(quantityCount), m_time(time) {}

  static constexpr int noIndex = -1;
  /// An expression over the parameters and, where there is one, the repeat index in scope.
  Number number(const JsonValue& value, int index = noIndex);
  /// The same for a value of a key, whose unit a number has to have.
  Number number(const JsonValue& value, const Key& row, int index = noIndex);
  /// The number at a key of a section; the key's default where it is missing.
  Number number(const JsonValue& object, Section section, const std::string& key, int index = noIndex);
  /// The same for a number that may depend on the time.
  Number overTime(const JsonValue& object, Section section, const std::string& key, int index = noIndex);
  /// The number at an optional key.
  std::optional<Number> optional(const JsonValue& object, Section section, const std::string& key,
                                 int index = noIndex);
  /// Three numbers.
  NumberVector vector(const JsonValue& value, int index = noIndex);
  /// The vector at a key of a section; zero where it is missing and not required.
  NumberVector vector(const JsonValue& object, Section section, const std::string& key, int index = noIndex);
  NumberVector constant(const std::array<double, 3>& value, const std::string& place);
  /// The rotation vector at "orientation" of a section, where a number is an angle about z.
  NumberVector orientation(const JsonValue& object, Section section, int index = noIndex);
  /// A name with holes {expression}. Where no index is in scope, the holes may use any one of them.
  NamePattern pattern(const std::string& text, const JsonValue& at);
  NamePattern pattern(const JsonValue& value) { return pattern(value.string(), value); }

  const ExpressionTable& table() const { return m_table; }

 private:
  static void checkUnit(const JsonValue& value, const Key& row);
  int add(const std::string& text, const JsonValue& at, bool overTime = false);
  Number number(const JsonValue& value, int index, bool overTime);

  ExpressionTable& m_table;
  int m_quantityCount, m_time;
  int m_compiled = 0;
};

/// Letters, digits, _ and -, starting with a letter or _: names of bodies, contacts, joints, shapes.
bool isName(std::string_view text);

/// The elements of a list in the file, not too many of them; repeats are limited when they are expanded.
std::vector<JsonValue> entries(const JsonValue& list);
/// The one index that several patterns share; −1 without any. Null pointers are no patterns.
int commonIndex(std::initializer_list<const NamePattern*> patterns, const JsonValue& at);

}  // namespace carom
