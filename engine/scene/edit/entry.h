#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace carom::edit {

using Json = nlohmann::ordered_json;

/// A place in a scene as errors name it: "bodies[2].shapes[0].radius", "initial.q.a.x".

/// The value there, null pointer where there is none.
const Json* find(const Json& scene, const std::string& place);
/// The value there, made where it is missing: objects by key, elements of a vector as 0, parts of a scene in
/// the file's usual order; a short parameter ("speed": 1) becomes {"value": 1}. Throws SceneError where the
/// place does not lead there.
Json& make(Json& scene, const std::string& place);
/// Removes the value, and objects and lists that become empty by it (but not "bodies"). No effect without it.
void erase(Json& scene, const std::string& place);
/// The part of a scene with this name, made in the file's usual order where it is missing.
Json& part(Json& scene, const std::string& key, const Json& empty = Json::object());

/// A number for a file: whole numbers without a point.
Json number(double value);
/// What a person typed as a value of a file: a number where it is one, else the expression.
Json valueOf(const std::string& text);
/// A value of a file as text to type: "0.05", "2*ra"; empty for what is no number or expression.
std::string textOf(const Json& value);

/// Why a text cannot stand at a place; empty where it can. What is checked: that it parses, that it uses only
/// parameters and the body's own repeat index, and that a unit behind a plain number fits the place.
std::string problemWith(const Json& scene, const std::string& place, const std::string& text);
/// Writes an expression at a place ("28.6mm", "2*ra"); an empty text removes what was there, so that its
/// default holds. Throws SceneError where problemWith() has something to say.
Json setValue(const Json& scene, const std::string& place, const std::string& text);
/// Writes words: titles, labels, colours. Empty removes.
Json setText(const Json& scene, const std::string& place, const std::string& text);
Json setFlag(const Json& scene, const std::string& place, bool value);

/// A new parameter; its numbers are expressions, empty ones are left out.
struct NewParameter {
  std::string name{}, value{}, unit{}, label{};
  std::string least{}, greatest{};              ///< legal values
  std::string sliderLeast{}, sliderGreatest{};  ///< what a slider spans
  bool free = false, integer = false;
};
Json addParameter(const Json& scene, const NewParameter& parameter);
/// Turns the number at a place into a parameter with that value: a slider about it, a sweep axis, and free
/// for a design. Throws SceneError where the number depends on a repeat index.
Json makeParameter(const Json& scene, const std::string& place, const std::string& name);
/// A name for it that is not used yet: "mass_a", "radius", "x_b".
std::string suggestParameterName(const Json& scene, const std::string& place);
/// Removes a parameter and puts its value, in brackets, wherever it is used.
Json dissolveParameter(const Json& scene, const std::string& name);

}  // namespace carom::edit
