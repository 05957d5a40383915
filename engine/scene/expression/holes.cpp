#include "scene/expression/holes.h"

#include <algorithm>
#include <string_view>

#include "scene/expression/symbols.h"

namespace carom {

namespace {

/// A name in pieces: texts[0] {holes[0]} texts[1] ….
struct Pieces {
  std::vector<std::string> texts{""}, holes;
};

Pieces piecesOf(const std::string& name) {
  Pieces pieces;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const auto close = name[i] == '{' ? name.find('}', i) : std::string::npos;
    if (close == std::string::npos) {
      pieces.texts.back() += name[i];
      continue;
    }
    pieces.holes.push_back(name.substr(i + 1, close - i - 1));
    pieces.texts.emplace_back();
    i = close;
  }
  return pieces;
}

/// The length of the text that fills a hole, at the start of a text: {…} or a whole number.
std::size_t holeLength(std::string_view text) {
  if (text.starts_with('{')) {
    const auto close = text.find('}');
    return close == std::string_view::npos ? 0 : close + 1;
  }
  std::size_t length = text.starts_with('-') ? 1 : 0;
  const std::size_t sign = length;
  while (length < text.size() && text[length] >= '0' && text[length] <= '9') ++length;
  return length > sign ? length : 0;
}

std::pair<std::string, std::string> splitAtDot(const std::string& text, bool last) {
  const auto dot = findOutsideHoles(text, '.', last);
  if (dot == std::string::npos) return {text, ""};
  return {text.substr(0, dot), text.substr(dot)};
}

}  // namespace

std::size_t findOutsideHoles(const std::string& text, char c, bool last) {
  std::size_t found = std::string::npos;
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    depth += (text[i] == '{') - (text[i] == '}');
    if (depth > 0 || text[i] != c) continue;
    found = i;
    if (!last) break;
  }
  return found;
}

std::size_t holeCount(const std::string& name) {
  return piecesOf(name).holes.size();
}

std::string evaluateHoles(const std::string& name,
                          const std::function<std::string(const std::string&)>& evaluate) {
  const Pieces pieces = piecesOf(name);
  std::string result = pieces.texts[0];
  for (std::size_t i = 0; i < pieces.holes.size(); ++i)
    result += evaluate(pieces.holes[i]) + pieces.texts[i + 1];
  return result;
}

std::string replaceInHoles(const std::string& pattern, const std::string& symbol, const std::string& by) {
  return evaluateHoles(pattern,
                       [&](const std::string& hole) { return '{' + replaceSymbol(hole, symbol, by) + '}'; });
}

bool holesMention(const std::string& pattern, const std::string& symbol) {
  const Pieces pieces = piecesOf(pattern);
  return std::any_of(pieces.holes.begin(), pieces.holes.end(),
                     [&](const std::string& hole) { return mentions(hole, symbol); });
}

std::optional<std::vector<std::string>> holesOf(const std::string& reference, const std::string& name) {
  const Pieces pieces = piecesOf(name);
  std::string_view rest = reference;
  if (!rest.starts_with(pieces.texts[0])) return std::nullopt;
  rest.remove_prefix(pieces.texts[0].size());
  std::vector<std::string> holes;
  for (std::size_t i = 1; i < pieces.texts.size(); ++i) {
    const std::size_t length = holeLength(rest);
    if (length == 0) return std::nullopt;
    holes.emplace_back(rest.substr(0, length));
    rest.remove_prefix(length);
    if (!rest.starts_with(pieces.texts[i])) return std::nullopt;
    rest.remove_prefix(pieces.texts[i].size());
  }
  if (!rest.empty()) return std::nullopt;
  return holes;
}

std::string fillHoles(const std::string& name, const std::vector<std::string>& holes) {
  std::size_t next = 0;
  return evaluateHoles(name, [&](const std::string&) { return holes.at(next++); });
}

std::pair<std::string, std::string> splitCoordinate(const std::string& coordinate) {
  return splitAtDot(coordinate, true);
}
std::pair<std::string, std::string> splitSide(const std::string& side) {
  return splitAtDot(side, false);
}

std::pair<std::string, std::string> splitShape(const std::string& side) {
  const auto slash = findOutsideHoles(side, '/');
  if (slash == std::string::npos) return {side, {}};
  return {side.substr(0, slash), side.substr(slash + 1)};
}

}  // namespace carom
