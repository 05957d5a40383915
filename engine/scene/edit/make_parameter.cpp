#include "scene/edit/make_parameter.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <limits>
#include <string_view>
#include <utility>
#include <vector>

#include "scene/edit/entry.h"
#include "scene/edit/parts.h"
#include "scene/edit/quantity.h"
#include "scene/edit/rename.h"
#include "scene/edit/string_roles.h"
#include "scene/edit/value.h"
#include "scene/expression/expression.h"
#include "scene/expression/holes.h"
#include "scene/expression/symbols.h"
#include "scene/scene_error.h"

namespace carom::edit {

namespace {

/// "bodies[2].shapes[0].size[1]" → "size"; coordinates keep their name.
std::string lastKey(const std::string& place) {
  std::string key = place.substr(0, place.find_last_not_of("[]0123456789") + 1);
  if (!place.ends_with(']')) key = place;
  return key.substr(key.rfind('.') + 1);
}

bool isWhole(const Json& scene, const std::string& place) {
  const auto at = keyAt(scene, place);
  return at && at->key->form == Form::Whole;
}

/// The range of a new parameter: the limits of the number that it replaces, null for no limit.
Json rangeOf(const Quantity& quantity) {
  const auto limit = [](double value) {
    return std::abs(value) < std::numeric_limits<double>::max() ? number(value) : Json();
  };
  return Json::array({limit(quantity.range.least), limit(quantity.range.greatest)});
}

/// The values that a slider about a value spans.
std::array<Json, 2> sliderAbout(const std::string& text, const Quantity& quantity, bool whole) {
  const auto value = parseQuantity(text);
  if (!value)
    return {"min(0.5*(" + text + "), 1.5*(" + text + "))", "max(0.5*(" + text + "), 1.5*(" + text + "))"};
  const double v = *value;
  const auto& [least, greatest, open] = quantity.range;
  if (quantity.unit == "rad" && std::abs(v) <= 3.2) return {"-180deg", "180deg"};
  const bool pure = quantity.displayUnits == std::vector<std::string>{""};
  if (pure && least > -HUGE_VAL) return {number(least), number(std::max(1.0, whole ? 2 * v : v))};
  if (least == 0 && v > 0) return {number(0.2 * v), number(3 * v)};
  const double shortest = quantity.unit == "m" ? 0.1 : 1, reach = std::max(2 * std::abs(v), shortest);
  return {number(least == 0 ? 0 : -reach), number(reach)};
}

std::string displayUnit(const std::string& text, const Quantity& quantity) {
  if (const std::string written = unitIn(text); !written.empty()) return written;
  const auto value = parseQuantity(text);
  if (quantity.unit == "rad") return "deg";
  if (quantity.unit == "m" && value && *value != 0 && std::abs(*value) < 0.2) return "mm";
  return quantity.unit;
}

/// The expression at a place that gets a name.
std::string namedText(const Json& scene, const std::string& place, const std::string& name) {
  const Json* there = find(scene, place);
  const std::string text = there ? textOf(*there) : "0";
  if (text.empty()) throw SceneError("", place, "is no number", "a number or an expression");
  if (const std::string index = repeatIndexAt(scene, place); !index.empty() && mentions(text, index))
    throw SceneError("", place, "\"" + text + "\" depends on the index " + index, "a number that does not");
  requireUnusedSymbol(scene, name, place);
  return text;
}

/// The symbol of a parameter that is named by its key: "mass_ball1" is m with the index ball1.
std::string labelOf(const std::string& name) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 8> symbols{{{"mass", "m"},
                                                                                         {"radius", "r"},
                                                                                         {"inertia", "I"},
                                                                                         {"angle", "θ"},
                                                                                         {"friction", "μ"},
                                                                                         {"restitution", "e"},
                                                                                         {"stiffness", "k"},
                                                                                         {"length", "l"}}};
  const auto at = std::min(name.find('_'), name.size());
  std::string symbol = name.substr(0, at);
  for (const auto& [key, letter] : symbols)
    if (symbol == key) symbol = letter;
  if (at + 1 >= name.size()) return symbol + name.substr(at);
  const std::string index = name.substr(at + 1);
  return symbol + (index.size() == 1 ? '_' + index : "_{" + index + '}');
}

}  // namespace

Json addParameter(const Json& scene, const NewParameter& parameter) {
  const std::string place = "parameters." + parameter.name;
  requireUnusedSymbol(scene, parameter.name, place);
  Json result = scene;
  Json& object = part(result, "parameters")[parameter.name] = Json{{"value", 0}};
  if (!parameter.unit.empty()) object["unit"] = parameter.unit;
  const auto set = [&](const std::string& text) {
    if (text.empty()) return Json();
    if (const std::string problem = problemWith(result, place, text); !problem.empty())
      throw SceneError("", place, problem, "");
    return valueOf(text);
  };
  Json full{{"value", parameter.value.empty() ? Json(0) : set(parameter.value)}};
  for (const auto& [key, least, greatest] :
       {std::tuple("range", parameter.least, parameter.greatest),
        std::tuple("slider", parameter.sliderLeast, parameter.sliderGreatest)})
    if (!least.empty() || !greatest.empty()) full[key] = Json::array({set(least), set(greatest)});
  if (!parameter.unit.empty()) full["unit"] = parameter.unit;
  if (!parameter.label.empty()) full["label"] = parameter.label;
  if (parameter.integer) full["integer"] = true;
  if (parameter.free) full["free"] = true;
  result["parameters"][parameter.name] = full;
  return result;
}

