#pragma once

#include "scene/format/keys.h"

/// What makes rows of the table of keys, by what they hold. Arguments that most rows have: the key, the value
/// where it is missing (an expression, words for the reader of a text, "" for no such value), the label in
/// the editor ("" for no row), the help.
namespace carom::key_rows {

using Words = std::vector<std::string_view>;

inline constexpr KeyRange anyNumber{}, above0{.least = 0, .open = true}, atLeast0{.least = 0};

/// "N/m" of a coordinate that travels, "N*m" of one that turns.
struct Measure {
  constexpr Measure(const char* unit) : travel(unit) {}
  constexpr Measure(const char* unit, const char* turnUnit) : travel(unit), turn(turnUnit) {}
  std::string_view travel, turn;
};

constexpr Key measuredKey(const char* key, Form form, Measure unit, KeyRange range, const char* otherwise,
                          const char* label, const char* help) {
  return {key, form, Container::One, help, label, unit.travel, unit.turn, range, otherwise};
}
constexpr Key numberKey(const char* key, Measure unit, KeyRange range, const char* otherwise,
                        const char* label, const char* help) {
  return measuredKey(key, Form::Number, unit, range, otherwise, label, help);
}
constexpr Key vectorKey(const char* key, Measure unit, const char* label, const char* help) {
  return measuredKey(key, Form::Vector, unit, anyNumber, "0", label, help);
}
constexpr Key wordKey(const char* key, Form form, const char* otherwise, const char* label, const char* help,
                      Words (*words)() = nullptr) {
  return {.key = key, .form = form, .help = help, .label = label, .otherwise = otherwise, .words = words};
}
constexpr Key typeKey(Words (*words)()) {
  return {.key = "type", .form = Form::OneOf, .help = "The kind", .required = true, .words = words};
}
constexpr Key objectKey(const char* key, Section section, const char* help) {
  return {.key = key, .form = Form::Object, .help = help, .first = section};
}
constexpr Key listKey(const char* key, Section first, Section last, const char* label, const char* help,
                      Words (*words)() = nullptr) {
  return {.key = key,
          .form = words ? Form::WordOrObject : Form::Object,
          .container = Container::List,
          .help = help,
          .label = label,
          .most = mostEntries,
          .first = first,
          .last = last,
          .words = words};
}
constexpr Key mapKey(const char* key, Form names, Form form, const char* label, const char* help,
                     Section section = Section::Scene, int most = 0) {
  return {.key = key,
          .form = form,
          .container = Container::Map,
          .help = help,
          .label = label,
          .most = most,
          .first = section,
          .names = names};
}
constexpr Key coordinatesKey(const char* key, Measure unit, const char* label, const char* help) {
  Key row = mapKey(key, Form::CoordinateName, Form::Number, label, help);
  row.unit = unit.travel;
  row.turnUnit = unit.turn;
  row.otherwise = "0";
  return row;
}
constexpr Key listOf(Key key) {
  key.container = Container::List;
  key.most = mostEntries;
  return key;
}
constexpr Key pairOf(Key key) {
  key.container = Container::Pair;
  return key;
}
constexpr Key between(int least, int most, Key key) {
  key.least = least;
  key.most = most;
  return key;
}
constexpr Key notEmpty(Key key) {
  key.least = 1;
  return key;
}
constexpr Key required(Key key) {
  key.required = true;
  return key;
}

}  // namespace carom::key_rows
