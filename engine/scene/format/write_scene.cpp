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

std::string oneLine(const Json& value) {
  if (!value.is_structured()) return value.dump();
  const bool list = value.is_array();
  std::string text = list ? "[" : "{";
  for (const auto& [key, member] : value.items()) {
    if (text.size() > 1) text += ", ";
    if (!list) text += Json(key).dump() + ": ";
    text += oneLine(member);
  }
  return text + (list ? ']' : '}');
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
      std::string line = oneLine(json);
      if (!structured || used + widthOf(line) <= longestLine) {
        m_text += line;
        return;
      }
    }
    const bool list = json.is_array();
    const std::string indent(2 * (depth + 1), ' ');
    const char* separator = list ? "[\n" : "{\n";
    for (const auto& [key, member] : json.items()) {
      const std::string name = list ? std::string() : Json(key).dump() + ": ";
      m_text += separator + indent + name;
      const bool section = depth == 0 && std::ranges::find(sectionsByLine, key) != std::end(sectionsByLine);
      value(member, depth + 1, indent.size() + widthOf(name) + 1, section && member.is_object());
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
