#include "scene/edit/value.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <vector>

#include "scene/edit/entry.h"
#include "scene/edit/quantity.h"
#include "scene/expression/expression.h"
#include "scene/expression/holes.h"
#include "scene/scene_error.h"

namespace carom::edit {

namespace {

std::string placeAbove(const std::string& place) {
  return place.substr(0, place.rfind('.'));
}

std::string listed(const std::vector<std::string>& words) {
  std::string list;
  for (const std::string& word : words) list += (list.empty() ? "" : ", ") + word;
  return list;
}

std::vector<std::string> symbolsAt(const Json& scene, const std::string& place) {
  std::vector<std::string> symbols;
  for (const char* key : {"parameters", "derived"})
    if (scene.contains(key))
      for (const auto& [name, value] : scene[key].items()) symbols.push_back(name);
  if (const std::string index = repeatIndexAt(scene, place); !index.empty()) symbols.push_back(index);
  const auto at = keyAt(scene, place);
  if (at && at->key->form == Form::OverTime) symbols.emplace_back("t");
  return symbols;
}

}  // namespace

Json exactNumber(double value) {
  if (value == std::trunc(value) && std::abs(value) < 1e15) return static_cast<std::int64_t>(value);
  return value;
}

Json number(double value) {
  constexpr int digits = 12;
  constexpr double rounding = 4 * std::numeric_limits<double>::epsilon();
  std::array<char, 32> text;
  const char* const end =
      std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::general, digits).ptr;
  double shorter = value;
  std::from_chars(text.data(), end, shorter);
  return exactNumber(std::abs(shorter - value) <= rounding * std::abs(value) ? shorter : value);
}

Json valueOf(const std::string& text) {
  double value = 0;
  const char* const end = text.data() + text.size();
  const auto [read, error] = std::from_chars(text.data(), end, value);
  if (error == std::errc() && read == end && std::isfinite(value)) return exactNumber(value);
  return text;
}

std::string textOf(const Json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (!value.is_number()) return {};
  std::array<char, 32> digits;
  return {digits.data(),
          std::to_chars(digits.data(), digits.data() + digits.size(), value.get<double>()).ptr};
}

std::string unitIn(const std::string& text) {
  if (!parseQuantity(text)) return {};
  const auto start = text.find_first_not_of(" \t-");
  double ignored = 0;
  const auto number = std::from_chars(text.data() + start, text.data() + text.size(), ignored);
  const std::string rest(number.ptr, text.data() + text.size());
  const auto first = rest.find_first_not_of(" \t");
  return first == std::string::npos ? "" : rest.substr(first, rest.find_last_not_of(" \t") - first + 1);
}

std::string repeatIndexAt(const Json& scene, const std::string& place) {
  if (place.starts_with("bodies[")) {
    const Json* repeat = find(scene, place.substr(0, place.find(']') + 1) + ".repeat");
    const bool inside = !place.substr(place.find(']') + 1).starts_with(".repeat");
    return repeat && inside ? repeat->value("index", "") : "";
  }
  // Elsewhere it is the index that the name uses: "initial.q.ball{i}.x".
  for (const Json& body : scene.value("bodies", Json::array())) {
    const std::string index = body.contains("repeat") ? body["repeat"].value("index", "") : "";
    if (index.empty()) continue;
    std::string names = place;
    if (const Json* entry = find(scene, placeAbove(place)); entry && entry->is_object())
      for (const char* key : {"coordinate", "name"}) names += entry->value(key, "");
    if (const Json* between = find(scene, placeAbove(place) + ".between"); between && between->is_array())
      for (const Json& side : *between)
        if (side.is_string()) names += side.get<std::string>();
    if (holesMention(names, index)) return index;
  }
  return {};
}

std::string problemWith(const Json& scene, const std::string& place, const std::string& text) {
  const auto at = keyAt(scene, place);
  if (at && at->key->form == Form::NumberOrWord && isWordOf(*at->key, text)) return {};
  const std::vector<std::string> symbols = symbolsAt(scene, place);
  std::vector<double> values(symbols.size(), 1.0);
  try {
    const Expression parsed(text, symbols, values.data());
  } catch (const ExpressionError& error) {
    if (!error.undefinedName()) return error.what();
    return std::string(error.what()) + ", expected " +
           (symbols.empty() ? "a number: the scene has no parameters" : "one of " + listed(symbols));
  }
  const Quantity quantity = quantityAt(scene, place);
  const std::string unit = unitIn(text);
  const auto& allowed = quantity.displayUnits;
  if (!unit.empty() && !allowed.empty() && std::find(allowed.begin(), allowed.end(), unit) == allowed.end())
    return "is in " + unit + ", expected " + (allowed.front().empty() ? "a pure number" : listed(allowed));
  const auto value = parseQuantity(text);
  if (value && !std::isfinite(*value)) return "is not finite";
  if (value && quantity.range.least == 0 && *value < 0) return "is negative";
  return {};
}

Json setValue(const Json& scene, const std::string& place, const std::string& text) {
  Json result = scene;
  const auto first = text.find_first_not_of(" \t");
  if (first == std::string::npos) {
    const bool element = place.ends_with(']');  // of a vector, or a limit of an interval
    const auto at = keyAt(scene, place);
    const bool limit = at && at->key->form == Form::Interval;
    if (element && find(result, place))
      make(result, place) = limit ? Json() : Json(0);
    else
      erase(result, place);
    return result;
  }
  const std::string trimmed = text.substr(first, text.find_last_not_of(" \t") - first + 1);
  if (const std::string problem = problemWith(scene, place, trimmed); !problem.empty())
    throw SceneError("", place, problem, "");
  make(result, place) = valueOf(trimmed);
  return result;
}

Json setText(const Json& scene, const std::string& place, const std::string& text) {
  Json result = scene;
  if (text.empty())
    erase(result, place);
  else
    make(result, place) = text;
  return result;
}

Json setFlag(const Json& scene, const std::string& place, bool value) {
  Json result = scene;
  if (value)
    make(result, place) = true;
  else
    erase(result, place);
  return result;
}

}  // namespace carom::edit
