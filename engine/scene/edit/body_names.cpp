#include "scene/edit/body_names.h"

#include <algorithm>

#include "scene/expression/holes.h"

namespace carom::edit {

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
    const auto dash = findOutsideHoles(contact.substr(i), '-');
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
  if (holeCount(base) > 0) {  // "ball{i}" → "ball{i}b"
    for (char letter = 'b'; letter <= 'z'; ++letter)
      if (!taken(base + letter)) return base + letter;
    return unused(base + '_');
  }
  std::string stem = base;
  while (!stem.empty() && stem.back() >= '0' && stem.back() <= '9') stem.pop_back();
  for (int number = 2; number <= count() + 2; ++number)  // more than there are single bodies
    if (const std::string name = stem + std::to_string(number); !taken(name)) return name;
  return unused(stem + "_1");  // a repeat has all of them: "ball{i}"
}

int entryOf(const Json& scene, const std::string& body) {
  return BodyNames(scene).entry(body);
}

}  // namespace carom::edit
