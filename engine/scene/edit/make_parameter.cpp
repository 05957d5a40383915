// Numbers of a scene: what they measure, and turning them into parameters and back.
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <map>

#include "scene/edit/entry.h"
#include "scene/edit/scene_names.h"
#include "scene/expression/expression.h"
#include "scene/scene_error.h"

namespace carom::edit {

namespace {

/// Units that measure the same, SI first.
const std::vector<std::vector<std::string>>& unitFamilies() {
  static const std::vector<std::vector<std::string>> families{{"m", "mm", "cm", "km", "um", "in"},
                                                              {"rad", "deg"},
                                                              {"kg", "g"},
                                                              {"s", "ms", "us"},
                                                              {"m/s", "cm/s", "mm/s"},
                                                              {"rad/s", "deg/s"},
                                                              {"m/s^2"},
                                                              {"kg/m^3", "g/cm^3"},
                                                              {"kg*m^2"},
                                                              {"N/m"},
                                                              {"N*m", "J"},
                                                              {"N*s"},
                                                              {"N"},
                                                              {"Hz"},
                                                              {""}};
  return families;
}

std::vector<std::string> familyOf(const std::string& unit) {
  for (const auto& family : unitFamilies())
    if (std::find(family.begin(), family.end(), unit) != family.end()) return family;
  return {};
}

/// "N/m" of a travel is "N*m" of a turn, and so on; units that the format cannot name stay empty.
struct UnitPair {
  std::string travel, turn;
};

enum class JointKind { Travel, Turn, Unknown };

JointKind kindOf(const Json& joint, const std::string& name) {
  if (joint.is_string()) {
    const auto kind = joint.get<std::string>();
    if (kind == name) return name == "angle" ? JointKind::Turn : JointKind::Travel;
    if (kind == "planar" && (name == "x" || name == "y" || name == "angle"))
      return name == "angle" ? JointKind::Turn : JointKind::Travel;
  } else if (joint.is_object() && joint.value("name", "") == name) {
    if (joint.value("type", "") == "revolute") return JointKind::Turn;
    if (joint.value("type", "") == "prismatic") return JointKind::Travel;
  }
  return JointKind::Unknown;
}

JointKind coordinateKind(const Json& scene, const std::string& coordinate) {
  const auto [body, rest] = splitCoordinate(coordinate);
  const int entry = BodyNames(scene).entry(body);
  if (entry < 0 || rest.size() < 2) return JointKind::Unknown;
  for (const Json& joint : scene["bodies"][static_cast<std::size_t>(entry)].value("joints", Json::array()))
    if (const JointKind kind = kindOf(joint, rest.substr(1)); kind != JointKind::Unknown) return kind;
  return JointKind::Unknown;
}

Quantity measured(const std::string& unit, bool positive = false) {
  return {unit, familyOf(unit), positive};
}

Quantity measured(const UnitPair& units, JointKind kind) {
  if (kind == JointKind::Unknown) return {};
  return measured(kind == JointKind::Turn ? units.turn : units.travel);
}

/// "bodies[2].shapes[0].size[1]" → "size"; coordinates keep their name.
std::string lastKey(const std::string& place) {
  std::string key = place.substr(0, place.find_last_not_of("[]0123456789") + 1);
  if (!place.ends_with(']')) key = place;
  return key.substr(key.rfind('.') + 1);
}

std::string placeAbove(const std::string& place) {
  return place.substr(0, place.rfind('.'));
}

/// The unit written behind a plain number, "mm" of "28.6mm"; empty without, or for other expressions.
std::string unitIn(const std::string& text) {
  if (!parseQuantity(text)) return {};
  const auto start = text.find_first_not_of(" \t-");
  double ignored = 0;
  const auto number = std::from_chars(text.data() + start, text.data() + text.size(), ignored);
  const std::string rest(number.ptr, text.data() + text.size());
  const auto first = rest.find_first_not_of(" \t");
  return first == std::string::npos ? "" : rest.substr(first, rest.find_last_not_of(" \t") - first + 1);
}

std::string listed(const std::vector<std::string>& words) {
  std::string list;
  for (const std::string& word : words) list += (list.empty() ? "" : ", ") + word;
  return list;
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

std::vector<std::string> symbolsAt(const Json& scene, const std::string& place) {
  std::vector<std::string> symbols;
  if (scene.contains("parameters"))
    for (const auto& [name, value] : scene["parameters"].items()) symbols.push_back(name);
  if (const std::string index = repeatIndexAt(scene, place); !index.empty()) symbols.push_back(index);
  return symbols;
}

/// What a slider about a value spans.
std::array<Json, 2> sliderAbout(const std::string& text, const Quantity& quantity, const std::string& key) {
  const auto value = parseQuantity(text);
  if (!value)
    return {"min(0.5*(" + text + "), 1.5*(" + text + "))", "max(0.5*(" + text + "), 1.5*(" + text + "))"};
  const double v = *value;
  if (key == "tangential") return {number(-1), number(1)};
  if (key == "friction" || key == "restitution" || key == "sigma")
    return {number(0), number(std::max(1.0, v))};
  if (quantity.unit == "rad" && std::abs(v) <= 3.2) return {"-180deg", "180deg"};
  if (quantity.positive && v > 0) return {number(0.2 * v), number(3 * v)};
  const double least = quantity.unit == "m" ? 0.1 : 1, reach = std::max(2 * std::abs(v), least);
  return {number(-reach), number(reach)};
}

std::string displayUnit(const std::string& text, const Quantity& quantity) {
  if (const std::string written = unitIn(text); !written.empty()) return written;
  const auto value = parseQuantity(text);
  if (quantity.unit == "rad") return "deg";
  if (quantity.unit == "m" && value && *value != 0 && std::abs(*value) < 0.2) return "mm";
  return quantity.unit;
}

}  // namespace

Quantity quantityAt(const Json& scene, const std::string& place) {
  if (place.starts_with("initial.q.")) return measured({"m", "rad"}, coordinateKind(scene, place.substr(10)));
  if (place.starts_with("initial.velocity."))
    return measured({"m/s", "rad/s"}, coordinateKind(scene, place.substr(17)));
  if (place.starts_with("parameters.")) {
    const std::string name = place.substr(11, place.find_first_of(".[", 11) - 11);
    const Json* unit = find(scene, "parameters." + name + ".unit");
    if (!unit || !unit->is_string() || unit->get<std::string>().empty()) return {};
    const auto family = familyOf(unit->get<std::string>());
    return {family.empty() ? "" : family.front(), family, false};
  }
  static const std::map<std::string, Quantity> fixed{
      {"mass", measured("kg", true)},  {"radius", measured("m", true)},
      {"size", measured("m")},         {"origin", measured("m")},
      {"centre", measured("m")},       {"centre-of-mass", measured("m")},
      {"from", measured("m")},         {"to", measured("m")},
      {"at", measured("m")},           {"offset", measured("m")},
      {"normal", measured("")},        {"axis", measured("")},
      {"inertia", measured("kg*m^2")}, {"gravity", measured("m/s^2")},
      {"friction", measured("")},      {"restitution", measured("")},
      {"tangential", measured("")},    {"sigma", measured("")},
      {"start", measured("s")},        {"duration", measured("s", true)},
      {"lead-in", measured("s")},      {"count", measured("")},
      {"length", measured("m")}};
  const std::string key = lastKey(place);
  if (place.find(".repeat.") != std::string::npos) return measured("");
  if (const auto known = fixed.find(key); known != fixed.end()) return known->second;
  static const std::map<std::string, UnitPair> forces{{"stiffness", {"N/m", "N*m"}},
                                                      {"proportional", {"N/m", "N*m"}},
                                                      {"rest", {"m", "rad"}},
                                                      {"reference", {"m", "rad"}},
                                                      {"rate", {"m/s", "rad/s"}}};
  if (const auto force = forces.find(key); force != forces.end()) {
    const Json* coordinate = find(scene, placeAbove(place) + ".coordinate");
    return measured(force->second, coordinate && coordinate->is_string()
                                       ? coordinateKind(scene, coordinate->get<std::string>())
                                       : JointKind::Travel);
  }
  return {};
}

std::string problemWith(const Json& scene, const std::string& place, const std::string& text) {
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
  if (value && quantity.positive && *value < 0) return "is negative";
  return {};
}

Json setValue(const Json& scene, const std::string& place, const std::string& text) {
  Json result = scene;
  const auto first = text.find_first_not_of(" \t");
  if (first == std::string::npos) {
    const bool element = place.ends_with(']');  // of a vector, or a limit of an interval
    const bool limit = lastKey(place) == "range" || lastKey(place) == "slider";
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
  const Json* there = find(scene, place);
  const std::string text = there ? textOf(*there) : "0";
  if (text.empty()) throw SceneError("", place, "is no number", "a number or an expression");
  if (const std::string index = repeatIndexAt(scene, place); !index.empty() && mentions(text, index))
    throw SceneError("", place, "\"" + text + "\" depends on the index " + index, "a number that does not");
  requireUnusedSymbol(scene, name, place);
  const Quantity quantity = quantityAt(scene, place);
  const std::string key = lastKey(place);
  const auto slider = sliderAbout(text, quantity, key);
  Json parameter{{"value", valueOf(text)}};
  if (key == "restitution" || key == "sigma")
    parameter["range"] = {0, 1};
  else if (key == "tangential")
    parameter["range"] = {-1, 1};
  else if (quantity.positive || key == "friction")
    parameter["range"] = {0, nullptr};
  parameter["slider"] = {slider[0], slider[1]};
  if (const std::string unit = displayUnit(text, quantity); !unit.empty()) parameter["unit"] = unit;
  const bool count = key == "count";
  parameter[count ? "integer" : "free"] = true;
  Json result = scene;
  part(result, "parameters")[name] = std::move(parameter);
  make(result, place) = name;
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
  for (char& c : name)
    if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
  if (name.empty() || !std::isalpha(static_cast<unsigned char>(name[0]))) name = 'p' + name;
  for (int number = 1;; ++number) {
    const std::string candidate = number == 1 ? name : name + std::to_string(number);
    try {
      requireUnusedSymbol(scene, candidate, place);
      return candidate;
    } catch (const SceneError&) {
    }
  }
}

Json dissolveParameter(const Json& scene, const std::string& name) {
  const Json* parameter = find(scene, "parameters." + name);
  if (!parameter) throw SceneError("", "parameters." + name, "is not there", "the name of a parameter");
  const std::string text = textOf(parameter->is_object() ? parameter->value("value", Json(0)) : *parameter);
  Json result = scene;
  erase(result, "parameters." + name);
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
