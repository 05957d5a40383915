#include "scene/scene_error.h"

namespace carom {

namespace {

/// A part of a one-line message: control characters escaped, an endless name cut short.
std::string oneLine(const std::string& text) {
  constexpr std::size_t longest = 400;
  static constexpr char hex[] = "0123456789abcdef";
  std::string line;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const bool startsCharacter = (byte & 0xC0) != 0x80;  // never cut inside a UTF-8 sequence
    if (line.size() >= longest && startsCharacter) return line + "…";
    if (byte >= 0x20 && byte != 0x7F)
      line += c;
    else
      line += std::string("\\x") + hex[byte >> 4] + hex[byte & 15];
  }
  return line;
}

std::string message(const std::string& file, std::optional<int> line, const std::string& place,
                    const std::string& problem, const std::string& expected) {
  std::string text;
  if (!file.empty()) text += file + ": ";
  if (line) text += "line " + std::to_string(*line) + (place.empty() ? ": " : ", ");
  if (!place.empty()) text += place + ": ";
  return text + problem + (expected.empty() ? "" : "; expected " + expected);
}

}  // namespace

SceneError::SceneError(const std::string& file, const std::string& place, const std::string& what,
                       const std::string& expected, Fault fault, std::optional<int> line)
    : std::runtime_error(message(oneLine(file), line, oneLine(place), oneLine(what), oneLine(expected))),
      m_file(oneLine(file)),
      m_place(oneLine(place)),
      m_problem(oneLine(what)),
      m_expected(oneLine(expected)),
      m_fault(fault),
      m_line(line) {}

}  // namespace carom
