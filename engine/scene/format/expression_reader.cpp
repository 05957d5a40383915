#include "scene/format/expression_reader.h"

#include <algorithm>
#include <cctype>

#include "base/number_text.h"
#include "scene/expression/unit_check.h"

namespace carom {

namespace {

constexpr int mostExpressions = 2000;  // plain numbers are not counted

}  // namespace

bool isName(std::string_view text) {
  const auto letter = [](unsigned char c) { return (c < 0x80 && std::isalpha(c)) || c == '_'; };
  return !text.empty() && letter(static_cast<unsigned char>(text[0])) &&
         std::all_of(text.begin(), text.end(),
                     [&](unsigned char c) { return letter(c) || (c < 0x80 && std::isdigit(c)) || c == '-'; });
}

std::vector<JsonValue> entries(const JsonValue& list) {
  auto elements = list.elements();
  if (std::ssize(elements) > mostEntries)
    list.refuse("has " + std::to_string(elements.size()) + " entries",
                "at most " + std::to_string(mostEntries));
  return elements;
}

int commonIndex(std::initializer_list<const NamePattern*> patterns, const JsonValue& at) {
  int index = ExpressionReader::noIndex;
  for (const NamePattern* pattern : patterns) {
    if (!pattern || pattern->index < 0) continue;
    if (index >= 0 && index != pattern->index) at.refuse("uses two repeat indices", "one index");
    index = pattern->index;
  }
  return index;
}

int ExpressionReader::add(const std::string& text, const JsonValue& at, bool overTime) {
  try {
    const int known = m_table.size();
    const int expression = m_table.add(text);
    if (expression == known && !parseQuantity(text) && ++m_compiled > mostExpressions)
      at.refuse("is one expression too many",
                "at most " + std::to_string(mostExpressions) + " different ones");
    return expression;
  } catch (const ExpressionError& error) {
    std::string known;
    if (error.undefinedName())
      for (const std::string& symbol : m_table.symbols())
        if (overTime || m_table.symbol(symbol) != m_time)
          known += (known.empty() ? "one of " : ", ") + symbol;
    at.refuse(error.what(), error.undefinedName() && known.empty() ? "a scene with parameters" : known);
  }
}

Number ExpressionReader::number(const JsonValue& value, int index) {
  return number(value, index, false);
}

Number ExpressionReader::number(const JsonValue& value, const Key& row, int index) {
  checkUnit(value, row);
  return number(value, index);
}

void ExpressionReader::checkUnit(const JsonValue& value, const Key& row) {
  if (const auto fault = unitFault(value.expression(), {row.unit, row.turnUnit}))
    value.refuse(fault->problem, fault->expected);
}

Number ExpressionReader::number(const JsonValue& value, int index, bool overTime) {
  const int expression = add(value.expression(), value, overTime);
  for (const int symbol : m_table.uses(expression))
    if (symbol == m_time && !overTime)
      value.refuse("uses the time t", "t in the reference or the torque of a motor only");
    else if (symbol >= m_quantityCount && symbol != index && symbol != m_time)
      value.refuse("uses the repeat index \"" + m_table.symbols()[static_cast<std::size_t>(symbol)] +
                       "\" outside its repeat",
                   "parameters only");
  return {expression, value.path()};
}

Number ExpressionReader::number(const JsonValue& object, Section section, const std::string& key, int index) {
  const Key& row = keyOf(section, key);
  if (row.required || object.has(key)) return number(object.at(key), row, index);
  return {m_table.add(std::string(row.otherwise)), object.path() + '.' + key};
}

Number ExpressionReader::overTime(const JsonValue& object, Section section, const std::string& key,
                                  int index) {
  if (!object.has(key)) return number(object, section, key, index);
  checkUnit(object.at(key), keyOf(section, key));
  return number(object.at(key), index, true);
}

std::optional<Number> ExpressionReader::optional(const JsonValue& object, Section section,
                                                 const std::string& key, int index) {
  const auto value = object.find(key);
  return value ? std::optional(number(*value, keyOf(section, key), index)) : std::nullopt;
}

NumberVector ExpressionReader::vector(const JsonValue& value, int index) {
  const auto elements = value.elements();
  if (elements.size() != 3) value.refuse("has " + std::to_string(elements.size()) + " elements", "[x, y, z]");
  return {number(elements[0], index), number(elements[1], index), number(elements[2], index)};
}

NumberVector ExpressionReader::vector(const JsonValue& object, Section section, const std::string& key,
                                      int index) {
  const Key& row = keyOf(section, key);
  if (row.required || object.has(key)) {
    const NumberVector numbers = vector(object.at(key), index);
    for (const JsonValue& element : object.at(key).elements()) checkUnit(element, row);
    return numbers;
  }
  return constant({0, 0, 0}, object.path() + '.' + key);
}

NumberVector ExpressionReader::orientation(const JsonValue& object, Section section, int index) {
  const auto given = object.find("orientation");
  if (!given || given->json().is_array()) return vector(object, section, "orientation", index);
  NumberVector turn = constant({0, 0, 0}, given->path());
  turn[2] = number(*given, index);
  return turn;
}

NumberVector ExpressionReader::constant(const std::array<double, 3>& value, const std::string& place) {
  NumberVector numbers;
  for (std::size_t i = 0; i < 3; ++i) numbers[i] = {m_table.add(shortestText(value[i])), place};
  return numbers;
}

NamePattern ExpressionReader::pattern(const std::string& text, const JsonValue& at) {
  NamePattern pattern;
  pattern.place = at.path();
  std::size_t i = 0;
  while (true) {
    const auto open = text.find('{', i);
    pattern.texts.back() = text.substr(i, open == std::string::npos ? open : open - i);
    if (open == std::string::npos) break;
    const auto close = text.find('}', open);
    if (close == std::string::npos)
      at.refuse("\"" + text + "\" has a { without }", "a name such as \"ball{i}\"");
    pattern.holes.push_back({add(text.substr(open + 1, close - open - 1), at), at.path()});
    for (const int symbol : m_table.uses(pattern.holes.back().expression)) {
      if (symbol < m_quantityCount) continue;
      if (symbol == m_time) at.refuse("\"" + text + "\" uses the time t", "parameters and a repeat index");
      if (pattern.index >= 0 && pattern.index != symbol)
        at.refuse("\"" + text + "\" uses two indices", "one index");
      pattern.index = symbol;
    }
    pattern.texts.emplace_back();
    i = close + 1;
  }
  return pattern;
}

}  // namespace carom
