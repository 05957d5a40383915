#include "python/scene.h"

#include <pybind11/stl.h>

#include <algorithm>

#include "cli/impact/initial_impact.h"
#include "python/design.h"
#include "python/errors.h"
#include "python/guards.h"
#include "python/keywords.h"
#include "python/landing.h"
#include "python/long_call.h"
#include "python/numbers.h"
#include "python/records.h"
#include "python/report.h"
#include "python/run.h"
#include "python/sweep.h"
#include "scene/expression/expression.h"

namespace carom::python {

namespace {

/// The scene with more assignments. The same name again takes the place of the earlier value.
AssignedScene assigned(std::shared_ptr<const Scene> scene, Assignments assignments,
                       const py::kwargs& parameters) {
  for (const auto& [key, value] : parameters) {
    const auto name = utf8From(key, "scene");
    const std::string text = textFrom(py::reinterpret_borrow<py::object>(value), name);
    if (text.empty()) refuse(name, "is None or empty", "a number or an expression");
    if (const auto known = parameterNames(*scene); std::ranges::find(known, name) == known.end())
      refuseName(name, "parameter", name, known);
    assignments[name] = text;
  }
  return assignedScene(std::move(scene), std::move(assignments));
}

std::shared_ptr<const Scene> openScene(const py::object& source) {
  if (py::isinstance<py::dict>(source))
    return Scene::parse(utf8From(py::module_::import("json").attr("dumps")(source), "scene"), "scene");
  const bool isText = py::isinstance<py::str>(source);
  if (!isText && !py::hasattr(source, "__fspath__"))
    throw py::type_error("scene: expected a name, a path, the text of a scene, or a dict");
  const auto text = utf8From(py::module_::import("os").attr("fspath")(source), "scene");
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (isText && first != std::string::npos && text[first] == '{') return Scene::parse(text, "scene");
  if (!isText) return Scene::load(text);
  std::vector<std::string> names;
  for (const BuiltinScene& scene : builtinScenes()) names.push_back(scene.name);
  const bool isPath = text.find('/') != std::string::npos || text.ends_with(".json");
  if (!isPath && std::ranges::find(names, text) == names.end()) {
    const bool isThere = [&] {
      const WithoutGil released;
      std::error_code error;  // a name may be longer than any file's
      return std::filesystem::exists(text, error);
    }();
    if (!isThere) refuseName("scene", "scene", text, names);
  }
  return Scene::open(text);
}

Report resolveScene(const AssignedScene& self, const py::kwargs& given) {
  const std::shared_ptr<const SceneInstance> instance = startingAt(self, given);
  Question question =
      readQuestion(wordsFrom(given, Command::Resolve, {"start"}), Command::Resolve, knownNames(*instance));
  question.assignments = self.assignments;
  const ImpactProblem problem = [&] {
    const WithoutGil released;
    requireMotion(*self.scene, *instance);
    return initialImpact(*instance);
  }();
  ResolveAnswer answer = answered(question, problem, self.scene.get());
  Report report{self.scene->name(), self.scene->title(), instance->mechanism, std::move(answer), instance};
  report.asked = asked(self, "resolve", py::tuple(), given);
  return report;
}

py::dict parametersOf(const AssignedScene& self) {
  py::dict all;
  for (std::size_t i = 0; i < self.instance->parameters.size(); ++i) {
    const ParameterValue& value = self.instance->parameters[i];
    const ParameterSpec& spec = self.scene->parameters()[i];
    all[value.name.c_str()] = fromJson(Json{{"value", value.value},
                                            {"expression", value.expression},
                                            {"min", orNull(value.min)},
                                            {"max", orNull(value.max)},
                                            {"unit", spec.unit},
                                            {"label", spec.label},
                                            {"description", spec.description},
                                            {"integer", spec.integer},
                                            {"free", spec.free}});
  }
  return all;
}

py::dict derivedOf(const AssignedScene& self) {
  py::dict all;
  for (std::size_t i = 0; i < self.instance->derived.size(); ++i) {
    const DerivedValue& value = self.instance->derived[i];
    const ParameterSpec& spec = self.scene->derived()[i];
    all[value.name.c_str()] = fromJson(Json{{"value", value.value},
                                            {"expression", value.expression},
                                            {"unit", spec.unit},
                                            {"label", spec.label},
                                            {"description", spec.description}});
  }
  return all;
}

py::dict choicesOf(const AssignedScene& self) {
  py::dict all;
  for (const ChoiceSpec& choice : self.scene->choices()) {
    const auto set = self.assignments.find(choice.name);
    all[choice.name.c_str()] =
        fromJson(Json{{"value", set == self.assignments.end() ? choice.defaultOption : set->second},
                      {"options", choice.options},
                      {"label", choice.label}});
  }
  return all;
}

std::string sceneRepr(const AssignedScene& self) {
  std::string text = "<carom.Scene " + self.scene->name();
  for (const auto& [name, value] : self.assignments) text += ' ' + name + '=' + value;
  return text + '>';
}

constexpr const char* resolveDoc =
    "Follows all orders of reflection of the simultaneous impact at the initial state, and returns a "
    "Report.\n\n"
    "With a policy or an ordering it follows one in place of all. start is (q, p), two arrays (n,). Other "
    "Python\n"
    "threads go on meanwhile, and Ctrl-C stops the search. A limit is no error: Report.complete.";

void bindMethods(py::class_<AssignedScene>& type) {
  type.def(
          "__call__",
          [](const AssignedScene& self, const py::kwargs& parameters) {
            return assigned(self.scene, self.assignments, parameters);
          },
          "__call__($self, /, **parameters)\n--\n\nThe scene with other values of these parameters.")
      .def(
          "impact", [](const AssignedScene& self) { return std::make_shared<ImpactProblem>(self.impact()); },
          "impact($self)\n--\n\nThe Impact of the contacts that are closed at the initial state.")
      .def(
          "evaluate",
          [](const AssignedScene& self, const std::string& text) {
            return self.evaluate(text, "expression");
          },
          py::arg("expression"),
          "evaluate($self, expression)\n--\n\nAn expression over the parameters, such as '2*ra', in SI "
          "units.")
      .def("resolve", resolveScene, methodDoc("resolve", Command::Resolve, "", "", resolveDoc).c_str())
      .def("simulate", simulateScene, py::arg("until"),
           methodDoc("simulate", Command::Simulate, "until, ", "", simulateDoc).c_str())
      .def("sweep", sweepScene, methodDoc("sweep", Command::Sweep, "", ", **axes", sweepDoc).c_str());
  defineDesign(type);
  defineLanding(type);
}

}  // namespace

std::vector<std::string> parameterNames(const Scene& scene) {
  std::vector<std::string> names;
  for (const ParameterSpec& parameter : scene.parameters()) names.push_back(parameter.name);
  for (const ChoiceSpec& choice : scene.choices()) names.push_back(choice.name);
  return names;
}

AssignedScene sceneFrom(const py::object& source) {
  if (py::isinstance<AssignedScene>(source)) return source.cast<AssignedScene>();
  return assigned(openScene(source), {}, py::kwargs());
}

AssignedScene assignedScene(std::shared_ptr<const Scene> scene, Assignments assignments) {
  const WithoutGil released;
  auto instance = std::make_shared<const SceneInstance>(scene->instantiate(assignments));
  return {std::move(scene), std::move(assignments), std::move(instance)};
}

ImpactProblem AssignedScene::impact() const {
  requireMotion(*scene, *instance);
  return initialImpact(*instance);
}

double AssignedScene::evaluate(const std::string& text, const std::string& place) const {
  std::vector<std::string> names;
  std::vector<double> values;
  for (const ParameterValue& parameter : instance->parameters) {
    names.push_back(parameter.name);
    values.push_back(parameter.value);
  }
  for (const DerivedValue& quantity : instance->derived) {
    names.push_back(quantity.name);
    values.push_back(quantity.value);
  }
  try {
    return Expression(text, names, values.data())();
  } catch (const ExpressionError& error) {
    refuse(place, error.what(), "");
  }
}

void refuseName(const std::string& place, const std::string& kind, const std::string& name,
                const std::vector<std::string>& known) {
  const py::list nearest = py::module_::import("difflib").attr("get_close_matches")(name, known, 3, 0.5);
  std::string expected;
  for (const py::handle& each : nearest)
    expected += (expected.empty() ? "" : " or ") + each.cast<std::string>();
  std::string all;
  for (const std::string& each : known) all += (all.empty() ? "" : ", ") + each;
  if (known.empty())
    expected = "none";
  else
    expected += expected.empty() ? "one of " + all : ", of " + all;
  refuse(place, "unknown " + kind + " \"" + name + '"', expected);
}

void bindScene(py::module_& module) {
  py::class_<AssignedScene> type(
      module, "Scene",
      "A scene with values of its parameters. Immutable; may be shared between threads, and pickled.\n\n"
      "scene(theta=2.09) or scene(theta='120deg') is the same scene with another value.");
  type.def_property_readonly(
          "name", [](const AssignedScene& self) { return self.scene->name(); },
          "The built-in name, or the file's without its ending.")
      .def_property_readonly(
          "title", [](const AssignedScene& self) { return self.scene->title(); }, "The title.")
      .def_property_readonly(
          "source", [](const AssignedScene& self) { return self.scene->source(); },
          "The paper that it is from.")
      .def_property_readonly(
          "description", [](const AssignedScene& self) { return self.scene->description(); },
          "What it shows.")
      .def_property_readonly(
          "text", [](const AssignedScene& self) { return self.scene->text(); }, "The JSON as it was read.")
      .def_property_readonly(
          "parameters", parametersOf,
          "A dict of records: value (SI), expression, min and max of the slider (SI or None), unit "
          "(of the display), label, description, integer, free.")
      .def_property_readonly(
          "derived", derivedOf,
          "A dict of records of the quantities that follow from the parameters: value (SI), "
          "expression, unit (of the display), label, description.")
      .def_property_readonly("choices", choicesOf, "A dict of records: value, options, label.")
      .def("__reduce__",
           [](const AssignedScene& self) {
             return again("scene", py::make_tuple(self.scene->text(), self.scene->file(), self.assignments));
           })
      .def("__repr__", sceneRepr);
  bindMethods(type);
  module.def("_scene_again",
             [](const std::string& text, const std::string& file, const Assignments& assignments) {
               return assigned(Scene::parse(text, file), assignments, py::kwargs());
             });
  module.def(
      "scene",
      [](const py::object& source, const py::kwargs& parameters) {
        return assigned(openScene(source), {}, parameters);
      },
      py::arg("source"), py::pos_only(),
      "scene(source, /, **parameters)\n--\n\n"
      "A scene by the name of a built-in one (see carom.scenes()), by path, or from its JSON as a text or a "
      "dict,\n"
      "with values of its parameters and choices: numbers in SI and radians, or expressions with units "
      "('120deg').\n\n"
      "Raises CommandError for an unknown name or an expression that does not parse, SceneError, with its "
      "place and\n"
      "line, for a scene or a value that is refused.");
  // What the engine takes for the same answers, for tests/python/overhead.
  module.def("_engine_seconds",
             [](const AssignedScene& self, const std::string& parameter, const py::list& values) {
               std::vector<std::string> texts;
               for (const py::handle& value : values)
                 texts.push_back(textFrom(py::reinterpret_borrow<py::object>(value), ""));
               const WithoutGil released;
               double sum = 0;
               const auto start = std::chrono::steady_clock::now();
               for (const std::string& text : texts) {
                 const SceneInstance instance = self.scene->instantiate({{parameter, text}});
                 sum += resolveImpact(initialImpact(instance)).indeterminacy.xi;
               }
               const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
               return std::make_pair(seconds.count(), sum);
             });
  module.def(
      "scenes",
      [] {
        py::list all;
        for (const BuiltinScene& scene : builtinScenes())
          all.append(fromJson(Json{{"name", scene.name}, {"title", scene.title}, {"source", scene.source}}));
        return all;
      },
      "scenes()\n--\n\nThe built-in scenes: records with name, title and source (the paper).");
}

}  // namespace carom::python
