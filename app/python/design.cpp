#include "python/design.h"

#include <algorithm>

#include "answer/question/option_values.h"
#include "cli/design/design_answer.h"
#include "python/errors.h"
#include "python/long_call.h"
#include "python/numbers.h"
#include "python/records.h"
#include "study/unique_designs.h"

namespace carom::python {

namespace {

double numberFrom(const AssignedScene& self, const py::handle& value, const std::string& place) {
  return self.evaluate(textFrom(py::reinterpret_borrow<py::object>(value), place), place);
}

DesignRange& rangeOf(DesignQuestion& question, const std::string& variable) {
  const auto known = std::ranges::find(question.ranges, variable, &DesignRange::variable);
  return known != question.ranges.end() ? *known
                                        : question.ranges.emplace_back(DesignRange{variable, {}, {}});
}

/// vary: names, or a dict of bounds by name, None being the usual ones.
void readVariables(const AssignedScene& self, const py::object& vary, DesignQuestion& question) {
  if (vary.is_none()) return;
  if (!py::isinstance<py::dict>(vary)) {
    question.variables = textsFrom(vary, "vary");
    return;
  }
  for (const auto& [key, bounds] : vary.cast<py::dict>()) {
    const auto name = utf8From(key, "vary");
    question.variables.push_back(name);
    if (bounds.is_none()) continue;
    const std::string place = "vary[" + name + "]";
    if (!py::isinstance<py::sequence>(bounds) || py::len(bounds) != 2)
      refuse(place, "is no pair", "the least and the greatest value, or None");
    const auto ends = bounds.cast<py::sequence>();
    DesignRange& range = rangeOf(question, name);
    range.least = numberFrom(self, ends[0], place);
    range.greatest = numberFrom(self, ends[1], place);
  }
}

/// pairs: pairs of names, or a dict of m by pair of names.
std::vector<DesignPair> readPairs(const py::object& pairs) {
  std::vector<DesignPair> all;
  const auto add = [&](const py::handle& contacts, int m) {
    const std::vector<std::string> names = textsFrom(py::reinterpret_borrow<py::object>(contacts), "pairs");
    if (names.size() != 2)
      refuse("pairs", "has " + std::to_string(names.size()) + " names", "pairs of contacts");
    all.push_back({{names[0], names[1]}, m});
  };
  if (py::isinstance<py::dict>(pairs)) {
    for (const auto& [contacts, m] : pairs.cast<py::dict>())
      add(contacts, parseMultiplicity("pairs: m", py::str(m).cast<std::string>()));
  } else if (!pairs.is_none()) {
    for (const py::handle& contacts : pairs) add(contacts, 2);
  }
  return all;
}

py::object design(const AssignedScene& self, const py::object& vary, const py::object& pairs,
                  const py::object& weights, const py::object& closed) {
  DesignQuestion question;
  readVariables(self, vary, question);
  question.pairs = readPairs(pairs);
  if (!weights.is_none()) {
    for (const auto& [key, weight] : weights.cast<py::dict>()) {
      const auto name = utf8From(key, "weights");
      rangeOf(question, name).weight = numberFrom(self, weight, "weights[" + name + "]");
    }
  }
  if (!closed.is_none()) question.closed = textsFrom(closed, "closed");
  const DesignAnswer answer = callLong([&](std::stop_token stop) {
    return findDesign(*self.scene, self.assignments, question, std::move(stop));
  });
  py::object record = fromJson(designJson(*self.scene, answer));
  if (answer.refusal.empty())
    record.attr("designed") = assignedScene(answer.scene ? answer.scene : self.scene, answer.assignments);
  else
    record.attr("designed") = py::none();
  return record;
}

py::list uniqueValues(const AssignedScene& self, const py::object& contacts, const py::object& vary) {
  std::vector<std::string> pair;
  if (contacts.is_none()) {
    const ImpactProblem impact = self.impact();
    for (const ContactLabel& label : impact.labels()) pair.push_back(label.name);
  } else {
    pair = textsFrom(contacts, "contacts");
  }
  if (pair.size() != 2)
    refuse("contacts", "are " + std::to_string(pair.size()), "the names of two closed contacts");
  std::vector<std::string> wanted;
  if (!vary.is_none()) wanted = textsFrom(vary, "vary");
  for (const std::string& name : wanted)
    if (const auto known = parameterNames(*self.scene); std::ranges::find(known, name) == known.end())
      refuseName("vary", "parameter", name, known);
  const std::vector<UniqueDesign> designs = callLong([&](std::stop_token stop) {
    return nearestUniqueDesigns(*self.scene, self.assignments, {pair[0], pair[1]}, stop);
  });
  py::list found;
  for (const UniqueDesign& each : designs) {
    if (!vary.is_none() && std::ranges::find(wanted, each.parameter) == wanted.end()) continue;
    found.append(fromJson(Json{{"parameter", each.parameter},
                               {"value", each.value},
                               {"multiplicity", each.m},
                               {"unique", each.unique}}));
  }
  return found;
}

constexpr const char* designDoc =
    "design($self, vary=None, *, pairs=None, weights=None, closed=None)\n--\n\n"
    "The nearest design whose pairs of contacts fit G = -cos(pi/m), with these contacts closed: found, "
    "variables\n"
    "and pairs (each before and after), gaps, xi, iterations, starts, residual, and designed: the Scene with "
    "these\n"
    "values. Where no design is found within the bounds, all of these are of the nearest miss.\n\n"
    "vary: names of parameters, each between the ends of its slider, and of initial coordinates such as "
    "'a.x', or\n"
    "a dict of bounds by name; the parameters that the scene marks as free where left out. pairs: pairs of "
    "names of\n"
    "contacts, orthogonal (m = 2), or a dict of m by pair, 'nearest' among them; all pairs of closed "
    "contacts where\n"
    "left out. weights: how much a change of a variable counts, by name. closed: contacts to be closed "
    "beside those\n"
    "of the pairs.";

constexpr const char* uniqueValuesDoc =
    "unique_values($self, contacts=None, *, vary=None)\n--\n\n"
    "For each parameter with a slider, the nearest value at which two contacts fit G = -cos(pi/m), "
    "the other\n"
    "parameters kept: a list of records with parameter, value (SI), multiplicity (m), and unique: "
    "whether every\n"
    "pair of the impact fits there, so that the outcome is unique for every momentum.\n\n"
    "contacts: the names of two closed contacts; may be left out where there are but two. vary: names "
    "of\n"
    "parameters; all where left out.\n"
    "200 steps to each end of the slider; a value that is crossed twice within a step is missed.";

}  // namespace

void defineDesign(py::class_<AssignedScene>& type) {
  type.def("design", design, py::arg("vary") = py::none(), py::kw_only(), py::arg("pairs") = py::none(),
           py::arg("weights") = py::none(), py::arg("closed") = py::none(), designDoc)
      .def("unique_values", uniqueValues, py::arg("contacts") = py::none(), py::kw_only(),
           py::arg("vary") = py::none(), uniqueValuesDoc);
}

}  // namespace carom::python
