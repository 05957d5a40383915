#include "scene/edit/scene_names.h"

#include <algorithm>
#include <charconv>
#include <map>

#include "scene/expression/expression.h"
#include "scene/format/read_scene.h"
#include "scene/scene_error.h"

namespace carom::edit {

namespace {

bool isLetter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
bool isDigit(char c) {
  return c >= '0' && c <= '9';
}

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

/// The length of what may fill a hole at the start of a text: {…} or a whole number.
std::size_t holeLength(std::string_view text) {
  if (text.starts_with('{')) {
    const auto close = text.find('}');
    return close == std::string_view::npos ? 0 : close + 1;
  }
  std::size_t length = text.starts_with('-') ? 1 : 0;
  const std::size_t sign = length;
  while (length < text.size() && isDigit(text[length])) ++length;
  return length > sign ? length : 0;
}

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

std::pair<std::string, std::string> splitAtDot(const std::string& text, bool last) {
  const auto dot = findOutsideHoles(text, '.', last);
  if (dot == std::string::npos) return {text, ""};
  return {text.substr(0, dot), text.substr(dot)};
}

/// Calls `word` for every name in an expression and copies the rest.
template <typename Word>
std::string eachWord(const std::string& expression, Word&& word) {
  std::string result;
  const char* at = expression.data();
  const char* const end = at + expression.size();
  while (at < end) {
    const char* next = at + 1;
    if (isLetter(*at)) {
      while (next < end && (isLetter(*next) || isDigit(*next))) ++next;
      result += word(std::string(at, next));
    } else if (isDigit(*at) || *at == '.') {
      double ignored = 0;
      if (const auto number = std::from_chars(at, end, ignored); number.ptr > at) next = number.ptr;
      result.append(at, next);
    } else {
      result += *at;
    }
    at = next;
  }
  return result;
}

}  // namespace

void requireUnusedSymbol(const Json& scene, const std::string& name, const std::string& place) {
  const bool symbol = isName(name) && name.find('-') == std::string::npos;
  if (!symbol)
    throw SceneError("", place, "\"" + name + "\" is no name", "letters, digits and _, a letter first");
  if (isReservedName(name))
    throw SceneError("", place, "\"" + name + "\" is a function, a unit or a constant", "another name");
  bool used = scene.contains("parameters") && scene["parameters"].contains(name);
  used = used || (scene.contains("choices") && scene["choices"].contains(name));
  for (const Json& body : scene.value("bodies", Json::array()))
    used = used || (body.contains("repeat") && body["repeat"].value("index", "") == name);
  if (used) throw SceneError("", place, "\"" + name + "\" is already defined", "another name");
}

std::string replaceSymbol(const std::string& expression, const std::string& symbol, const std::string& by) {
  return eachWord(expression, [&](const std::string& word) { return word == symbol ? by : word; });
}

void collectWords(const std::string& expression, std::set<std::string>& words) {
  eachWord(expression, [&](std::string word) {
    words.insert(word);
    return word;
  });
}

bool mentions(const std::string& expression, const std::string& symbol) {
  bool found = false;
  eachWord(expression, [&](std::string word) {
    found = found || word == symbol;
    return word;
  });
  return found;
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

BodyNames::BodyNames(const Json& scene) {
  if (const auto bodies = scene.find("bodies"); bodies != scene.end())
    for (const Json& body : *bodies) add(body.value("name", ""));
  if (const auto contacts = scene.find("contacts"); contacts != scene.end())
    for (const Json& contact : *contacts) m_contactNames.push_back(contact.value("name", ""));
}

void BodyNames::add(const std::string& name) {
  m_byName.emplace(name, count());
  if (name.find('{') != std::string::npos) m_patterns.push_back(count());
  m_names.push_back(name);
}

int BodyNames::entry(const std::string& reference) const {
  if (const auto found = m_byName.find(reference); found != m_byName.end()) return found->second;
  for (const int pattern : m_patterns)
    if (holesOf(reference, m_names[static_cast<std::size_t>(pattern)])) return pattern;
  return -1;
}

int BodyNames::namedContact(const std::string& contact) const {
  for (std::size_t i = 0; i < m_contactNames.size(); ++i)
    if (!m_contactNames[i].empty() && holesOf(contact, m_contactNames[i])) return static_cast<int>(i);
  return -1;
}

std::optional<std::pair<std::string, std::string>> BodyNames::sides(const std::string& contact) const {
  if (namedContact(contact) >= 0) return std::nullopt;
  for (std::size_t i = 0; i < contact.size(); ++i) {
    const auto dash = findOutsideHoles(contact.substr(i), '-', false);
    if (dash == std::string::npos) return std::nullopt;
    i += dash;
    const std::string first = contact.substr(0, i), second = contact.substr(i + 1);
    if (entry(splitSide(first).first) >= 0 && entry(splitSide(second).first) >= 0) return {{first, second}};
  }
  return std::nullopt;
}

std::string BodyNames::unused(const std::string& base) const {
  const auto taken = [&](const std::string& name) {
    if (entry(name) >= 0) return true;
    return name.find('{') != std::string::npos &&
           std::any_of(m_names.begin(), m_names.end(),
                       [&](const std::string& other) { return holesOf(other, name).has_value(); });
  };
  if (!taken(base)) return base;
  if (!piecesOf(base).holes.empty()) {  // "ball{i}" → "ball{i}b"
    for (char letter = 'b'; letter <= 'z'; ++letter)
      if (!taken(base + letter)) return base + letter;
    return unused(base + '_');
  }
  std::string stem = base;
  while (!stem.empty() && isDigit(stem.back())) stem.pop_back();
  for (int number = 2; number <= count() + 2; ++number)  // more than there are single bodies
    if (const std::string name = stem + std::to_string(number); !taken(name)) return name;
  return unused(stem + "_1");  // a repeat has all of them: "ball{i}"
}

namespace {

/// The names of a scene after bodies have got other ones.
class BodyRenaming {
 public:
  BodyRenaming(const Json& scene, std::map<std::string, std::string> renames)
      : m_names(scene), m_renames(std::move(renames)) {}

  std::string operator()(Role role, const std::string& text) const {
    switch (role) {
      case Role::Body:
        return body(text);
      case Role::Coordinate: {
        const auto [name, rest] = splitCoordinate(text);
        return body(name) + rest;
      }
      case Role::Contact: {
        const auto sides = m_names.sides(text);
        return sides ? side(sides->first) + '-' + side(sides->second) : text;
      }
      default:
        return text;
    }
  }

 private:
  std::string body(const std::string& reference) const {
    const int entry = m_names.entry(reference);
    const auto renamed = entry < 0 ? m_renames.end() : m_renames.find(m_names.name(entry));
    if (renamed == m_renames.end()) return reference;
    const auto& [from, to] = *renamed;
    return reference == from ? to : fillHoles(to, *holesOf(reference, from));
  }
  std::string side(const std::string& text) const {
    const auto [name, rest] = splitSide(text);
    return body(name) + rest;
  }

  BodyNames m_names;
  std::map<std::string, std::string> m_renames;
};

}  // namespace

Json renameBody(const Json& scene, const std::string& from, const std::string& to) {
  if (from == to) return scene;
  const BodyNames names(scene);
  const int entry = names.entry(from);
  if (entry < 0 || names.name(entry) != from)
    throw SceneError("", "bodies", "there is no body \"" + from + '"', "the name of a body");
  const std::string place = "bodies[" + std::to_string(entry) + "].name";
  const std::string plain = evaluateHoles(to, [](const std::string&) { return std::string("0"); });
  if (!isName(plain))
    throw SceneError("", place, "\"" + to + "\" is no name", "letters, digits, _ and -, a letter first");
  if (piecesOf(from).holes.size() != piecesOf(to).holes.size())
    throw SceneError("", place, "\"" + to + "\" does not fit the repeat", "a name such as \"" + from + '"');
  if (const int other = names.entry(to); other >= 0 && other != entry)
    throw SceneError("", place, "there is a body called \"" + to + "\" already", "another name");
  return renameBodies(scene, {{from, to}});
}

Json renameBodies(const Json& scene, const std::map<std::string, std::string>& names) {
  return mapStrings(scene, BodyRenaming(scene, names));
}

Json renameParameter(const Json& scene, const std::string& from, const std::string& to) {
  if (from == to) return scene;
  const std::string place = "parameters." + from;
  if (!scene.contains("parameters") || !scene["parameters"].contains(from))
    throw SceneError("", place, "there is no parameter \"" + from + '"', "the name of a parameter");
  requireUnusedSymbol(scene, to, place);
  return mapStrings(scene, [&](Role role, const std::string& text) {
    if (role == Role::Parameter) return text == from ? to : text;
    if (role == Role::Expression) return replaceSymbol(text, from, to);
    return replaceInHoles(text, from, to);
  });
}

}  // namespace carom::edit