Json makeParameter(const Json& scene, const std::string& place, const std::string& name) {
  const std::string text = namedText(scene, place, name);
  const Quantity quantity = quantityAt(scene, place);
  const bool whole = isWhole(scene, place);
  const auto slider = sliderAbout(text, quantity, whole);
  Json parameter{{"value", valueOf(text)}};
  if (quantity.range != KeyRange{}) parameter["range"] = rangeOf(quantity);
  parameter["slider"] = {slider[0], slider[1]};
  if (const std::string unit = displayUnit(text, quantity); !unit.empty()) parameter["unit"] = unit;
  if (const std::string label = labelOf(name); label != name) parameter["label"] = label;
  parameter[whole ? "integer" : "free"] = true;
  Json result = scene;
  part(result, "parameters")[name] = std::move(parameter);
  make(result, place) = name;
  if (!find(result, "view.sweep")) make(result, "view.sweep") = name;
  return result;
}

std::string suggestParameterName(const Json& scene, const std::string& place) {
  std::string name = lastKey(place), of;
  if (place.starts_with("initial.")) {
    const bool velocity = place.starts_with("initial.velocity.");
    const auto [body, rest] = splitCoordinate(place.substr(velocity ? 17 : 10));
    name = velocity ? "v" : "";
    if (!rest.empty()) name += rest.substr(1);
    of = body;
  } else if (const auto close = place.find(']'); close != std::string::npos) {
    const Json* entry = find(scene, place.substr(0, close + 1));
    if (entry && entry->is_object()) of = entry->value("name", entry->value("coordinate", ""));
  }
  if (of.find('{') == std::string::npos && !of.empty()) name += '_' + of;
  return unusedSymbol(scene, name);
}

std::string unusedSymbol(const Json& scene, std::string base) {
  for (char& c : base)
    if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
  if (base.empty() || !std::isalpha(static_cast<unsigned char>(base[0]))) base = 'p' + base;
  for (int number = 1;; ++number) {
    const std::string candidate = number == 1 ? base : base + std::to_string(number);
    try {
      requireUnusedSymbol(scene, candidate, "parameters");
      return candidate;
    } catch (const SceneError&) {
    }
  }
}

Json addDerived(const Json& scene, const std::string& name, const std::string& value) {
  const std::string place = "derived." + name;
  requireUnusedSymbol(scene, name, place);
  if (const std::string problem = problemWith(scene, place, value); !problem.empty())
    throw SceneError("", place, problem, "");
  Json result = scene;
  part(result, "derived")[name] = valueOf(value);
  return result;
}

Json makeDerived(const Json& scene, const std::string& place, const std::string& name) {
  const std::string text = namedText(scene, place, name);
  Json result = scene;
  const std::string unit = displayUnit(text, quantityAt(scene, place));
  Json& derived = part(result, "derived")[name] = Json{{"value", valueOf(text)}};
  if (!unit.empty()) derived["unit"] = unit;
  make(result, place) = name;
  return checked(std::move(result));
}

Json dissolveParameter(const Json& scene, const std::string& name) {
  const std::string place = quantityPlace(scene, name);
  const Json* parameter = find(scene, place);
  if (!parameter) throw SceneError("", place, "is not there", "the name of a parameter");
  const std::string text = textOf(parameter->is_object() ? parameter->value("value", Json(0)) : *parameter);
  Json result = scene;
  erase(result, place);
  removeTouchingWeights(result, "by-parameters", [&](const std::string& moved) { return moved == name; });
  for (auto& [choice, spec] : part(result, "choices").items())
    for (auto& [word, settings] : spec["options"].items()) settings.erase(name);
  if (result["choices"].empty()) result.erase("choices");
  if (const Json* sweep = find(result, "view.sweep"); sweep && *sweep == name) erase(result, "view.sweep");
  if (Json* view = result.contains("view") ? &result["view"] : nullptr) {
    if (view->contains("arcs"))
      std::erase_if((*view)["arcs"].get_ref<Json::array_t&>(),
                    [&](const Json& arc) { return arc.value("parameter", "") == name; });
    if (view->contains("drag"))
      for (auto& [body, names] : (*view)["drag"].items())
        std::erase_if(names.get_ref<Json::array_t&>(), [&](const Json& one) { return one == name; });
  }
  Json mapped = mapStrings(result, [&](Role role, const std::string& expression) {
    if (role != Role::Expression) return replaceInHoles(expression, name, '(' + text + ')');
    return expression == name ? text : replaceSymbol(expression, name, '(' + text + ')');
  });
  return mapped;
}

}  // namespace carom::edit
