#include "robot/xml_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>
#include <utility>

#include "scene/format/regular_file.h"
#include "scene/scene_error.h"

namespace carom {

namespace {

constexpr std::size_t longestText = std::size_t{1} << 24;
constexpr const char* blanks = " \t\r\n";
/// Deepest nesting of elements, and most of them: no robot comes near either.
constexpr int deepest = 64;
constexpr std::size_t mostElements = 100'000;

/// A value without references to characters: "../a" of "&#46;&#x2e;/a".
std::string plain(const std::string& value) {
  static constexpr std::array<std::pair<std::string_view, char>, 5> names{
      {{"lt", '<'}, {"gt", '>'}, {"amp", '&'}, {"quot", '"'}, {"apos", '\''}}};
  std::string text;
  for (std::size_t at = 0; at < value.size(); ++at) {
    const std::size_t end = value[at] == '&' ? value.find(';', at) : std::string::npos;
    const std::string_view name =
        end == std::string::npos ? std::string_view() : std::string_view(value).substr(at + 1, end - at - 1);
    const auto known = std::ranges::find(names, name, &std::pair<std::string_view, char>::first);
    unsigned code = 0;
    if (known != names.end())
      code = static_cast<unsigned char>(known->second);
    else if (name.starts_with("#x"))
      std::from_chars(name.data() + 2, name.data() + name.size(), code, 16);
    else if (name.starts_with('#'))
      std::from_chars(name.data() + 1, name.data() + name.size(), code);
    if (code == 0 || code > 0x7F) {  // others occur in no name that leads elsewhere
      text += value[at];
      continue;
    }
    text += static_cast<char>(code);
    at = end;
  }
  return text;
}

/// A piece of markup, from its '<' to behind its '>'.
struct Markup {
  enum class Kind { Remark, Text, Declaration, Start, End } kind = Kind::Text;
  std::size_t begin = 0, end = 0;
  bool isWhole = false;  ///< of a start: "/>" ends it
  XmlElement element{};  ///< of a start
};

/// The pieces of markup one after the other, as the parsers of XML read them: what looks like a remark or an
/// element within a quoted value, a remark or CDATA is none. Each character is looked at once.
class Markups {
 public:
  Markups(const std::string& text, const std::string& path, const std::string& expected)
      : m_text(text), m_path(path), m_expected(expected) {}

  bool next(Markup& piece) {
    const std::size_t at = m_text.find('<', m_at);
    if (at == std::string::npos) return false;
    piece = {Markup::Kind::Text, at, at};
    if (begins(at, "<!--"))
      finish(piece, Markup::Kind::Remark, 4, "-->");
    else if (begins(at, "<![CDATA["))
      finish(piece, Markup::Kind::Text, 9, "]]>");
    else if (begins(at, "<?"))
      finish(piece, Markup::Kind::Declaration, 2, "?>");
    else if (begins(at, "<!"))
      finish(piece, Markup::Kind::Declaration, 2, ">");
    else if (begins(at, "</"))
      finish(piece, Markup::Kind::End, 2, ">");
    else
      start(piece);
    m_at = piece.end;
    return true;
  }

 private:
  bool begins(std::size_t at, std::string_view with) const {
    return m_text.compare(at, with.size(), with) == 0;
  }
  [[noreturn]] void refuse(std::size_t at, const std::string& problem) const {
    const auto place = m_text.begin() + static_cast<std::ptrdiff_t>(std::min(at, m_text.size()));
    throw SceneError(m_path, "", "is no XML: " + problem, m_expected, SceneError::Fault::Input,
                     static_cast<int>(std::count(m_text.begin(), place, '\n')) + 1);
  }
  void finish(Markup& piece, Markup::Kind kind, std::size_t head, std::string_view ending) const {
    const std::size_t close = m_text.find(ending, piece.begin + head);
    if (close == std::string::npos) refuse(piece.begin, m_text.substr(piece.begin, head) + " does not end");
    piece.kind = kind;
    piece.end = close + ending.size();
  }
  void start(Markup& piece) const {
    piece.kind = Markup::Kind::Start;
    std::size_t at = std::min(m_text.find_first_of(" \t\r\n/><", piece.begin + 1), m_text.size());
    piece.element.name = m_text.substr(piece.begin + 1, at - piece.begin - 1);
    const std::string element = '<' + piece.element.name.substr(0, 40), open = element + " does not end";
    while (true) {
      at = m_text.find_first_not_of(blanks, at);
      if (at == std::string::npos) refuse(piece.begin, open);
      if (m_text[at] == '>' || begins(at, "/>")) break;
      const std::size_t stop = m_text.find_first_of("=<>\"'", at);
      const std::size_t quote = stop == std::string::npos || m_text[stop] != '='
                                    ? std::string::npos
                                    : m_text.find_first_not_of(blanks, stop + 1);
      if (quote == std::string::npos || (m_text[quote] != '"' && m_text[quote] != '\''))
        refuse(at, element + " has an attribute without a value in quotes");
      const std::size_t close = m_text.find(m_text[quote], quote + 1);
      if (close == std::string::npos) refuse(at, open);
      std::string name = m_text.substr(at, stop - at);
      name.erase(name.find_last_not_of(blanks) + 1);
      const std::string value = plain(m_text.substr(quote + 1, close - quote - 1));
      if (!piece.element.attributes.emplace(name, value).second)
        refuse(at, element + " has the attribute " + name.substr(0, 40) + " twice");
      at = close + 1;
    }
    piece.isWhole = m_text[at] == '/';
    piece.end = at + (piece.isWhole ? 2 : 1);
  }

