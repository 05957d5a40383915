#include "scene/format/read_scene.h"

#include <algorithm>
#include <cctype>
#include <filesystem>

#include "scene/expression/unit_check.h"
#include "scene/format/parse_json.h"
#include "scene/format/read_bodies.h"
#include "scene/format/read_contacts.h"
#include "scene/format/read_forces.h"
#include "scene/format/read_loops.h"

namespace carom {

namespace {

bool isSymbol(std::string_view text) {
  return isName(text) && text.find('-') == std::string_view::npos;
}

void checkFormat(const JsonValue& root) {
  const JsonValue format = root.at("format");
  if (!format.json().is_number_integer()) format.refuse("is " + format.json().dump(), "1");
  if (format.json() > 1)
    format.refuse("is " + format.json().dump() + ", newer than this version of Carom reads", "1");
  if (format.json() != 1) format.refuse("is " + format.json().dump(), "1");
}

/// The time in the references and torques of motors.
constexpr std::string_view timeSymbol = "t";

/// "speed": 1 is short for "speed": {"value": 1}.
bool isShort(const JsonValue& parameter) {
  return !parameter.json().is_object();
}

/// Adds the names of the parameters or derived quantities.
void readNames(const JsonValue& root, const char* key, std::vector<std::string>& symbols) {
  const auto quantities = root.find(key);
  if (!quantities) return;
  const auto named = quantities->members();
  for (const auto& [name, value] : named) {
    if (!isSymbol(name)) value.refuse("\"" + name + "\" is no name", "letters, digits and _, a letter first");
    if (isReservedName(name))
      value.refuse("\"" + name + "\" is a function, a unit or a constant", freeName(name));
    if (std::ranges::find(symbols, name) != symbols.end())
      value.refuse("\"" + name + "\" is already defined", "another name");
    symbols.push_back(name);
  }
  if (const int most = keyOf(Section::Scene, key).most; std::ssize(named) > most)
    quantities->refuse("has too many entries", "at most " + std::to_string(most));
}

/// Sets the table with the symbols of a scene.
void readSymbols(const JsonValue& root, SceneSource& scene) {
  std::vector<std::string> symbols;
  readNames(root, "parameters", symbols);
  readNames(root, "derived", symbols);
  for (const std::string& index : readRepeatIndices(root.at("bodies"))) {
    if (std::find(symbols.begin(), symbols.end(), index) != symbols.end())
      root.at("bodies").refuse("the repeat index \"" + index + "\" is already defined", "another name");
    symbols.push_back(index);
  }
  if (std::ranges::find(symbols, timeSymbol) == symbols.end()) {
    scene.time = static_cast<int>(symbols.size());
    symbols.emplace_back(timeSymbol);
  }
  scene.expressions = ExpressionTable(std::move(symbols));
}

std::array<std::optional<Number>, 2> readInterval(const JsonValue& parameter, const char* key,
                                                  ExpressionReader& read) {
  std::array<std::optional<Number>, 2> interval;
  const auto value = parameter.find(key);
  if (!value) return interval;
  const auto ends = value->elements();
  if (ends.size() != 2)
    value->refuse("has " + std::to_string(ends.size()) + " elements", "[least, greatest]");
  for (std::size_t i = 0; i < 2; ++i)
    if (!ends[i].json().is_null()) interval[i] = read.number(ends[i]);
  return interval;
}

/// Reads what parameters and derived quantities share.
Number readQuantity(const std::string& name, const JsonValue& json, Section section, ExpressionReader& read,
                    ParameterSpec& spec) {
  spec.name = spec.label = name;
  const JsonValue value = isShort(json) ? json : json.at("value");
  spec.expression = value.expression();
  Number number = read.number(value);
  if (isShort(json)) return number;
  json.allowKeys(section);
  spec.label = json.stringOr("label", name);
  spec.unit = json.stringOr("unit", "");
  spec.description = json.stringOr("description", "");
  try {
    unitFactor(spec.unit);
  } catch (const SceneError& error) {
    json.at("unit").refuse(error.problem(), error.expected());
  }
  if (const auto fault = unitFault(spec.expression, {spec.unit}))
    value.refuse(fault->problem, fault->expected);
  return number;
}

DerivedSource readDerived(const std::string& name, const JsonValue& json, ExpressionReader& read) {
  DerivedSource derived;
  derived.value = readQuantity(name, json, Section::Derived, read, derived.spec);
  return derived;
}

ParameterSource readParameter(const std::string& name, const JsonValue& json, ExpressionReader& read) {
  ParameterSource parameter;
  ParameterSpec& spec = parameter.spec;
  parameter.value = readQuantity(name, json, Section::Parameter, read, spec);
  if (isShort(json)) return parameter;
  spec.integer = json.booleanOr("integer", false);
  spec.free = json.booleanOr("free", false);
  if (spec.free && spec.integer) json.refuse("is both free and an integer", "one of them");
  parameter.range = readInterval(json, "range", read);
  parameter.slider = readInterval(json, "slider", read);
  return parameter;
}

int parameterIndex(const SceneSource& scene, const std::string& name, const JsonValue& at) {
  std::string known;
  for (std::size_t i = 0; i < scene.parameters.size(); ++i) {
    if (scene.parameters[i].spec.name == name) return static_cast<int>(i);
    known += (i > 0 ? ", " : "") + scene.parameters[i].spec.name;
  }
  at.refuse("undefined parameter \"" + name + '"',
            known.empty() ? "a parameter of the scene" : "one of " + known);
}

/// The symbol of a parameter or derived quantity.
int quantityIndex(const SceneSource& scene, const std::string& name, const JsonValue& at) {
  const auto derived =
      std::ranges::find(scene.derived, name, [](const DerivedSource& one) { return one.spec.name; });
  if (derived == scene.derived.end()) return parameterIndex(scene, name, at);
  return static_cast<int>(std::ssize(scene.parameters) + (derived - scene.derived.begin()));
}

ChoiceSource readChoice(const std::string& name, const JsonValue& json, const SceneSource& scene,
                        ExpressionReader& read) {
  json.allowKeys(Section::Choice);
  ChoiceSource choice;
  choice.spec.name = name;
  choice.spec.label = json.stringOr("label", name);
  for (const auto& [option, settings] : json.at("options").members()) {
    if (!isName(option)) settings.refuse("\"" + option + "\" is no name", "letters, digits, _ and -");
    choice.spec.options.push_back(option);
    auto& list = choice.settings.emplace_back();
    for (const auto& [parameter, value] : settings.members())
      list.push_back({quantityIndex(scene, parameter, value), read.number(value)});
  }
  const auto& options = choice.spec.options;
  if (options.empty()) json.at("options").refuse("is empty", "at least one option");
  choice.spec.defaultOption = json.stringOr("default", options.front());
  if (std::find(options.begin(), options.end(), choice.spec.defaultOption) == options.end())
    json.at("default").refuse("\"" + choice.spec.defaultOption + "\" is no option", "one of the options");
  return choice;
}

void readChoices(const JsonValue& root, SceneSource& scene, ExpressionReader& read) {
  const auto choices = root.find("choices");
  if (!choices) return;
  for (const auto& [name, json] : choices->members()) {
    if (isReservedName(name))
      json.refuse("\"" + name + "\" is a function, a unit or a constant", freeName(name));
    if (!isSymbol(name)) json.refuse("\"" + name + "\" is no name for a choice", "another name");
    if (const int symbol = scene.expressions.symbol(name); symbol >= 0 && symbol != scene.time)
      json.refuse("\"" + name + "\" is already defined", "another name");
    scene.choices.push_back(readChoice(name, json, scene, read));
  }
}

std::vector<CoordinateSource> readCoordinates(const JsonValue& initial, const char* key,
                                              ExpressionReader& read) {
  std::vector<CoordinateSource> coordinates;
  if (const auto values = initial.find(key))
    for (const auto& [name, value] : values->members()) {
      const NamePattern pattern = read.pattern(name, value);
      coordinates.push_back({pattern, read.number(value, pattern.index)});
    }
  return coordinates;
}

void readTouching(const JsonValue& json, ExpressionReader& read, SceneSource& scene) {
  TouchingSource& touching = scene.touching;
  touching.place = json.path();
  touching.solved = json.json().is_object();
  if (touching.solved) json.allowKeys(Section::Touching);
  const JsonValue list = touching.solved ? json.at("contacts") : json;
  for (const JsonValue& contact : entries(list)) touching.contacts.push_back(read.pattern(contact));
  if (!touching.solved) return;
  if (touching.contacts.empty()) list.refuse("is empty", "at least one contact");
  touching.by = readCoordinates(json, "by", read);
  if (const auto parameters = json.find("by-parameters"))
    for (const auto& [name, weight] : parameters->members()) {
      const int parameter = parameterIndex(scene, name, weight);
      if (scene.parameters[static_cast<std::size_t>(parameter)].spec.integer)
        weight.refuse("\"" + name + "\" is a count", "a parameter that varies continuously");
      touching.byParameters.push_back({parameter, read.number(weight)});
    }
  if (touching.by.empty() && touching.byParameters.empty())
    json.refuse("names nothing that may change", "coordinates with weights in \"by\"");
  touching.gap = read.number(json, Section::Touching, "gap");
  touching.when = read.number(json, Section::Touching, "when");
}

void readInitial(const JsonValue& initial, ExpressionReader& read, SceneSource& scene) {
  initial.allowKeys(Section::Initial);
  scene.q = readCoordinates(initial, "q", read);
  scene.velocity = readCoordinates(initial, "velocity", read);
  if (const auto touching = initial.find("touching")) readTouching(*touching, read, scene);
}

std::vector<LabelSource> readLabels(const JsonValue& view, const char* key, ExpressionReader& read) {
  std::vector<LabelSource> labels;
  if (const auto list = view.find(key))
    for (const auto& [body, text] : list->members()) {
      labels.push_back({read.pattern(body, text), read.pattern(text)});
      if (labels.back().text.index >= 0 && labels.back().text.index != labels.back().body.index)
        text.refuse("uses a repeat index that its body does not", "the body's own index");
    }
  return labels;
}

bool isColor(const std::string& text) {
  return text.size() == 7 && text[0] == '#' &&
         std::all_of(text.begin() + 1, text.end(), [](unsigned char c) { return std::isxdigit(c); });
}

ViewSource readView(const JsonValue& json, const SceneSource& scene, ExpressionReader& read) {
  json.allowKeys(Section::View);
  ViewSource view;
  view.duration = read.number(json, Section::View, "duration");
  view.leadIn = read.number(json, Section::View, "lead-in");
  if (const auto sweep = json.find("sweep")) {
    view.sweep = sweep->string();
    parameterIndex(scene, view.sweep, *sweep);
  }
  if (const auto arcs = json.find("arcs"))
    for (const JsonValue& arc : entries(*arcs)) {
      arc.allowKeys(Section::Arc);
      view.arcs.push_back({arc.at("parameter").string(), read.pattern(arc.at("vertex")),
                           read.pattern(arc.at("to")), std::nullopt});
      if (const auto from = arc.find("from")) view.arcs.back().from = read.pattern(*from);
      parameterIndex(scene, view.arcs.back().parameter, arc.at("parameter"));
    }
  if (const auto drag = json.find("drag"))
    for (const auto& [body, parameters] : drag->members()) {
      view.drag.push_back({read.pattern(body, parameters), {}});
      for (const JsonValue& parameter : parameters.elements()) {
        parameterIndex(scene, parameter.string(), parameter);
        view.drag.back().parameters.push_back(parameter.string());
      }
    }
  view.colors = readLabels(json, "colors", read);
  for (const auto& [body, color] : view.colors)
    if (!color.holes.empty() || !isColor(color.texts[0]))
      throw SceneError(scene.file, color.place, "\"" + color.texts[0] + "\" is no colour", "\"#rrggbb\"");
  view.labels = readLabels(json, "labels", read);
  if (const auto planar = json.find("planar")) view.planar = planar->boolean();
  return view;
}

std::string stemOf(const std::string& file) {
  std::string name = std::filesystem::path(file).filename().string();
  for (const std::string_view ending : {".json", ".carom"})
    if (name.ends_with(ending)) name.erase(name.size() - ending.size());
  return name;
}

}  // namespace

SceneSource readScene(std::string_view text, const std::string& file) {
  SceneSource scene;
  scene.file = file;
  scene.name = stemOf(file);
  scene.text = text;
  nlohmann::ordered_json document = parseJson(text, file);
  const JsonValue root(document, scene.file, "");
  if (!document.is_object())
    root.refuse(std::string("the document is ") + document.type_name(), "an object {…}");
  checkFormat(root);
  root.allowKeys(Section::Scene);
  scene.title = root.stringOr("title", scene.name);
  scene.source = root.stringOr("source", "");
  scene.description = root.stringOr("description", "");

  readSymbols(root, scene);
  const auto parameters = root.find("parameters"), derived = root.find("derived");
  const auto countOf = [](const auto& named) { return named ? static_cast<int>(named->json().size()) : 0; };
  ExpressionReader read(scene.expressions, countOf(parameters) + countOf(derived), scene.time);
  if (parameters)
    for (const auto& [name, json] : parameters->members())
      scene.parameters.push_back(readParameter(name, json, read));
  if (derived)
    for (const auto& [name, json] : derived->members())
      scene.derived.push_back(readDerived(name, json, read));
  readChoices(root, scene, read);
  scene.gravity = read.vector(root, Section::Scene, "gravity");
  scene.bodies = readBodies(root.at("bodies"), read);
  static const nlohmann::ordered_json nothing = nlohmann::ordered_json::object();
  scene.defaults =
      readDefaults(root.find("defaults").value_or(JsonValue(nothing, scene.file, "defaults")), read);
  if (const auto contacts = root.find("contacts"))
    scene.contacts = readContacts(*contacts, scene.defaults, read);
  scene.allPairs = root.booleanOr("all-pairs", !scene.contacts);
  readForces(root, read, scene);
  readLoops(root, read, scene);
  readInitial(root.find("initial").value_or(JsonValue(nothing, scene.file, "initial")), read, scene);
  scene.view = readView(root.find("view").value_or(JsonValue(nothing, scene.file, "view")), scene, read);
  document.erase("initial");
  scene.withoutInitial = document.dump();
  return scene;
}

}  // namespace carom
