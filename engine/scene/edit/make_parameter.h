#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace carom::edit {

using Json = nlohmann::ordered_json;

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
/// A symbol that is not used yet: `base`, with a number behind it where that is taken, and _ in place of
/// what no symbol has.
std::string unusedSymbol(const Json& scene, std::string base);
/// Adds a derived quantity. Throws SceneError where its expression cannot be read.
Json addDerived(const Json& scene, const std::string& name, const std::string& value);
/// Turns the expression at a place into a derived quantity of that value, without a slider.
Json makeDerived(const Json& scene, const std::string& place, const std::string& name);
/// Removes a parameter or derived quantity and puts its value, in brackets, wherever it is used.
Json dissolveParameter(const Json& scene, const std::string& name);

}  // namespace carom::edit
