#include "python/run.h"

#include <pybind11/eigen.h>
#include <pybind11/stl.h>

#include <map>
#include <memory>

#include "answer/document/future_json.h"
#include "answer/document/impact_document.h"
#include "cli/record_motion.h"
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

/// The arrays and the impacts are made at their first use and kept.
class Run {
 public:
  SimulatedRun run;
  std::unique_ptr<RunRecord> record;
  py::object asked;

  const Mechanism& mechanism() const { return *run.instance.mechanism; }

  template <class Make>
  py::object kept(const char* name, const Make& make) {
    py::object& value = m_kept[name];
    if (!value) value = make();
    return value;
  }

  template <class Value>
  py::object column(const Value& value) const {
    py::array_t<double> array(static_cast<py::ssize_t>(record->size()));
    for (std::size_t i = 0; i < record->size(); ++i) array.mutable_data()[i] = value(record->entry(i));
    return readOnly(std::move(array));
  }

  template <class Vector>
  py::object rows(const Vector& vector) const {
    py::array_t<double> array({static_cast<py::ssize_t>(record->size()), py::ssize_t{mechanism().dof()}});
    double* at = array.mutable_data();
    for (std::size_t i = 0; i < record->size(); ++i)
      for (const double x : vector(record->entry(i))) *at++ = x;
    return readOnly(std::move(array));
  }

 private:
  std::map<std::string, py::object> m_kept;
};

