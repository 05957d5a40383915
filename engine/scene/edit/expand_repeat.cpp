#include "scene/edit/expand_repeat.h"

#include <cmath>
#include <functional>

#include "scene/edit/body_names.h"
#include "scene/edit/entry.h"
#include "scene/edit/parts.h"
#include "scene/edit/value.h"
#include "scene/expression/expression.h"
#include "scene/expression/holes.h"
#include "scene/expression/symbols.h"
#include "scene/scene_error.h"

namespace carom::edit {

namespace {

class Expansion {
 public:
  Expansion(const Json& scene, int entry, const SceneInstance& instance)
      : m_scene(scene), m_entry(static_cast<std::size_t>(entry)), m_instance(instance) {
    const Json& repeat = scene["bodies"][m_entry]["repeat"];
    m_index = repeat["index"];
    for (const ParameterValue& parameter : instance.parameters) {
      m_symbols.push_back(parameter.name);
      m_values.push_back(parameter.value);
    }
    for (const DerivedValue& quantity : instance.derived) {
      m_symbols.push_back(quantity.name);
      m_values.push_back(quantity.value);
    }
    m_from = std::lround(evaluate(repeat.contains("from") ? textOf(repeat["from"]) : "0"));
    m_count = std::lround(evaluate(textOf(repeat["count"])));
  }

  Json run() {
    bodies();
    list("contacts", [&](const Json& contact) { return hasBodies(contact); });
    for (const char* acting : actingLists) list(acting, [](const Json&) { return true; });
    if (m_scene.contains("initial")) initial(m_scene["initial"]);
    if (m_scene.contains("view"))
      for (const char* key : {"drag", "colors", "labels"}) keys(m_scene["view"], key, true);
    return m_scene;
  }

 private:
  double evaluate(const std::string& text) {
    try {
      return Expression(text, m_symbols, m_values.data())();
    } catch (const ExpressionError& error) {
      refuse("bodies[" + std::to_string(m_entry) + ']', error.what(), "");
    }
  }

  /// An expression for one value of the index: a number where no parameter is left in it.
  Json expression(const std::string& text, long i) {
    if (!mentions(text, m_index)) return text;
    const std::string at = i < 0 ? '(' + std::to_string(i) + ')' : std::to_string(i);
    const std::string result = replaceSymbol(text, m_index, at);
    for (const std::string& symbol : m_symbols)
      if (mentions(result, symbol)) return result;
    const double value = evaluate(result);
    return std::isfinite(value) ? exactNumber(value) : Json(result);
  }

  std::string name(const std::string& pattern, long i) {
    if (!holesMention(pattern, m_index)) return pattern;
    const std::string at = i < 0 ? '(' + std::to_string(i) + ')' : std::to_string(i);
    return evaluateHoles(pattern, [&](const std::string& hole) {
      return std::to_string(std::lround(evaluate(replaceSymbol(hole, m_index, at))));
    });
  }

  /// A part of the scene for one value of the index; every string of it is an expression or a name.
  Json filled(const Json& value, long i) {
    if (value.is_string()) {
      const auto text = value.get<std::string>();
      if (text.find('{') != std::string::npos) return name(text, i);
      return expression(text, i);
    }
    if (!value.is_structured()) return value;
    Json result = value;
    for (auto& [key, element] : result.items())
      if (key != "type" && key != "law") element = filled(element, i);
    return result;
  }

  bool usesIndex(const Json& names) const {
    if (names.is_string()) return holesMention(names.get<std::string>(), m_index);
    for (const char* key : {"between", "coordinate", "name", "body", "bodies"})
      if (names.is_object() && names.contains(key))
        for (const Json& one : names[key].is_array() ? names[key] : Json::array({names[key]}))
          if ((one.is_string() || one.is_object()) && usesIndex(one)) return true;
    return false;
  }

  void bodies() {
    Json expanded = Json::array();
    const Json list = m_scene["bodies"];
    for (std::size_t b = 0; b < list.size(); ++b) {
      if (b != m_entry) {
        expanded.push_back(list[b]);
        continue;
      }
      Json one = list[b];
      one.erase("repeat");
      for (long i = m_from; i < m_from + m_count; ++i) expanded.push_back(filled(one, i));
    }
    m_scene["bodies"] = std::move(expanded);
  }

  bool hasBodies(const Json& contact) const {
    for (const Json& side : contact["between"])
      if (m_instance.mechanism->bodyIndex(splitShape(side.get<std::string>()).first) < 0) return false;
    return true;
  }

  void list(const char* key, const std::function<bool(const Json&)>& exists) {
    if (!m_scene.contains(key)) return;
    Json expanded = Json::array();
    for (const Json& element : m_scene[key]) {
      if (!usesIndex(element)) {
        expanded.push_back(element);
        continue;
      }
      for (long i = m_from; i < m_from + m_count; ++i)
        if (Json one = filled(element, i); exists(one)) expanded.push_back(std::move(one));
    }
    m_scene[key] = std::move(expanded);
  }

  /// `words`: strings are texts with holes, not expressions.
  void keys(Json& object, const char* key, bool words = false) {
    if (!object.contains(key)) return;
    Json expanded = Json::object();
    for (const auto& [name, value] : object[key].items()) {
      if (!usesIndex(name)) {
        expanded.erase(name);  // what is said last holds
        expanded[name] = value;
        continue;
      }
      for (long i = m_from; i < m_from + m_count; ++i) {
        const std::string one = this->name(name, i);
        expanded.erase(one);
        expanded[one] = value.is_string() && words ? Json(this->name(value, i)) : filled(value, i);
      }
    }
    object[key] = std::move(expanded);
  }

  void initial(Json& initial) {
    keys(initial, "q");
    keys(initial, "velocity");
    if (!initial.contains("touching")) return;
    Json& touching = initial["touching"];
    if (touching.is_object()) keys(touching, "by");
    Json& names = touching.is_object() ? touching["contacts"] : touching;
    Json expanded = Json::array();
    for (const Json& contact : names) {
      if (!usesIndex(contact)) {
        expanded.push_back(contact);
        continue;
      }
      for (long i = m_from; i < m_from + m_count; ++i) {
        const std::string one = name(contact, i);
        for (const ContactPair& there : m_instance.mechanism->contacts())
          if (there.name == one) {
            expanded.push_back(one);
            break;
          }
      }
    }
    names = std::move(expanded);
  }

  Json m_scene;
  std::size_t m_entry;
  const SceneInstance& m_instance;
  std::string m_index;
  std::vector<std::string> m_symbols;
  std::vector<double> m_values;
  long m_from = 0, m_count = 0;
};

}  // namespace

bool isRepeat(const Json& scene, const std::string& body) {
  const int entry = entryOf(scene, body);
  return entry >= 0 && scene["bodies"][static_cast<std::size_t>(entry)].contains("repeat");
}

Json expandRepeat(const Json& scene, const std::string& name, const SceneInstance& instance) {
  const int entry = requireEntry(scene, name);
  if (!scene["bodies"][static_cast<std::size_t>(entry)].contains("repeat")) return scene;
  Json result = Expansion(scene, entry, instance).run();
  check(result);
  return result;
}

}  // namespace carom::edit
