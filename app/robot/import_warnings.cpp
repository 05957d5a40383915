#include "robot/import_warnings.h"

namespace carom {

namespace {

constexpr std::size_t mostNames = 5;

std::string replaced(std::string text, const std::string& detail) {
  const std::size_t at = text.find('%');
  if (at == std::string::npos) return text;
  // Without a detail its blank goes, too.
  return detail.empty() ? text.erase(at, text.size() > at + 1 && text[at + 1] == ' ' ? 2 : 1)
                        : text.replace(at, 1, detail);
}

}  // namespace

void ImportWarnings::add(const std::string& kind, const std::string& name, const std::string& what,
                         const std::string& detail) {
  const auto [place, isNew] = m_places.try_emplace({kind, what}, m_lines.size());
  if (isNew) m_lines.push_back({kind, what, detail, {}});
  // A link with a geometry for eyes and one for collisions is named once.
  std::vector<std::string>& names = m_lines[place->second].names;
  if (names.empty() || names.back() != name) names.push_back(name);
}

std::vector<std::string> ImportWarnings::lines() const {
  std::vector<std::string> lines;
  for (const Line& line : m_lines) {
    const std::size_t count = line.names.size();
    std::string names;
    for (std::size_t i = 0; i < std::min(count, mostNames); ++i)
      names += (i == 0 ? "" : ", ") + line.names[i];
    if (count > mostNames) names += " and " + std::to_string(count - mostNames) + " more";
    const bool isPlain = line.kind.empty() && line.detail.empty();  // its % is one
    const std::string what = isPlain ? line.what : replaced(line.what, count == 1 ? line.detail : "");
    lines.push_back(line.kind.empty() ? what : line.kind + (count == 1 ? " " : "s ") + names + ": " + what);
  }
  return lines;
}

}  // namespace carom
