#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

/// Names with holes: "ball{i+1}" holds the expression "i+1".
namespace carom {

/// The texts with which `reference` ("ball3", "ball{i+1}") fills the holes of `name` ("ball{i}"): "3",
/// "{i+1}". Empty where it refers to another body. Only a name without holes itself refers to that name.
std::optional<std::vector<std::string>> holesOf(const std::string& reference, const std::string& name);
/// A name with its holes filled in, in order.
std::string fillHoles(const std::string& name, const std::vector<std::string>& holes);
/// A name with each hole's expression replaced by what `evaluate` makes of it.
std::string evaluateHoles(const std::string& name,
                          const std::function<std::string(const std::string&)>& evaluate);

/// Replaces a symbol in the holes of a name.
std::string replaceInHoles(const std::string& pattern, const std::string& symbol, const std::string& by);
/// Whether the holes of a name mention a symbol.
bool holesMention(const std::string& pattern, const std::string& symbol);

/// The number of holes of a name.
std::size_t holeCount(const std::string& name);
/// The first place of a character that no hole is around, or the last one; npos without it.
std::size_t findOutsideHoles(const std::string& text, char c, bool last = false);

/// The body of a coordinate "ball{i}.x" or of one side "rod.heel" of a contact, and the rest with its dot.
std::pair<std::string, std::string> splitCoordinate(const std::string& coordinate);
std::pair<std::string, std::string> splitSide(const std::string& side);
/// The body of "leg/foot", and the name of the shape; "" where there is none.
std::pair<std::string, std::string> splitShape(const std::string& side);

}  // namespace carom
