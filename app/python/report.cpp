#include "python/report.h"

#include <pybind11/eigen.h>
#include <pybind11/stl.h>

#include "cli/json_stream.h"
#include "cli/outcomes_json.h"
#include "mechanics/tree/mechanism.h"
#include "python/graph.h"
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

struct Attribute {
  const char* name;
  const char* doc;
};

/// The attributes of a report that its document has.
constexpr Attribute reportAttributes[] = {
    {"scene", "The name of the scene; '' for an impact without one."},
    {"dof", "n, the number of coordinates."},
    {"coordinates",
     "Records with name and unit (m or rad; '' without a scene), in the order of all vectors (n,)."},
    {"contacts",
     "Records of the k closed contacts: name, bodies, gap (m), approach (c_i, sqrt(J)), approach_speed (m/s, "
     "negative where it closes), restitution, law."},
    {"certificate",
     "Why the outcome is unique, or not: unique (True: for every momentum; False: proven not; None: not "
     "decided), "
     "reason, group (Coxeter group), multiplicity ((k, k), None where no whole m fits), deviation, angle "
     "(rad), "
     "xi_bound (of xi over all momenta, where every pair fits a finite group), worst_xi, closed_form; planar "
     "where contacts collide by laws and no rule decides: unique, reason, and "
     "cells "
     "and longest (collisions) or a counterexample (momentum (n,), xi, two orderings with word and "
     "momentum)."},
    {"terminates", "Whether every ordering ends: True, False (proven), or None (not decided)."},
    {"jammed",
     "A record with the weights (k,) of contacts that jam and what is proven of the orderings, "
     "'no-ordering-ends' or 'some-never-end'; None where they do not."},
    {"near_jam",
     "Where the contacts jam to rounding and terminates is None: weights (k,), the residual of their sum, "
     "and "
     "exact (True where the sum is 0 and only the search met its limit); else None."},
    {"limit_normals",
     "Of bodies that meet at a corner, where the gap has several normals: sides (combinations of them), how "
     "many were resolved, outcomes of all of them (xi is over these), complete. The outcomes listed are of "
     "one side; None without corners."},
    {"margin", "The distance from a jam, 0 to 1; None where jammed."},
    {"bounds", "Of two contacts: most reflections by seghete2014 and seghete2010, else None."},
    {"sensitivity", "Of two elastic contacts: worst_xi, projection, epsilon, linear_xi, else None."},
    {"plastic", "The plastic impact: momentum, velocity (n,), impulses (k,; N s), energy_loss (J)."},
    {"restitution", "R of the whole impact, where it was given."},
    {"reflection_restitution", "e of each reflection, where it was given."},
    {"collapse_gram", "With reflection_restitution: G at and below which a pair is endless."},
    {"complete", "Whether every ordering was followed; else limit says why not."},
    {"limit", "'max-states', 'memory', 'work', 'cancelled', or None."},
    {"states", "The number of distinct momenta, with the first and the last."},
    {"counts_of",
     "'impact', or 'ideal-group' where pairs fit the group of the certificate only nearly: states, orderings "
     "and lengths are then those of the group, and the example may be longer."},
    {"groups", "Names of the contacts of each group that was resolved on its own, or None."},
    {"orderings", "The number of orderings, exact; None where they were not all counted."},
    {"lengths", "min and max: reflections of the shortest and the longest ordering; None where not known."},
    {"orderings_to_cut", "In place of orderings where some were cut, because they never end."},
    {"lengths_to_cut", "In place of lengths where orderings were cut."},
    {"xi_minimal", "xi of the minimal orderings; None where not decided."},
    {"xi_pair", "The indices of the two outcomes that are xi apart."},
    {"xi_interval", "(2,) bounds of xi where it is not known exactly, NaN for no bound; else None."},
    {"tolerance", "Of an inelastic impact: bound on the error of outcomes, over |p|; else None."},
    {"choice",
     "Rules that choose: nearest (index of an outcome), conic and convex (momentum, energy_loss in J)."},
    {"energy", "before (J), and worst_relative_error of the outcomes."},
    {"orderings_estimate", "With sample: value, standard_error, log10, samples, seed; else None."},
    {"lengths_seen", "With sample: min and max of the lengths drawn."},
    {"gaps",
     "With gaps: samples, seed, orderings with their probability, realisable, unrealised; else None."},
    {"xi_gradient",
     "With gradient: a record for each continuous parameter, with verdict, value (per SI unit), error, left, "
     "right."},
    {"sensitivity",
     "With gradient: slopes, a record for each pair of contacts and continuous parameter, with gram, turn, "
     "w, "
     "orders (dp, projection p*), difference and xi; refused and reason."},
    {"derived", "The derived quantities of the scene by name, in SI; None without any."},
    {"touching",
     "Where the scene closes gaps: contacts, gap and moved (name, by, value, unit), iterations and residual; "
     "else "
     "None."},
    {"path", "With policy: the names of the contacts in the order in which they reflect; else None."},
};

constexpr Attribute outcomeAttributes[] = {
    {"orderings", "The number of orderings that end here, exact; None where not counted."},
    {"minimal", "Whether the example is a minimal ordering; None where not decided."},
    {"energy_loss", "Kinetic energy that the impact takes, in J."},
    {"example", "An ordering that ends here, the names of its contacts; None where it is very long."},
    {"cut", "Of an inelastic impact: whether the example is the beginning of an endless ordering."},
    {"probability", "With gaps: under random infinitesimal gaps."},
    {"standard_error", "With gaps: of the probability."},
    {"exact_probability", "With gaps, of two contacts."},
};

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
          "friction",
          [](const OutcomeEntry& self) -> py::object {
            if (self.report->impact().problem.reflectsOnly()) return py::none();
            return self.key("friction");
          },
          "(k, 2) impulses along the tangents of contacts with a collision law in N s; None where all "
          "reflect.")
      .def_property_readonly(
          "example_indices", [](const OutcomeEntry& self) { return indices(self.outcome().example); },
          "The example of any length, as indices of contacts; a new array.")
      .def("__repr__", [](const OutcomeEntry& self) {
        return "<carom.Outcome " + std::to_string(self.index) + " of " +
               std::to_string(self.report->impact().outcomes.size()) + ">";
      });
  for (const Attribute& attribute : outcomeAttributes)
    outcome.def_property_readonly(
        attribute.name, [name = attribute.name](const OutcomeEntry& self) { return self.key(name); },
        attribute.doc);

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
  if (m_document.is_null()) m_document = answerJson(scene, coordinates(), instance.get(), answer);
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
      .def("__repr__", reportRepr)
      .def(
          "_repr_html_",
          [](const SharedReport& self) {
            return py::module_::import("carom._pictures").attr("report_html")(self);
          },
          "_repr_html_($self)\n--\n\nThe tree of orderings and xi as SVG, for notebooks.");
  for (const Attribute& attribute : reportAttributes)
    report.def_property_readonly(
        attribute.name, [name = attribute.name](Report& self) { return fromJson(self.document(), name); },
        attribute.doc);
}

}  // namespace carom::python
