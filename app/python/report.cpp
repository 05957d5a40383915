#include "python/report.h"

#include <pybind11/eigen.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <array>

#include "answer/document/impact_document.h"
#include "answer/document/json_stream.h"
#include "answer/document/outcomes_json.h"
#include "mechanics/tree/mechanism.h"
#include "python/graph.h"
#include "python/guards.h"
#include "python/long_call.h"
#include "python/numbers.h"
#include "python/records.h"

namespace carom::python {

namespace {

using SharedReport = std::shared_ptr<Report>;

/// carom.Outcomes, a sequence.
struct Outcomes {
  SharedReport report;
  const std::vector<Outcome>& list() const { return report->impact().outcomes; }
};

/// carom.Outcome: an entry of a report, which it keeps alive.
struct OutcomeEntry {
  SharedReport report;
  std::size_t index;

  const Outcome& outcome() const { return report->impact().outcomes[index]; }
  py::object key(const char* name) const { return fromJson(report->document().at("outcomes")[index], name); }
};

/// Attributes that are arrays, or made without the document.
constexpr std::array ownAttributes{"xi", "outcomes", "gram", "momentum", "velocity", "impulses"};

}  // namespace

bool isOwnAttribute(std::string_view key) {
  return std::ranges::find(ownAttributes, key) != ownAttributes.end();
}

namespace {

/// Gives a class an attribute for each key of its document; `value` takes the object and the key.
template <class Class, class Keys, class Value>
void defineKeys(Class& type, const Keys& keys, const Value& value) {
  for (const AnswerKey& row : keys)
    if (!isOwnAttribute(row.key))
      type.def_property_readonly(
          row.key.data(),
          [value, key = row.key](typename Class::type& self) { return value(self, key.data()); },
          (std::string(row.help) + '.').c_str());
}

py::array indices(const Word& word) {
  return py::array_t<ContactIndex>(static_cast<py::ssize_t>(word.size()), word.data());
}

py::object xiOf(const Report& self) {
  if (self.answer.path) return py::none();
  const std::optional<double> xi = knownXi(self.impact());
  return xi ? py::object(py::float_(*xi)) : py::object(py::none());
}

std::string reportRepr(const Report& self) {
  const ImpactReport& impact = self.impact();
  std::string text = "<carom.Report";
  if (!self.scene.empty()) text += " of " + self.scene;
  text += ": ";
  if (impact.jammed()) return text + "jammed>";
  const py::object xi = xiOf(self);
  if (!xi.is_none()) text += "xi = " + std::string(py::str(xi)) + ", ";
  text += std::to_string(impact.outcomes.size()) + (impact.outcomes.size() == 1 ? " outcome" : " outcomes");
  return text + (self.answer.limit() == Limit::None ? ">" : ", not complete>");
}

void bindOutcomes(py::module_& module) {
  constexpr auto view = py::return_value_policy::reference_internal;
  py::class_<OutcomeEntry> outcome(
      module, "Outcome",
      "A momentum in which orderings end. Arrays are read-only views, without copies, "
      "and keep the report alive.");
  outcome
      .def_property_readonly(
          "momentum",
          [](const OutcomeEntry& self) -> const Eigen::VectorXd& { return self.outcome().momentum; }, view,
          "(n,) momentum after the impact (kg m/s, or kg m^2/s of angles).")
      .def_property_readonly(
          "velocity",
          [](const OutcomeEntry& self) -> const Eigen::VectorXd& { return self.outcome().velocity; }, view,
          "(n,) velocity after the impact (m/s or rad/s).")
      .def_property_readonly(
          "impulses",
          [](const OutcomeEntry& self) -> const Eigen::VectorXd& { return self.outcome().impulses; }, view,
          "(k,) impulses of the example in N s: momentum = p + sum of impulses_i u_i.")
      .def_property_readonly(
          "example_indices", [](const OutcomeEntry& self) { return indices(self.outcome().example); },
          "The example of any length, as indices of contacts; a new array.")
      .def("__repr__", [](const OutcomeEntry& self) {
        return "<carom.Outcome " + std::to_string(self.index) + " of " +
               std::to_string(self.report->impact().outcomes.size()) + ">";
      });
  defineKeys(outcome, outcomeKeys(), [](const OutcomeEntry& self, const char* key) { return self.key(key); });

  py::class_<Outcomes>(module, "Outcomes", "The outcomes of a report, a sequence in the order of discovery.")
      .def("__len__", [](const Outcomes& self) { return self.list().size(); })
      .def("__getitem__",
           [](const Outcomes& self, py::ssize_t index) {
             const auto size = static_cast<py::ssize_t>(self.list().size());
             if (index < 0) index += size;
             if (index < 0 || index >= size)
               throw py::index_error("there are " + std::to_string(size) + " outcomes");
             return OutcomeEntry{self.report, static_cast<std::size_t>(index)};
           })
      .def("__getitem__",
           [](const Outcomes& self, const py::slice& slice) {
             std::size_t start = 0, stop = 0, step = 0, count = 0;
             if (!slice.compute(self.list().size(), &start, &stop, &step, &count))
               throw py::error_already_set();
             std::vector<OutcomeEntry> entries;
             for (; count-- > 0; start += step) entries.push_back({self.report, start});
             return entries;
           })
      .def("__repr__", [](const Outcomes& self) {
        return "<carom.Outcomes, " + std::to_string(self.list().size()) + ">";
      });
}

}  // namespace

std::vector<Coordinate> Report::coordinates() const {
  if (mechanism) return mechanism->coordinates();
  return namelessCoordinates(impact().problem.dof());
}

const Json& Report::document() {
  if (m_document.is_null()) m_document = impactDocument({scene, coordinates(), instance.get(), answer});
  return m_document;
}

ResolveAnswer answered(const Question& question, const ImpactProblem& problem, const Scene* scene) {
  const auto work = [&](std::stop_token stop, const Progress& progress) {
    return answerQuestion(question, problem, scene, stop, progress);
  };
  // A search reports its progress often; what else may take long does not.
  const bool isSearch = !question.settings.rule && !question.ordering && !question.gradient && !question.gaps;
  return isSearch ? callOften(work) : callLong([&](std::stop_token stop) { return work(stop, {}); });
}

void bindReport(py::module_& module) {
  bindOutcomes(module);
  constexpr auto view = py::return_value_policy::reference_internal;
  py::class_<Report, SharedReport> report(
      module, "Report",
      "The answer to one simultaneous impact, in all its orderings. Immutable.\n\n"
      "Attributes have the names that `carom resolve --json` gives them; one that is not in that document is "
      "None.\n"
      "xi, outcomes, impact and graph are there at once; the others make the document at the first use.");
  report
      .def_property_readonly(
          "xi", xiOf,
          "The indeterminacy: the largest distance of two outcomes over |p|, both in the kinetic "
          "metric; None where it is not known exactly, see xi_interval.")
      .def_property_readonly(
          "outcomes", [](const SharedReport& self) { return Outcomes{self}; },
          "The distinct outcomes, a sequence of Outcome; empty where jammed.")
      .def_property_readonly(
          "gram", [](const Report& self) -> const Eigen::MatrixXd& { return self.impact().problem.gram(); },
          view, "(k, k) Gram matrix of the unit normals; a read-only view.")
      .def_property_readonly(
          "impact",
          [](const SharedReport& self) {
            return std::shared_ptr<ImpactProblem>(self, &self->answer.report->problem);
          },
          "The Impact that was resolved, with the restitution that was asked for.")
      .def_property_readonly(
          "graph",
          [](const SharedReport& self) -> std::optional<Graph> {
            if (!self->impact().graph) return std::nullopt;
            return Graph{self->impact().graph};
          },
          "The tree of orderings, merged by momentum; None where jammed or with policy.")
      .def_property_readonly(
          "path_indices",
          [](const Report& self) -> py::object {
            if (!self.answer.path) return py::none();
            return indices(self.answer.path->word);
          },
          "With policy: the path of any length, as indices of contacts; a new array.")
      .def_property_readonly(
          "title", [](const Report& self) { return self.title; }, "The title of the scene.")
      .def(
          "to_json", [](Report& self) { return documentText(self.document()); },
          "to_json($self)\n--\n\nThe document of `carom resolve --json`, the same bytes.")
      .def(
          "to_dict",
          [](Report& self) {
            return py::module_::import("json").attr("loads")(documentText(self.document()));
          },
          "to_dict($self)\n--\n\nThe document of `carom resolve --json` as a dict of plain Python objects.")
      .def("__reduce__", [](const Report& self) { return askedAgain(self.asked); })
      .def("__repr__", reportRepr)
      .def(
          "_repr_html_",
          [](const SharedReport& self) {
            return py::module_::import("carom._pictures").attr("report_html")(self);
          },
          "_repr_html_($self)\n--\n\nThe tree of orderings and xi as SVG, for notebooks.");
  defineKeys(report, impactKeys(),
             [](Report& self, const char* key) { return fromJson(self.document(), key); });
}

}  // namespace carom::python
