#include "robot/xml_text.h"

#include <algorithm>
#include <string_view>

#include "scene/format/regular_file.h"
#include "scene/scene_error.h"

namespace carom {

namespace {

constexpr std::size_t longestText = std::size_t{1} << 24;
constexpr const char* blanks = " \t\r\n";
/// Deepest nesting of elements, and most of them: no robot comes near either.
constexpr int deepest = 64;
constexpr std::size_t mostElements = 100'000;

std::string withoutRemarks(std::string text) {
  std::string kept;
  for (std::size_t at = 0;;) {
    const std::size_t start = text.find("<!--", at);
    kept.append(text, at, start == std::string::npos ? start : start - at);
    const std::size_t end = start == std::string::npos ? start : text.find("-->", start + 4);
    if (end == std::string::npos) return kept;
    kept.append(static_cast<std::size_t>(std::count(text.begin() + static_cast<std::ptrdiff_t>(start),
                                                    text.begin() + static_cast<std::ptrdiff_t>(end), '\n')),
                '\n');
    at = end + 3;
  }
}

void checkNesting(const std::string& text, const std::string& path, const std::string& expected) {
  int depth = 0;
  std::size_t count = 0;
  for (std::size_t at = text.find('<'); at < text.size() - 1; at = text.find('<', at + 1)) {
    if (text[at + 1] == '?' || text[at + 1] == '!') continue;
    const std::size_t end = std::min(text.find('>', at), text.size() - 1);
    const bool closes = text[at + 1] == '/', isWhole = text[end - 1] == '/';
    depth += closes ? -1 : isWhole ? 0 : 1;
    count += closes ? 0 : 1;
    if (depth > deepest)
      throw SceneError(path, "robot", "has elements in more than " + std::to_string(deepest) + " others",
                       expected);
    if (count > mostElements)
      throw SceneError(path, "robot", "has more than " + std::to_string(mostElements) + " elements",
                       expected);
  }
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
  std::string text = withoutRemarks(readRegularFile(path, longestText, expected));
  if (text.find("<!DOCTYPE") != std::string::npos || text.find("<!ENTITY") != std::string::npos)
    throw SceneError(path, "<!DOCTYPE", "has a document type, which may define entities",
                     expected + " without one");
  if (!text.empty()) checkNesting(text, path, expected);
  return text;
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
  std::vector<XmlElement> elements;
  for (std::size_t at = text.find('<'); at != std::string::npos; at = text.find('<', at + 1)) {
    if (at + 1 >= text.size() || text[at + 1] == '/' || text[at + 1] == '!' || text[at + 1] == '?') continue;
    std::size_t end = std::min(text.find_first_of(" \t\r\n/>", at), text.size());
    XmlElement element{text.substr(at + 1, end - at - 1)};
    while (true) {
      const std::size_t start = text.find_first_not_of(blanks, end);
      if (start == std::string::npos || text[start] == '>' || text[start] == '/') break;
      const std::size_t equals = text.find('=', start);
      const std::size_t quote = equals == std::string::npos ? equals : text.find_first_of("\"'", equals);
      const std::size_t close = quote == std::string::npos ? quote : text.find(text[quote], quote + 1);
      if (close == std::string::npos) break;
      std::string name = text.substr(start, equals - start);
      name.erase(std::min(name.find_last_not_of(blanks) + 1, name.size()));
      element.attributes[name] = text.substr(quote + 1, close - quote - 1);
      end = close + 1;
    }
    elements.push_back(std::move(element));
  }
  return elements;
}

}  // namespace carom
