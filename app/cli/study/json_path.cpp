#include "cli/study/json_path.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>

namespace carom {

namespace {

bool isCount(const Json& value) {
  if (!value.is_string()) return false;
  const std::string& text = value.get_ref<const std::string&>();
  return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

/// The place of a name among the objects of a list; −1 where it is none.
std::ptrdiff_t placeOf(const Json& objects, const std::string& name) {
  for (std::size_t i = 0; i < objects.size(); ++i)
    if (objects[i].is_object() && objects[i].value("name", Json()) == Json(name))
      return static_cast<std::ptrdiff_t>(i);
  return -1;
}

}  // namespace

std::optional<JsonPath> JsonPath::parse(const std::string& text) {
  JsonPath path;
  for (std::size_t at = 0; at < text.size();) {
    if (text[at] == '[') {
      const std::size_t end = text.find(']', at);
      if (at == 0 || end == std::string::npos || end == at + 1) return std::nullopt;
      const std::string inside = text.substr(at + 1, end - at - 1);
      std::size_t index = 0;
      const auto [stop, error] = std::from_chars(inside.data(), inside.data() + inside.size(), index);
      const bool isIndex = error == std::errc() && stop == inside.data() + inside.size();
      path.m_steps.push_back(isIndex ? Step(index) : Step(Name{inside}));
      at = end + 1;
      continue;
    }
    if (at > 0 && text[at++] != '.') return std::nullopt;
    const std::size_t end = std::min(text.find_first_of(".[", at), text.size());
    if (end == at) return std::nullopt;
    path.m_steps.emplace_back(text.substr(at, end - at));
    at = end;
  }
  return path.m_steps.empty() ? std::nullopt : std::optional(path);
}

const Json* JsonPath::entry(const Json& list, const std::string& name, const Json& document) {
  std::ptrdiff_t place = placeOf(list, name);
  for (const char* const names : {"coordinates", "contacts"})
    if (const auto known = document.find(names);
        place < 0 && known != document.end() && known->size() == list.size())
      place = placeOf(*known, name);
  return place < 0 ? nullptr : &list[static_cast<std::size_t>(place)];
}

const Json* JsonPath::find(const Json& document) const {
  const Json* value = &document;
  for (const Step& step : m_steps) {
    if (const auto* key = std::get_if<std::string>(&step)) {
      const auto member = value->is_object() ? value->find(*key) : value->end();
      value = member == value->end() ? nullptr : &*member;
    } else if (!value->is_array()) {
      return nullptr;
    } else if (const auto* index = std::get_if<std::size_t>(&step)) {
      value = *index < value->size() ? &(*value)[*index] : nullptr;
    } else {
      value = entry(*value, std::get<Name>(step).text, document);
    }
    if (!value) return nullptr;
  }
  return value;
}

std::vector<std::string> JsonPath::names() const {
  std::vector<std::string> names;
  for (const Step& step : m_steps)
    if (const auto* name = std::get_if<Name>(&step)) names.push_back(name->text);
  return names;
}

std::optional<std::size_t> JsonPath::lastIndex() const {
  const auto* index = std::get_if<std::size_t>(&m_steps.back());
  return index ? std::optional(*index) : std::nullopt;
}

bool JsonPath::fits(const JsonPath& kind) const {
  if (m_steps.size() > kind.m_steps.size()) return false;
  const auto isKey = [](const Step& step) { return std::holds_alternative<std::string>(step); };
  for (std::size_t i = 0; i < m_steps.size(); ++i) {
    if (isKey(m_steps[i]) != isKey(kind.m_steps[i])) return false;
    if (isKey(m_steps[i]) && m_steps[i] != kind.m_steps[i] && kind.m_steps[i] != Step("*")) return false;
  }
  return std::none_of(kind.m_steps.begin() + static_cast<std::ptrdiff_t>(m_steps.size()), kind.m_steps.end(),
                      isKey);
}

std::optional<Cell> numberIn(const Json& value) {
  if (value.is_boolean()) return Cell{value.get<bool>() ? 1.0 : 0.0, ""};
  if (value.is_array()) return Cell{static_cast<double>(value.size()), std::to_string(value.size())};
  if (value.is_number_integer() && value >= 0)
    return Cell{value.get<double>(), std::to_string(value.get<std::uint64_t>())};
  if (value.is_number()) return Cell{value.get<double>(), ""};
  if (!isCount(value)) return std::nullopt;
  const std::string text = value.get<std::string>();
  return Cell{std::strtod(text.c_str(), nullptr), text};
}

}  // namespace carom