namespace {

/// The docstring of an attribute.
const char* docOf(std::string_view key) {
  static const auto docs = [] {
    std::map<std::string_view, std::string> all;
    for (const AnswerKey& row : runKeys()) all[row.key] = std::string(row.help) + '.';
    return all;
  }();
  return docs.at(key).c_str();
}

using Entry = RunRecord::Entry;

/// An impact as its document has it, with the names of its path and the report on all its orderings.
py::object runImpactOf(const Run& self, std::size_t number) {
  const ImpactEvent& impact = self.run.trajectory.impacts[number];
  py::object record = fromJson(runImpactJson(self.run, number));
  py::tuple path(impact.word.size());
  for (std::size_t i = 0; i < impact.word.size(); ++i) path[i] = py::str(impact.labels[impact.word[i]].name);
  record.attr("path") = impact.atOnce ? py::object(py::none()) : py::object(path);
  record.attr("report") = py::none();
  if (!impact.alternatives) return record;
  ResolveAnswer answer;
  answer.report = *impact.alternatives;
  record.attr("report") = py::cast(Report(self.run.scene->name(), self.run.scene->title(),
                                          self.run.instance.mechanism, std::move(answer)));
  return record;
}

py::object impactsOf(Run& self) {
  return self.kept("impacts", [&] {
    py::tuple impacts(self.run.trajectory.impacts.size());
    for (std::size_t i = 0; i < impacts.size(); ++i) impacts[i] = runImpactOf(self, i);
    return impacts;
  });
}

py::tuple pushesOf(const Run& self) {
  const Json all = pushesJson(self.run);
  py::tuple pushes(all.size());
  for (std::size_t i = 0; i < all.size(); ++i) pushes[i] = fromJson(all[i]);
  return pushes;
}

py::object ledgerOf(Run& self) {
  return self.kept("ledger", [&]() -> py::object {
    py::dict columns;
    for (const LedgerColumn& column : ledgerColumns())
      columns[column.name] =
          self.column([&](const Entry& entry) { return column.value(self.mechanism(), entry); });
    return py::module_::import("carom._records").attr("Record")(**columns);
  });
}

py::object stateRecord(const Eigen::VectorXd& q, const Eigen::VectorXd& p) {
  return fromJson(Json{{"q", list(q)}, {"p", list(p)}});
}

py::object energyErrorOf(const Run& self) {
  return fromJson(Json{{"max_relative", self.record->relativeError(0, 1)},
                       {"first_tenth", self.record->relativeError(0, 0.1)},
                       {"last_tenth", self.record->relativeError(0.9, 1)}});
}

/// A part of what the scene computed for the start; None where there is none.
py::object startPart(const Run& self, const char* key) {
  const Json start = runStartJson(self.run);
  return start.contains(key) ? fromJson(start[key]) : py::none();
}

std::string jsonOf(const Run& self) {
  std::string text;
  writeRunJson([&](std::string_view piece) { text += piece; }, self.run, *self.record);
  return text;
}

void bindArrays(py::class_<Run, std::shared_ptr<Run>>& type) {
  const auto column = [&](const char* name, auto value, const char* doc) {
    type.def_property_readonly(
        name, [name, value](Run& self) { return self.kept(name, [&] { return self.column(value); }); }, doc);
  };
  const auto rows = [&](const char* name, auto vector, const char* doc) {
    type.def_property_readonly(
        name, [name, vector](Run& self) { return self.kept(name, [&] { return self.rows(vector); }); }, doc);
  };
  column(
      "times", [](const Entry& entry) { return entry.time; }, docOf("times"));
  column(
      "energy", [](const Entry& entry) { return entry.energy; }, docOf("energy"));
  rows(
      "q", [](const Entry& entry) { return entry.q; }, docOf("q"));
  rows(
      "momentum", [](const Entry& entry) { return entry.p; }, docOf("momentum"));
}

void bindValues(py::class_<Run, std::shared_ptr<Run>>& type) {
  type.def_property_readonly(
          "scene", [](const Run& self) { return self.run.scene->name(); }, docOf("scene"))
      .def_property_readonly(
          "coordinates",
          [](const Run& self) {
            Json all = Json::array();
            for (const Coordinate& coordinate : self.mechanism().coordinates())
              all.push_back({{"name", coordinate.name}, {"unit", coordinate.unit}});
            return fromJson(all);
          },
          docOf("coordinates"))
      .def_property_readonly("impacts", impactsOf, docOf("impacts"))
      .def_property_readonly("pushes", pushesOf, docOf("pushes"))
      .def_property_readonly("ledger", ledgerOf, docOf("ledger"))
      .def_property_readonly("energy_error", energyErrorOf, docOf("energy_error"))
      .def_property_readonly(
          "local_error",
          [](const Run& self) -> py::object {
            if (const auto& worst = self.record->localError()) return stateRecord(worst->q, worst->p);
            return py::none();
          },
          docOf("local_error"))
      .def_property_readonly(
          "initial",
          [](const Run& self) {
            return stateRecord(self.run.instance.initial.q, self.run.instance.initial.p);
          },
          docOf("initial"))
      .def_property_readonly(
          "final",
          [](const Run& self) {
            const Entry last = self.record->last();
            return stateRecord(last.q, last.p);
          },
          docOf("final"))
      .def_property_readonly(
          "derived", [](const Run& self) { return startPart(self, "derived"); }, docOf("derived"))
      .def_property_readonly(
          "touching", [](const Run& self) { return startPart(self, "touching"); }, docOf("touching"))
      .def_property_readonly(
          "closing", [](const Run& self) { return startPart(self, "closing"); }, docOf("closing"))
      .def_property_readonly(
          "settled", [](const Run& self) { return fromJson(settledJson(self.run)); }, docOf("settled"))
      .def_property_readonly(
          "several_solutions",
          [](const Run& self) {
            const Json all = severalSolutionsJson(self.run);
            py::tuple choices(all.size());
            for (std::size_t i = 0; i < all.size(); ++i) choices[i] = fromJson(all[i]);
            return choices;
          },
          docOf("several_solutions"))
      .def_property_readonly(
          "variation",
          [](const Run& self) -> py::object {
            if (!self.run.variation) return py::none();
            return fromJson(variationJson(self.mechanism(), self.run.trajectory, *self.run.variation,
                                          self.run.directed ? &*self.run.directed : nullptr));
          },
          docOf("variation"))
      .def_property_readonly(
          "complete", [](const Run& self) { return self.run.trajectory.complete; }, docOf("complete"))
      .def_property_readonly(
          "limit",
          [](const Run& self) -> py::object {
            if (self.run.trajectory.complete) return py::none();
            return py::str(std::string(stopWord(self.run.trajectory.stopKind)));
          },
          docOf("limit"))
      .def_property_readonly(
          "stopped",
          [](const Run& self) -> py::object {
            if (self.run.trajectory.complete) return py::none();
            return fromJson(
                Json{{"time", self.run.trajectory.stoppedAt}, {"reason", self.run.trajectory.stopReason}});
          },
          docOf("stopped"))
      .def("to_json", jsonOf,
           "to_json($self)\n--\n\nThe document of `carom simulate --json`, the same bytes.")
      .def(
          "to_dict", [](const Run& self) { return py::module_::import("json").attr("loads")(jsonOf(self)); },
          "to_dict($self)\n--\n\nThe document of `carom simulate --json` as a dict of plain Python objects.")
      .def("__len__", [](const Run& self) { return self.record->size(); })
      .def(
          "_repr_html_",
          [](const py::object& self) {
            return py::module_::import("carom._pictures").attr("run_html")(self);
          },
          "_repr_html_($self)\n--\n\nThe coordinates and the energy over time as SVG, for notebooks.")
      .def("__repr__", [](const Run& self) {
        return "<carom.Run of " + self.run.scene->name() + ": " + std::to_string(self.record->size()) +
               " states, " + std::to_string(self.run.trajectory.impacts.size()) + " impacts" +
               (self.run.trajectory.complete ? ">" : ", ended early>");
      });
}

}  // namespace

py::object simulateScene(const AssignedScene& scene, const py::object& until, const py::kwargs& given) {
  const std::shared_ptr<const SceneInstance> instance = startingAt(scene, given);
  OptionWords words = wordsFrom(given, Command::Simulate, {"start"});
  words.set("until", textFrom(until, "until"));
  if (!words.has("until")) throw CommandError(ExitStatus::CommandFault, "--until: expected a time > 0");
  const Question question = readQuestion(words, Command::Simulate, knownNames(*instance));
  auto run = std::make_shared<Run>();
  RecordedMotion motion = callLong([&](std::stop_token stop) {
    return recordMotion(scene.scene, *instance, question, question.every, stop, {});
  });
  run->run = std::move(motion.run);
  run->record = std::move(motion.record);
  run->asked = asked(scene, "simulate", py::make_tuple(until), given);
  return py::cast(run);
}

void bindRun(py::module_& module) {
  py::class_<Run, std::shared_ptr<Run>> type(
      module, "Run",
      "A motion through impacts; m reported steps, the first and the last included, and n coordinates.\n\n"
      "Attributes have the names that `carom simulate --json` gives them. Arrays are read-only, made at the "
      "first\n"
      "use and kept.");
  type.def("__reduce__", [](const Run& self) { return askedAgain(self.asked); });
  bindArrays(type);
  bindValues(type);
}

}  // namespace carom::python
