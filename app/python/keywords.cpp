#include "python/keywords.h"

#include <algorithm>

#include "base/near_names.h"
#include "cli/impact/initial_impact.h"
#include "python/numbers.h"

namespace carom::python {

namespace {

/// Of the scene, which has its own values, and of arguments that are no texts.
bool isKeyword(const Option& option) {
  return option.name != "set" && option.name != "over" && !option.needed.contains(Command::Simulate);
}

/// {0: ("ac", "bc")} as the texts of --follow.
std::vector<std::string> followTexts(const py::object& follow) {
  std::vector<std::string> texts;
  if (!py::isinstance<py::dict>(follow)) throw py::type_error("follow: expected {impact: names of contacts}");
  for (const auto& [impact, contacts] : follow.cast<py::dict>())
    texts.push_back(textFrom(py::reinterpret_borrow<py::object>(impact), "follow") + ':' +
                    joined(textsFrom(py::reinterpret_borrow<py::object>(contacts), "follow"), ","));
  return texts;
}

bool truthFrom(const py::object& value, const std::string& place) {
  try {
    return value.cast<bool>();
  } catch (const py::cast_error&) {
    throw py::type_error(place + ": expected True or False, not " +
                         std::string(py::str(py::type::of(value).attr("__name__"))));
  }
}

const char* takesWord(const Option& option) {
  return option.takes == Option::Takes::Flag ? "flag" : option.takes == Option::Takes::List ? "list" : "text";
}

[[noreturn]] void refuseKeyword(const std::string& name, const std::vector<const Option*>& all) {
  std::vector<std::string> known;
  for (const Option* option : all)
    if (isKeyword(*option)) known.push_back(identifierOf(*option));
  const std::vector<std::string> near = nearNames(name, known);
  throw py::type_error("got an unexpected keyword argument '" + name + "'" +
                       (near.empty() ? "" : "; did you mean " + near.front() + "?"));
}

}  // namespace

OptionWords wordsFrom(const py::kwargs& given, Command command, const std::vector<std::string_view>& others) {
  OptionWords words;
  const std::vector<const Option*> all = optionsOf(command);
  for (const auto& [key, object] : given) {
    const auto name = utf8From(key, "keyword");
    const auto value = py::reinterpret_borrow<py::object>(object);
    if (std::ranges::find(others, name) != others.end()) continue;
    const auto option =
        std::ranges::find_if(all, [&](const Option* one) { return identifierOf(*one) == name; });
    if (option == all.end() || !isKeyword(**option)) refuseKeyword(name, all);
    if (value.is_none()) continue;
    if ((*option)->takes == Option::Takes::Flag)
      words.set((*option)->name, truthFrom(value, name) ? "true" : "");
    else if ((*option)->name == "follow")
      words.set("follow", followTexts(value));
    else if ((*option)->takes == Option::Takes::List)
      words.set((*option)->name, textsFrom(value, name));
    else  // words are no numbers
      words.set((*option)->name, (*option)->unit.empty() ? utf8From(value, name) : textFrom(value, name));
  }
  return words;
}

std::string methodDoc(const std::string& name, Command command, const std::string& first,
                      const std::string& last, const std::string& about) {
  std::string signature = name + "($self, " + first + '*', lines;
  for (const Option* option : optionsOf(command)) {
    if (!isKeyword(*option)) continue;
    const bool isFlag = option->takes == Option::Takes::Flag;
    signature += ", " + identifierOf(*option) + (isFlag ? "=False" : "=None");
    lines += '\n' + identifierOf(*option) + ": " + helpOf(*option) + '.';
  }
  return signature + last + ")\n--\n\n" + about + '\n' + lines;
}

py::list keywordRows(Command command) {
  py::list rows;
  for (const Option* option : optionsOf(command))
    if (isKeyword(*option))
      rows.append(py::make_tuple(identifierOf(*option), std::string(option->value), takesWord(*option),
                                 std::string(option->unit)));
  return rows;
}

py::list optionRows(Command command) {
  py::list rows;
  for (const Option* option : optionsOf(command))
    rows.append(py::make_tuple(std::string(option->name), std::string(option->value), takesWord(*option)));
  return rows;
}

std::shared_ptr<const SceneInstance> startingAt(const AssignedScene& scene, const py::kwargs& given) {
  if (!given.contains("start") || given["start"].is_none()) return scene.instance;
  const py::object start = given["start"];
  if (!py::isinstance<py::sequence>(start) || py::len(start) != 2)
    throw py::type_error("start: expected (q, p), two arrays");
  const int n = scene.instance->mechanism->dof();
  const auto pair = start.cast<py::sequence>();
  State state{0, vectorFrom(pair[0], "start[0]", n), vectorFrom(pair[1], "start[1]", n)};
  return std::make_shared<const SceneInstance>(
      carom::startingAt(*scene.instance, std::move(state), "start[0]"));
}

}  // namespace carom::python
