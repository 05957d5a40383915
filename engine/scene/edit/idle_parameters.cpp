#include "scene/edit/idle_parameters.h"

#include <cctype>

#include "scene/edit/string_roles.h"

namespace carom::edit {

namespace {

/// The words of an expression, names of functions and units included; of a text with holes, those of the
/// holes.
std::set<std::string> wordsOf(const std::string& text, bool hasHoles) {
  const auto isLetter = [](char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  const auto isPart = [&](char c) { return isLetter(c) || std::isdigit(static_cast<unsigned char>(c)) != 0; };
  std::set<std::string> words;
  bool isInside = !hasHoles;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (hasHoles && (text[i] == '{' || text[i] == '}')) isInside = text[i] == '{';
    if (!isInside || !isLetter(text[i])) continue;
    std::size_t end = i;
    while (end < text.size() && isPart(text[end])) ++end;
    words.insert(text.substr(i, end - i));
    i = end - 1;
  }
  return words;
}

std::set<std::string> wordsIn(const Json& scene) {
  std::set<std::string> words;
  mapStrings(scene, [&](Role role, const std::string& text) {
    words.merge(wordsOf(text, role != Role::Expression));
    return text;
  });
  return words;
}

}  // namespace

std::set<std::string> idleParameters(const std::string& sceneText) {
  Json scene = Json::parse(sceneText);
  const Json parameters = scene.value("parameters", Json::object()),
             derived = scene.value("derived", Json::object()),
             choices = scene.value("choices", Json::object());
  for (const char* section : {"parameters", "derived", "choices", "view"}) scene.erase(section);
  std::set<std::string> used, next = wordsIn(scene);
  while (!next.empty()) {
    std::set<std::string> words;
    for (const std::string& name : next) {
      if (!used.insert(name).second) continue;
      const auto use = [&](const Json& section) {
        const auto entry = section.find(name);
        if (entry == section.end()) return;
        const Json value = entry->is_object() ? entry->value("value", Json()) : *entry;
        if (value.is_string()) words.merge(wordsOf(value.get<std::string>(), false));
      };
      use(parameters);
      use(derived);
      for (const Json& choice : choices)
        for (const Json& option : choice.value("options", Json::object())) use(option);
    }
    next = std::move(words);
  }
  std::set<std::string> idle;
  for (const auto& [name, value] : parameters.items())
    if (!used.contains(name)) idle.insert(name);
  return idle;
}

}  // namespace carom::edit
