#include "python/run.h"

#include <pybind11/eigen.h>
#include <pybind11/stl.h>

#include <map>
#include <memory>

#include "answer/document/run_document.h"
#include "python/errors.h"
#include "python/guards.h"
#include "python/keywords.h"
#include "python/long_call.h"
#include "python/numbers.h"
#include "python/records.h"
#include "python/report.h"

namespace carom::python {

const char* const simulateDoc =
    "The motion from the initial state through impacts, and returns a Run.\n\n"
    "until: s, a number or an expression. follow is {impact: names of contacts}, start (q, p), two arrays "
    "(n,).\n"
    "Other Python threads go on meanwhile, and Ctrl-C stops the run. A run that cannot go on is no error: "
    "Run.stopped.";

/// Its attributes are made at their first use and kept.
class Run {
 public:
  Run(RecordedMotion motion, py::object question) : motion(std::move(motion)), asked(std::move(question)) {}

  RecordedMotion motion;
  py::object asked;

  const py::object& attribute(const RunKey& key) {
    py::object& value = m_kept[key.key];
    if (!value) value = std::visit(*this, key.value);
    return value;
  }

  py::object operator()(RunValue value) const { return fromJson(value(motion)); }

  template <class Value>
  py::object column(const Value& value) const {
    py::array_t<double> array(static_cast<py::ssize_t>(motion.record->size()));
    for (std::size_t i = 0; i < motion.record->size(); ++i)
      array.mutable_data()[i] = value(motion.record->entry(i));
    return readOnly(std::move(array));
  }
  py::object operator()(StepNumber value) const { return column(value); }

  py::object operator()(StepOfRun one) const {
    if (!one.isThere(motion)) return py::none();
    return column([&](const RunRecord::Entry& step) { return one.value(motion, step); });
  }

  py::object operator()(StepVector value) const {
    py::array_t<double> array(
        {static_cast<py::ssize_t>(motion.record->size()), py::ssize_t{motion.mechanism().dof()}});
    double* at = array.mutable_data();
    for (std::size_t i = 0; i < motion.record->size(); ++i)
      for (const double x : value(motion.record->entry(i))) *at++ = x;
    return readOnly(std::move(array));
  }

  py::object operator()(StepColumns columns) const {
    py::dict all;
    for (const LedgerColumn& one : columns())
      all[one.name] =
          column([&](const RunRecord::Entry& step) { return one.value(motion.mechanism(), step); });
    return py::module_::import("carom._records").attr("Record")(**all);
  }

  py::object operator()(StepQuantities /*quantities*/) const {
    if (motion.quantities.empty()) return py::none();
    py::dict all;
    for (const RunQuantity& quantity : motion.quantities)
      all[quantity.key.c_str()] =
          column([&](const RunRecord::Entry& step) { return quantityAt(motion, quantity, step); });
    return all;
  }

  py::object operator()(RunImpacts /*impacts*/) const {
    py::tuple impacts(motion.trajectory.impacts.size());
    for (std::size_t i = 0; i < impacts.size(); ++i) impacts[i] = impact(i);
    return impacts;
  }

 private:
  /// An impact as its document has it, with the names of its path and the report on all its orderings.
  py::object impact(std::size_t number) const {
    const ImpactEvent& event = motion.trajectory.impacts[number];
    py::object record = fromJson(runImpactJson(motion, number));
    py::tuple path(event.word.size());
    for (std::size_t i = 0; i < event.word.size(); ++i) path[i] = py::str(event.labels[event.word[i]].name);
    record.attr("path") = event.atOnce ? py::object(py::none()) : py::object(path);
    record.attr("report") = py::none();
    if (!event.alternatives) return record;
    ResolveAnswer answer;
    answer.report = *event.alternatives;
    record.attr("report") = py::cast(
        Report(motion.scene->name(), motion.scene->title(), motion.instance.mechanism, std::move(answer)));
    return record;
  }

  std::map<std::string_view, py::object> m_kept;
};

namespace {

std::string jsonOf(const Run& self) {
  std::string text;
  writeRunJson([&](std::string_view piece) { text += piece; }, self.motion);
  return text;
}

}  // namespace

py::object simulateScene(const AssignedScene& scene, const py::object& until, const py::kwargs& given) {
  const std::shared_ptr<const SceneInstance> instance = startingAt(scene, given);
  OptionWords words = wordsFrom(given, Command::Simulate, {"start"});
  words.set("until", textFrom(until, "until"));
  if (!words.has("until")) throw CommandError(ExitStatus::CommandFault, "--until: expected a time > 0");
  const Question question = readQuestion(words, Command::Simulate, knownNames(*instance));
  RecordedMotion motion = callLong([&](std::stop_token stop) {
    return recordMotion(scene.scene, *instance, question, question.every, stop, {});
  });
  return py::cast(
      std::make_shared<Run>(std::move(motion), asked(scene, "simulate", py::make_tuple(until), given)));
}

void bindRun(py::module_& module) {
  py::class_<Run, std::shared_ptr<Run>> type(
      module, "Run",
      "A motion through impacts; m reported steps, the first and the last included, and n coordinates.\n\n"
      "Attributes have the names that `carom simulate --json` gives them. Arrays are read-only, made at the "
      "first\n"
      "use and kept.");
  for (const RunKey& row : runKeys())
    type.def_property_readonly(
        row.key.data(), [&row](Run& self) { return self.attribute(row); },
        (std::string(row.help) + '.').c_str());
  type.def("__reduce__", [](const Run& self) { return askedAgain(self.asked); })
      .def("to_json", jsonOf,
           "to_json($self)\n--\n\nThe document of `carom simulate --json`, the same bytes.")
      .def(
          "to_dict", [](const Run& self) { return py::module_::import("json").attr("loads")(jsonOf(self)); },
          "to_dict($self)\n--\n\nThe document of `carom simulate --json` as a dict of plain Python objects.")
      .def("__len__", [](const Run& self) { return self.motion.record->size(); })
      .def(
          "_repr_html_",
          [](const py::object& self) {
            return py::module_::import("carom._pictures").attr("run_html")(self);
          },
          "_repr_html_($self)\n--\n\nThe coordinates and the energy over time as SVG, for notebooks.")
      .def("__repr__", [](const Run& self) {
        return "<carom.Run of " + self.motion.scene->name() + ": " +
               std::to_string(self.motion.record->size()) + " states, " +
               std::to_string(self.motion.trajectory.impacts.size()) + " impacts" +
               (self.motion.trajectory.complete ? ">" : ", ended early>");
      });
}

}  // namespace carom::python
