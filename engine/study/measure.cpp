#include "study/measure.h"

#include <algorithm>
#include <cmath>

#include "base/near_names.h"
#include "models/compare_models.h"
#include "scene/scene_error.h"

namespace carom {

namespace {

using Kind = Measure::Kind;

/// Every measure with a name of its own. `gram`, `projection` and `distance` have a row for the name with
/// what follows.
constexpr std::array<MeasureName, 9> measureTable{{
    {"xi", "largest distance between two outcomes over the momentum before the impact", Kind::Xi},
    {"gram", "Gram coefficient of the first two contacts", Kind::Gram},
    {"gram:", "Gram coefficient of two contacts", Kind::Gram},
    {"projection", "projection of the momentum on the first two normals over the momentum", Kind::Projection},
    {"projection:", "projection of the momentum on the normals of two contacts over the momentum",
     Kind::Projection},
    {"outcomes", "number of outcomes of all orderings", Kind::Outcomes},
    {"orderings", "number of orderings", Kind::Orderings},
    {"certificate.unique", "1: the outcome is proven unique for every momentum; 0: it is not", Kind::Unique},
    {"distance:", "distance of a model's answer from the nearest outcome over the momentum before",
     Kind::Distance},
}};

[[noreturn]] void refuseMeasure(const std::string& text) {
  std::vector<std::string> near;
  for (const MeasureName& row : measureTable)
    if (!row.name.ends_with(':')) near.emplace_back(row.name);
  near = nearNames(text, near);
  const std::string known =
      "xi, gram, gram:CONTACT:CONTACT, projection, projection:CONTACT:CONTACT, outcomes, orderings, "
      "certificate.unique or distance:MODEL";
  throw SceneError("", "measure", "unknown measure \"" + text + '"',
                   near.empty() ? known : near.front() + ", of " + known, SceneError::Fault::Command);
}

const ImpactModel* modelNamed(const std::string& name) {
  if (const ImpactModel* model = findImpactModel(name)) return model;
  std::vector<std::string> known;
  for (const ImpactModel& model : impactModels()) known.emplace_back(model.name);
  throw SceneError("", "measure", "unknown model \"" + name + '"', expectedName(name, known),
                   SceneError::Fault::Command);
}

std::array<std::string, 2> pairNamed(const std::string& text, std::size_t begin) {
  const auto middle = text.find(':', begin);
  if (middle == std::string::npos || middle == begin || middle + 1 == text.size()) refuseMeasure(text);
  return {text.substr(begin, middle - begin), text.substr(middle + 1)};
}

/// Index of a closed contact in the problem by name; −1 where it is open.
int contactIndex(const ImpactProblem& problem, const std::string& name) {
  for (int i = 0; i < problem.contactCount(); ++i)
    if (problem.labels()[static_cast<std::size_t>(i)].name == name) return i;
  return -1;
}

void requireContact(const Mechanism& mechanism, const std::string& name) {
  std::vector<std::string> known;
  for (const ContactPair& contact : mechanism.contacts()) {
    if (contact.name == name) return;
    known.push_back(contact.name);
  }
  throw SceneError("", "measure", "unknown contact \"" + name + '"', expectedName(name, known),
                   SceneError::Fault::Command);
}

/// ‖p*‖/‖p‖ of two contacts, from its components along and across the bisector of their normals.
double projectionShare(const ImpactProblem& problem, int i, int j) {
  const double G = problem.gram()(i, j), a = problem.contactCoordinates()[i],
               b = problem.contactCoordinates()[j];
  const double sum = std::sqrt(std::max(0.0, 2 + 2 * G)), difference = std::sqrt(std::max(0.0, 2 - 2 * G));
  const double along = sum > 0 ? (a + b) / sum : 0, across = difference > 0 ? (a - b) / difference : 0;
  return problem.momentumNorm() > 0 ? std::hypot(along, across) / problem.momentumNorm() : 0;
}

/// The measures of a pair.
Cell ofPair(const Measure& measure, const MeasuredPoint& point) {
  const bool firstPair = measure.pair[0].empty();
  if (!firstPair)
    for (const std::string& name : measure.pair) requireContact(point.mechanism, name);
  if (!point.problem || point.problem->contactCount() < 2) return emptyCell(EmptyCell::NoPair);
  const int i = firstPair ? 0 : contactIndex(*point.problem, measure.pair[0]);
  const int j = firstPair ? 1 : contactIndex(*point.problem, measure.pair[1]);
  if (i < 0 || j < 0) return emptyCell(EmptyCell::NoPair);
  return {measure.kind == Kind::Gram ? point.problem->gram()(i, j) : projectionShare(*point.problem, i, j),
          ""};
}

/// The measure without a closed contact: the only ordering is the empty one, and every model keeps the
/// momentum.
Cell withoutContact(Kind kind) {
  if (kind == Kind::Xi || kind == Kind::Distance) return {0.0, ""};
  if (kind == Kind::Unique) return {1.0, ""};
  return {1.0, "1"};
}

Cell distance(const Measure& measure, const ImpactReport& report) {
  if (report.jammed()) return emptyCell(EmptyCell::Jammed);
  const ComparedModel compared =
      compareModel(*measure.model, report, OutcomeHull(report), modelOptions(report));
  if (!compared.place) return emptyCell(EmptyCell::NoAnswer);
  return {compared.place->distance, ""};
}

Cell ofReport(const Measure& measure, const ImpactReport& report) {
  if (measure.kind == Kind::Unique) {
    const std::optional<bool> unique = uniqueForEveryMomentum(report);
    return unique ? Cell{*unique ? 1.0 : 0.0, ""} : emptyCell(EmptyCell::Undecided);
  }
  if (!report.complete())
    return emptyCell(report.termination.decided ? EmptyCell::Limit : EmptyCell::Undecided);
  if (measure.kind == Kind::Xi) {
    if (report.jammed()) return emptyCell(EmptyCell::Jammed);
    if (!report.indeterminacy.isExact() && report.tolerance == 0) return emptyCell(EmptyCell::Undecided);
    return {report.indeterminacy.xi, "", report.maxLength};
  }
  if (measure.kind == Kind::Distance) return distance(measure, report);
  if (measure.kind == Kind::Orderings && report.cut()) return emptyCell(EmptyCell::Undecided);
  const Count count = measure.kind == Kind::Orderings ? report.orderings : Count(report.outcomes.size());
  return {count.toDouble(), count.str()};
}

}  // namespace

std::string_view toString(EmptyCell why) {
  static constexpr std::array<std::string_view, emptyCellKinds> words{
      "", "impossible", "no-pair", "jammed", "limit", "undecided", "no-answer", "absent"};
  return words[static_cast<std::size_t>(why)];
}

std::span<const MeasureName> measureNames() {
  return measureTable;
}

const MeasureName* nameOf(const Measure& measure) {
  const bool follows = measure.kind == Kind::Distance || !measure.pair[0].empty();
  for (const MeasureName& row : measureTable)
    if (row.kind == measure.kind && row.name.ends_with(':') == follows) return &row;
  return nullptr;
}

std::optional<Measure> findMeasure(const std::string& text) {
  for (const MeasureName& row : measureTable) {
    if (text == row.name && !row.name.ends_with(':')) return Measure{row.kind, {}};
    if (!row.name.ends_with(':') || !text.starts_with(row.name)) continue;
    if (row.kind == Kind::Distance) return Measure{row.kind, {}, modelNamed(text.substr(row.name.size()))};
    return Measure{row.kind, pairNamed(text, row.name.size())};
  }
  return std::nullopt;
}

Measure parseMeasure(const std::string& text) {
  const std::optional<Measure> found = findMeasure(text);
  if (!found) refuseMeasure(text);
  return *found;
}

bool needsReport(const Measure& measure) {
  return measure.kind != Kind::Gram && measure.kind != Kind::Projection && measure.kind != Kind::Run &&
         measure.kind != Kind::Landing;
}

Cell measureAt(const MeasuredPoint& point, const Measure& measure) {
  if (measure.kind == Kind::Gram || measure.kind == Kind::Projection) return ofPair(measure, point);
  return point.problem ? ofReport(measure, *point.report) : withoutContact(measure.kind);
}

}  // namespace carom