  const std::string& m_text;
  const std::string &m_path, &m_expected;
  std::size_t m_at = 0;
};

/// The text without remarks; the lines of all else stay where they are. Refuses what no robot has.
std::string checked(const std::string& text, const std::string& path, const std::string& expected) {
  Markups markups(text, path, expected);
  std::string kept;
  std::size_t done = 0, count = 0;
  int depth = 0;
  for (Markup piece; markups.next(piece);) {
    if (piece.kind == Markup::Kind::Remark) {
      kept.append(text, done, piece.begin - done);
      const auto at = [&](std::size_t place) { return text.begin() + static_cast<std::ptrdiff_t>(place); };
      kept.append(static_cast<std::size_t>(std::count(at(piece.begin), at(piece.end), '\n')), '\n');
      done = piece.end;
    }
    if (piece.kind == Markup::Kind::Declaration && text[piece.begin + 1] == '!')
      throw SceneError(path, "<!DOCTYPE", "has a document type, which may define entities",
                       expected + " without one");
    if (piece.kind == Markup::Kind::End) --depth;
    if (piece.kind != Markup::Kind::Start) continue;
    if (!piece.isWhole && ++depth > deepest)
      throw SceneError(path, "robot", "has elements in more than " + std::to_string(deepest) + " others",
                       expected);
    if (++count > mostElements)
      throw SceneError(path, "robot", "has more than " + std::to_string(mostElements) + " elements",
                       expected);
  }
  return kept.append(text, done);
}

/// The place after an element that begins at a place, with all that is in it.
std::size_t endOf(const std::string& text, std::size_t at, const std::string& element) {
  const std::string starting = '<' + element, ending = "</" + element;
  for (int depth = 0; at != std::string::npos;) {
    const std::size_t close = text.find('>', at);
    if (close == std::string::npos) break;
    const bool isSame =
        text.compare(at, starting.size(), starting) == 0 &&
        std::string_view(" \t\r\n/>").find(text[at + starting.size()]) != std::string_view::npos;
    if (text.compare(at, ending.size(), ending) == 0)
      --depth;
    else if (isSame && text[close - 1] != '/')
      ++depth;
    if (depth == 0) return close + 1;
    at = text.find('<', close);
  }
  return std::string::npos;
}

}  // namespace

std::string XmlElement::value(const std::string& attribute, const std::string& otherwise) const {
  const auto found = attributes.find(attribute);
  return found == attributes.end() ? otherwise : found->second;
}

std::string readXml(const std::string& path, const std::string& expected) {
  return checked(readRegularFile(path, longestText, expected), path, expected);
}

bool removeXml(std::string& text, std::size_t line, const std::string& element,
               const std::string& attribute) {
  std::size_t at = 0;
  for (; line > 1 && at != std::string::npos; --line) at = text.find('\n', at) + 1;
  at = text.find('<' + element, at);
  if (at == std::string::npos) return false;
  if (attribute.empty()) {
    const std::size_t last = endOf(text, at, element);
    if (last == std::string::npos) return false;
    const auto lines = std::count(text.begin() + static_cast<std::ptrdiff_t>(at),
                                  text.begin() + static_cast<std::ptrdiff_t>(last), '\n');
    text.replace(at, last - at, static_cast<std::size_t>(lines), '\n');
    return true;
  }
  for (std::size_t name = text.find(attribute, at); name < text.find('>', at);
       name = text.find(attribute, name + 1)) {
    const std::size_t equals = text.find_first_not_of(blanks, name + attribute.size());
    const bool isName = std::string_view(blanks).find(text[name - 1]) != std::string_view::npos &&
                        equals != std::string::npos && text[equals] == '=';
    if (!isName) continue;
    const std::size_t quote = text.find_first_of("\"'", equals);
    const std::size_t close = quote == std::string::npos ? quote : text.find(text[quote], quote + 1);
    if (close == std::string::npos) return false;
    text.erase(name, close + 1 - name);
    return true;
  }
  return false;
}

std::string rootOf(const std::string& text) {
  std::size_t at = text.find('<');
  while (at != std::string::npos && at + 1 < text.size() && (text[at + 1] == '?' || text[at + 1] == '!'))
    at = text.find('<', at + 1);
  if (at == std::string::npos || text.find('\0') < at) return {};
  const std::size_t end = text.find_first_of(" \t\r\n/>", at);
  constexpr std::size_t longestName = 40;
  if (end == std::string::npos || end - at > longestName) return {};
  return text.substr(at + 1, end - at - 1);
}

std::vector<XmlElement> elementsOf(const std::string& text) {
  const std::string none;
  Markups markups(text, none, none);
  std::vector<XmlElement> elements;
  for (Markup piece; markups.next(piece);)
    if (piece.kind == Markup::Kind::Start) elements.push_back(std::move(piece.element));
  return elements;
}

}  // namespace carom
