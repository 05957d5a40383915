#include "scene/format/write_scene.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace carom {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t longestLine = 110;  // characters
constexpr std::string_view sectionsByLine[] = {"parameters", "derived", "choices"};

/// Characters, not bytes.
std::size_t widthOf(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(
      text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

/// A text of JSON; the usual ones need no escapes.
void appendString(std::string& line, const std::string& text) {
  const bool isPlain =
      std::ranges::all_of(text, [](char c) { return c >= ' ' && c < 0x7F && c != '"' && c != '\\'; });
  line += isPlain ? '"' + text + '"' : Json(text).dump();
}

/// Appends a value. Stops early where the line has more than `most` bytes already.
void appendTo(std::string& line, const Json& value, std::size_t most) {
  if (value.is_string()) return appendString(line, value.get_ref<const std::string&>());
  if (!value.is_structured()) {
    line += value.dump();
    return;
  }
  const bool list = value.is_array();
  const char* separator = list ? "[" : "{";
  for (auto member = value.begin(); member != value.end() && line.size() <= most; ++member) {
    line += separator;
    separator = ", ";
    if (!list) {
      appendString(line, member.key());
      line += ": ";
    }
    appendTo(line, *member, most);
  }
  if (value.empty()) line += separator;
  line += list ? ']' : '}';
}

bool isListOfObjects(const Json& value) {
  return value.is_array() &&
         std::any_of(value.begin(), value.end(), [](const Json& element) { return element.is_object(); });
}

class Writer {
 public:
  std::string write(const Json& document) {
    value(document, 0, 0, document.is_object());
    return std::move(m_text) + '\n';
  }

 private:
  /// `used`: the characters before the value on its line. `open`: the value gets several lines.
  void value(const Json& json, std::size_t depth, std::size_t used, bool open) {
    const bool structured = json.is_structured() && !json.empty();
    if (!structured || (!open && !isListOfObjects(json))) {
      constexpr std::size_t mostBytes = 4;  // of a character
      std::string line;
      appendTo(line, json, structured ? mostBytes * longestLine : std::string::npos);
      if (!structured || used + widthOf(line) <= longestLine) {
        m_text += line;
        return;
      }
    }
    const bool list = json.is_array();
    const std::string indent(2 * (depth + 1), ' ');
    const char* separator = list ? "[\n" : "{\n";
    for (auto member = json.begin(); member != json.end(); ++member) {
      std::string name;
      if (!list) {
        appendString(name, member.key());
        name += ": ";
      }
      m_text += separator + indent + name;
      const bool section =
          !list && depth == 0 && std::ranges::find(sectionsByLine, member.key()) != std::end(sectionsByLine);
      value(*member, depth + 1, indent.size() + widthOf(name) + 1, section && member->is_object());
      separator = ",\n";
    }
    m_text += '\n' + std::string(2 * depth, ' ') + (list ? ']' : '}');
  }

  std::string m_text;
};

}  // namespace

std::string sceneText(const Json& document) {
  return Writer().write(document);
}

std::string emptySceneText() {
  return sceneText({{"format", 1}, {"title", "Untitled"}, {"bodies", Json::array()}});
}

}  // namespace carom
