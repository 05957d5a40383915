#include "scene/format/describe_keys.h"

#include <nlohmann/json.hpp>

#include "base/number_text.h"
#include "scene/format/keys.h"
#include "scene/format/write_scene.h"

namespace carom {

namespace {

using Json = nlohmann::ordered_json;

Json reference(std::string_view name) {
  return {{"$ref", "#/$defs/" + std::string(name)}};
}

Json anyOf(Json alternatives) {
  if (alternatives.size() == 1) return alternatives.front();
  return {{"anyOf", std::move(alternatives)}};
}

Json listOf(const Json& items, int least, int most) {
  Json list{{"type", "array"}, {"items", items}};
  if (least > 0) list["minItems"] = least;
  if (most > 0) list["maxItems"] = most;
  return list;
}

Json words(const Key& key) {
  const auto list = key.words();
  if (list.size() == 1) return {{"const", list.front()}};
  return {{"enum", list}};
}

/// The sections that an object may be.
Json sections(const Key& key) {
  Json alternatives = Json::array();
  if (key.form == Form::ParameterNumber) alternatives.push_back(reference("number"));
  if (key.form == Form::WordOrObject) alternatives.push_back(words(key));
  if (key.form == Form::ContactsOrObject)
    alternatives.push_back(listOf(reference("pattern"), 0, mostEntries));
  for (int i = static_cast<int>(key.first); i <= static_cast<int>(key.last); ++i)
    alternatives.push_back(reference(nameOf(static_cast<Section>(i))));
  return anyOf(std::move(alternatives));
}

/// Bounds of the plain numbers of a value: an expression has its value later.
void addRange(Json& schema, const KeyRange& range) {
  if (range.least > -HUGE_VAL) schema[range.open ? "exclusiveMinimum" : "minimum"] = range.least;
  if (range.greatest < HUGE_VAL) schema["maximum"] = range.greatest;
}

Json numbers(const Key& key, std::string_view name) {
  Json schema = reference(name);
  if (key.form == Form::Vector && key.range != KeyRange{})
    addRange(schema["items"], key.range);
  else
    addRange(schema, key.range);
  return schema;
}

Json valueOf(const Key& key) {
  switch (key.form) {
    case Form::Number:
    case Form::Whole:
    case Form::OverTime:
    case Form::NumberOrWord:  // words are strings, as expressions are
      return numbers(key, "number");
    case Form::Vector:
      return numbers(key, "vector");
    case Form::Inertia:
      return numbers(key, "inertia");
    case Form::Orientation:
      return reference("orientation");
    case Form::Interval:
      return reference("interval");
    case Form::Settings:
      return {{"type", "object"},
              {"propertyNames", reference("symbol")},
              {"additionalProperties", reference("number")}};
    case Form::Flag:
      return {{"type", "boolean"}};
    case Form::Format:
      return {{"const", 1}};
    case Form::Ignored:
      return Json::object();
    case Form::Words:
      return {{"type", "string"}};
    case Form::Name:
      return reference("name");
    case Form::Symbol:
    case Form::ParameterName:
      return reference("symbol");
    case Form::ParameterNames:
      return listOf(reference("symbol"), 0, 0);
    case Form::OneOf:
      return words(key);
    case Form::Color:
      return {{"type", "string"}, {"pattern", "^#[0-9A-Fa-f]{6}$"}};
    case Form::BodyName:
    case Form::SideName:
    case Form::CoordinateName:
    case Form::ContactName:
    case Form::Label:
      return reference("pattern");
    case Form::ParameterNumber:
    case Form::Object:
    case Form::WordOrObject:
    case Form::ContactsOrObject:
      return sections(key);
  }
  return {};
}

Json schemaOf(const Key& key) {
  const Json value = valueOf(key);
  switch (key.container) {
    case Container::One:
      return value;
    case Container::Pair:
      return listOf(value, 2, 2);
    case Container::List:
      return listOf(value, key.least, key.most);
    case Container::Map:
      break;
  }
  Json map{{"type", "object"}};
  if (key.least > 0) map["minProperties"] = key.least;
  if (key.most > 0) map["maxProperties"] = key.most;
  if (key.names == Form::Name) map["propertyNames"] = reference("name");
  if (key.names == Form::Symbol || key.names == Form::ParameterName)
    map["propertyNames"] = reference("symbol");
  map["additionalProperties"] = value;
  return map;
}

/// "N·s/m" for "N*s/m".
std::string shownUnit(std::string_view unit) {
  std::string text;
  for (std::size_t i = 0; i < unit.size(); ++i) {
    const bool power = unit[i] == '^';
    if (power) ++i;
    text += power ? (unit[i] == '2' ? "²" : "³") : unit[i] == '*' ? "·" : std::string(1, unit[i]);
  }
  return text;
}

std::string unitOf(const Key& key) {
  if (key.unit.empty() || key.unit == "1") return {};
  return shownUnit(key.unit) + (key.turnUnit.empty() ? "" : " or " + shownUnit(key.turnUnit));
}

std::string rangeText(const KeyRange& range) {
  const std::string least = roundedText(range.least), greatest = roundedText(range.greatest);
  if (range.greatest < HUGE_VAL) return least + " to " + greatest;
  if (range.least == -HUGE_VAL) return {};
  return (range.open ? "> " : "≥ ") + least;
}

std::string defaultText(const Key& key) {
  if (key.required || key.otherwise.empty()) return {};
  return std::string(key.otherwise);
}

/// "Its radius (m, > 0)".
std::string description(const Key& key) {
  std::string facts;
  const std::string otherwise = defaultText(key);
  for (const std::string& fact :
       {unitOf(key), rangeText(key.range), otherwise.empty() ? "" : "default: " + otherwise})
    if (!fact.empty()) facts += (facts.empty() ? " (" : ", ") + fact;
  return std::string(key.help) + facts + (facts.empty() ? "" : ")");
}

Json schemaOf(Section section) {
  Json schema{{"type", "object"}};
  Json required = Json::array(), properties = Json::object();
  for (const Key& key : keysOf(section)) {
    if (key.required) required.push_back(key.key);
    Json& property = properties[std::string(key.key)] = schemaOf(key);
    property["description"] = description(key);
  }
  if (!required.empty()) schema["required"] = std::move(required);
  schema["additionalProperties"] = false;
  schema["properties"] = std::move(properties);
  return schema;
}

/// What several keys hold.
Json definitions() {
  const Json number = reference("number"), vector = reference("vector");
  return {{"number",
           {{"description", "A number, or an expression over the parameters with units: \"2*28.6mm\"."},
            {"anyOf", {{{"type", "number"}}, {{"type", "string"}, {"minLength", 1}, {"maxLength", 1000}}}}}},
          {"vector", listOf(number, 3, 3)},
          {"inertia", anyOf({number, vector, listOf(vector, 3, 3)})},
          {"orientation", anyOf({number, vector})},
          {"interval", listOf(anyOf({number, {{"type", "null"}}}), 2, 2)},
          {"symbol", {{"type", "string"}, {"pattern", "^[A-Za-z_][A-Za-z0-9_]*$"}}},
          {"name", {{"type", "string"}, {"pattern", "^[A-Za-z_][A-Za-z0-9_-]*$"}}},
          {"pattern",
           {{"type", "string"},
            {"description", "A name; {expression} in it becomes a whole number: \"ball{i}\"."}}}};
}

/// The words for values that are no objects.
std::string_view formText(const Key& key) {
  switch (key.form) {
    case Form::Number:
    case Form::NumberOrWord:
      return "number";
    case Form::OverTime:
      return "number over t";
    case Form::Whole:
      return "whole number";
    case Form::Vector:
      return "`[x, y, z]`";
    case Form::Inertia:
      return "number, `[x, y, z]` or 3×3";
    case Form::Orientation:
      return "number or `[x, y, z]`";
    case Form::Interval:
      return "`[least, greatest]`";
    case Form::Settings:
      return "`{parameter: number}`";
    case Form::Flag:
      return "`true` or `false`";
    case Form::Format:
      return "1";
    case Form::Words:
    case Form::Label:
    case Form::Ignored:
      return "text";
    case Form::Name:
    case Form::Symbol:
      return "name";
    case Form::OneOf:
      return "word";
    case Form::Color:
      return "colour";
    case Form::BodyName:
      return "body";
    case Form::SideName:
      return "body or body/shape";
    case Form::CoordinateName:
      return "coordinate";
    case Form::ContactName:
      return "contact";
    case Form::ParameterName:
      return "parameter";
    case Form::ParameterNames:
      return "parameters";
    case Form::ParameterNumber:
    case Form::Object:
    case Form::WordOrObject:
    case Form::ContactsOrObject:
      break;
  }
  return "";
}

/// "a, b or c".
std::string eitherOf(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i)
    text += (i == 0 ? "" : i + 1 < names.size() ? ", " : " or ") + names[i];
  return text;
}

/// "`planar`, `free` or axis-joint": the words and sections that a value may be; empty for other values.
std::vector<std::string> alternativesOf(const Key& key) {
  constexpr std::size_t mostWords = 16;  // units are too many for a table
  std::vector<std::string> names;
  const auto known = key.words ? key.words() : std::vector<std::string_view>();
  if (known.size() <= mostWords)
    for (const std::string_view word : known) names.push_back('`' + std::string(word) + '`');
  if (key.form == Form::ParameterNumber || key.form == Form::NumberOrWord) names.push_back("number");
  if (key.form == Form::ContactsOrObject) names.push_back("list of contacts");
  if (holdsObjects(key.form))
    for (int i = static_cast<int>(key.first); i <= static_cast<int>(key.last); ++i)
      names.emplace_back(nameOf(static_cast<Section>(i)));
  return names;
}

/// "list: ball, half-space, point, segment or box".
std::string valueText(const Key& key) {
  const auto alternatives = alternativesOf(key);
  const std::string text = alternatives.empty() ? std::string(formText(key)) : eitherOf(alternatives);
  switch (key.container) {
    case Container::One:
      return text;
    case Container::Pair:
      return "two: " + text;
    case Container::List:
      return "list: " + text;
    case Container::Map:
      break;
  }
  const std::string_view name = key.names == Form::BodyName         ? "body"
                                : key.names == Form::CoordinateName ? "coordinate"
                                                                    : "name";
  return std::string(name) + " → " + text;
}

}  // namespace

std::string sceneSchema() {
  Json schema{
      {"$schema", "https://json-schema.org/draft/2020-12/schema"},
      {"title", "Carom scene, format 1"},
      {"description",
       "A mechanism with named parameters and the state in which its bodies meet. SI units, angles in "
       "radians."}};
  schema.update(schemaOf(Section::Scene));
  Json parts = definitions();
  for (const Section section : allSections())
    if (section != Section::Scene) parts[std::string(nameOf(section))] = schemaOf(section);
  schema["$defs"] = std::move(parts);
  return sceneText(schema);
}

std::string keyTables() {
  std::string text;
  for (const Section section : allSections()) {
    text +=
        "\n### " + std::string(nameOf(section)) + "\n\n| key | value | unit | range | default | meaning |\n";
    text += "|---|---|---|---|---|---|\n";
    for (const Key& key : keysOf(section)) {
      const std::string otherwise = key.required ? "required" : defaultText(key);
      text += "| `" + std::string(key.key) + "` | " + valueText(key) + " | " + unitOf(key) + " | " +
              rangeText(key.range) + " | " + otherwise + " | " + std::string(key.help) + " |\n";
    }
  }
  return text;
}

}  // namespace carom
