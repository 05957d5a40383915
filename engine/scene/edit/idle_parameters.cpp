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

/// The parameters, derived quantities and what else words name, and all on which these depend by parameters,
/// derived quantities and choices of the scene.
std::set<std::string> withWhatTheyUse(const Json& scene, std::set<std::string> next) {
  const Json parameters = scene.value("parameters", Json::object()),
             derived = scene.value("derived", Json::object()),
             choices = scene.value("choices", Json::object());
  std::set<std::string> used;
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
  return used;
}

}  // namespace

std::set<std::string> idleParameters(const std::string& sceneText) {
  const Json scene = Json::parse(sceneText);
  Json rest = scene;
  for (const char* section : {"parameters", "derived", "choices", "view"}) rest.erase(section);
  const std::set<std::string> used = withWhatTheyUse(scene, wordsIn(rest));
  std::set<std::string> idle;
  const Json parameters = scene.value("parameters", Json::object());
  for (const auto& [name, value] : parameters.items())
    if (!used.contains(name)) idle.insert(name);
  return idle;
}

std::set<std::string> parametersOfStart(const std::string& sceneText) {
  const Json scene = Json::parse(sceneText);
  const std::set<std::string> used =
      withWhatTheyUse(scene, wordsIn({{"initial", scene.value("initial", Json::object())}}));
  std::set<std::string> found;
  const Json parameters = scene.value("parameters", Json::object());
  for (const auto& [name, value] : parameters.items())
    if (used.contains(name)) found.insert(name);
  return found;
}

}  // namespace carom::edit
