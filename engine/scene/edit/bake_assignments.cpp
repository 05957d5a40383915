#include "scene/edit/bake_assignments.h"

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>

#include "scene/edit/edit.h"
#include "scene/expression/holes.h"
#include "scene/format/write_scene.h"
#include "scene/initial_velocity.h"

namespace carom {

namespace {

using Json = nlohmann::ordered_json;

/// A plain number as a number, everything else as an expression.
Json valueOf(const std::string& expression) {
  double number = 0;
  const char* const end = expression.data() + expression.size();
  const auto [read, error] = std::from_chars(expression.data(), end, number);
  if (error == std::errc() && read == end && std::isfinite(number)) return number;
  return expression;
}

/// The place in the document where the value in force of a parameter stands.
Json& placeOf(Json& document, const Scene& scene, const Assignments& assignments,
              const std::string& parameter) {
  Json* place = &document["parameters"][parameter];
  if (place->is_object()) place = &(*place)["value"];
  for (const ChoiceSpec& choice : scene.choices()) {
    const auto chosen = assignments.find(choice.name);
    const std::string& option = chosen == assignments.end() ? choice.defaultOption : chosen->second;
    Json& settings = document["choices"][choice.name]["options"][option];
    if (settings.contains(parameter)) place = &settings[parameter];
  }
  return *place;
}

/// Gives an initial coordinate, or its velocity, a value.
void placeInitial(Json& document, const Scene& scene, const std::string& name, const std::string& value) {
  const bool isRate = name.starts_with(velocityPrefix);
  const std::string body = splitCoordinate(isRate ? name.substr(velocityPrefix.size()) : name).first;
  if (edit::isRepeat(document, body)) document = edit::expandRepeat(document, body, scene.instantiate());
  edit::makeInitial(document, name) = valueOf(value);
}

}  // namespace

std::string bakedText(const Scene& scene, const Assignments& assignments) {
  if (assignments.empty()) return scene.text();
  Json document = Json::parse(scene.text());
  for (const ChoiceSpec& choice : scene.choices())
    if (const auto chosen = assignments.find(choice.name); chosen != assignments.end())
      document["choices"][choice.name]["default"] = chosen->second;
  for (const ParameterSpec& parameter : scene.parameters())
    if (const auto assigned = assignments.find(parameter.name); assigned != assignments.end())
      placeOf(document, scene, assignments, parameter.name) = valueOf(assigned->second);
  for (const auto& [name, value] : assignments)
    if (isInitialName(name)) placeInitial(document, scene, name, value);
  return sceneText(document);
}

}  // namespace carom
