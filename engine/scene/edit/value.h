#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace carom::edit {

using Json = nlohmann::ordered_json;

/// A number for a file, bit by bit: whole numbers without a point.
Json exactNumber(double value);
/// A computed number, without the digits that rounding leaves, as in 0.06084000000000001.
Json number(double value);
/// Typed text as a value of a file: a number where it is one, else the expression.
Json valueOf(const std::string& text);
/// A value of a file as text to type: "0.05", "2*ra"; empty for other values.
std::string textOf(const Json& value);

/// The reason why a text cannot stand at a place; empty where it can. The text must parse, use only
/// parameters and the body's own repeat index, and a unit after a plain number must fit the place.
std::string problemWith(const Json& scene, const std::string& place, const std::string& text);
/// Writes an expression at a place ("28.6mm", "2*ra"); an empty text removes the value, so that its default
/// holds. Throws SceneError with the reason of problemWith().
Json setValue(const Json& scene, const std::string& place, const std::string& text);
/// Writes words: titles, labels, colours. Empty removes.
Json setText(const Json& scene, const std::string& place, const std::string& text);
Json setFlag(const Json& scene, const std::string& place, bool value);

/// The unit written after a plain number, "mm" of "28.6mm"; empty without, and for other expressions.
std::string unitIn(const std::string& text);
/// The repeat index that an expression at a place may use; empty where it may use none.
std::string repeatIndexAt(const Json& scene, const std::string& place);

}  // namespace carom::edit
