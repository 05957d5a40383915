#include "answer/document/run_document.h"

#include <algorithm>

#include "answer/document/future_json.h"
#include "answer/document/outcomes_json.h"
#include "answer/document/start_json.h"
#include "base/number_text.h"
#include "mechanics/contact/contacts.h"
#include "mechanics/motion/impact_passage.h"

namespace carom {

namespace run_rows {
namespace {

using R = RecordedMotion;
using Step = RunRecord::Entry;

/// The ends of all orderings of an impact: null where only one was followed; a single contact has but one.
Json endsJson(const R& r, std::size_t number) {
  const ImpactEvent& impact = r.trajectory.impacts[number];
  if (!r.searched || !isOrdered(impact)) return nullptr;
  Json outcomes = Json::array();
  if (!impact.alternatives) {
    const WholeImpact whole = wholeImpact(r.mechanism(), r.trajectory, number);
    outcomes.push_back({{"momentum", list(whole.momenta.rightCols<1>())},
                        {"orderings", "1"},
                        {"example", impact.atOnce ? Json() : wordJson(impact.labels, impact.word)}});
    return outcomes;
  }
  for (const Outcome& outcome : impact.alternatives->outcomes)
    outcomes.push_back(
        {{"momentum", list(outcome.momentum)},
         {"orderings", impact.alternatives->complete() ? Json(outcome.orderings.str()) : Json()},
         {"example", wordJson(impact.labels, outcome.example)}});
  return outcomes;
}

Json xiJson(const ImpactEvent& impact, bool searched) {
  if (!searched || !isOrdered(impact)) return nullptr;
  if (!impact.alternatives) return 0.0;
  return impact.alternatives->complete() ? Json(impact.alternatives->indeterminacy.xi) : Json();
}

/// q and p of a state.
Json stateJson(const Eigen::Ref<const Eigen::VectorXd>& q, const Eigen::Ref<const Eigen::VectorXd>& p) {
  return {{"q", list(q)}, {"p", list(p)}};
}

/// The loops of a run: the largest residuals of its reported steps, and the impulses of all its impacts.
Json loopsOfRun(const R& r) {
  const Mechanism& mechanism = r.mechanism();
  if (mechanism.loops().empty()) return nullptr;
  std::vector<LoopState> loops = loopStates(mechanism, r.record->entry(0).q);
  Eigen::Index equations = 0;
  for (const LoopState& loop : loops) equations += loop.equations;
  for (std::size_t i = 1; i < r.record->size(); ++i) {
    const std::vector<LoopState> there = loopStates(mechanism, r.record->entry(i).q);
    for (std::size_t k = 0; k < loops.size(); ++k)
      loops[k].residual = std::max(loops[k].residual, there[k].residual);
  }
  Eigen::VectorXd sum = Eigen::VectorXd::Zero(equations);
  for (std::size_t i = 0; i < r.trajectory.impacts.size(); ++i) {
    const WholeImpact whole = wholeImpact(mechanism, r.trajectory, i);
    const Eigen::VectorXd all = loopImpulsesOf(whole.problem, whole.impulses.normal, whole.impulses.friction);
    if (all.size() == equations) sum += all;
  }
  return loopsJson(loops, sum);
}

/// The pushes of a run: time (s), body, impulse (N·s), work (J).
Json pushesJson(const R& r) {
  Json pushes = Json::array();
  for (const PushEvent& push : r.trajectory.pushes)
    pushes.push_back({{"time", push.time},
                      {"body", r.mechanism().bodies()[static_cast<std::size_t>(push.body)].name},
                      {"impulse", {push.impulse.x(), push.impulse.y(), push.impulse.z()}},
                      {"work", push.work}});
  return pushes;
}

Json energyErrorJson(const R& r) {
  return {{"max_relative", r.record->relativeError(0, 1)},
          {"first_tenth", r.record->relativeError(0, 0.1)},
          {"last_tenth", r.record->relativeError(0.9, 1)}};
}

Json localErrorJson(const R& r) {
  const auto& worst = r.record->localError();
  return worst ? stateJson(worst->q, worst->p) : Json();
}

/// What the run did not locate as impacts: closings that settled within a step, what they took (J), and the
/// steps whose contact impulses are rough, and the contacts left to overlap, see Trajectory.
Json extremesJson(const R& r) {
  if (r.quantities.empty()) return nullptr;
  Json list = Json::array();
  for (const RunQuantity& quantity : r.quantities) {
    const RunValues::Span span = r.values->span(quantity);
    list.push_back({{"name", quantity.key},
                    {"unit", quantity.unit},
                    {"start", number(span.start)},
                    {"end", number(span.end)},
                    {"least", number(span.least)},
                    {"greatest", number(span.greatest)},
                    {"mean", number(span.mean)}});
  }
  return list;
}

Json settledJson(const R& r) {
  const Trajectory& motion = r.trajectory;
  return {{"closings", motion.settlings.size()}, {"loss", motion.settledLoss},
          {"rough_steps", motion.roughSteps},    {"unexamined_steps", motion.unexaminedSteps},
          {"overlaps", motion.overlaps},         {"deepest_overlap", motion.deepestOverlap}};
}

Json smallBodyJson(const R& r) {
  const auto small = bodyNearClosedGap(r.mechanism());
  if (!small) return nullptr;
  return {{"body", r.mechanism().bodies()[static_cast<std::size_t>(small->body)].name},
          {"size", small->size},
          {"closed_gap", closedGap}};
}

std::string_view ruleWord(ForceChoice::Rule rule) {
  return rule == ForceChoice::Rule::StaysAtRest ? "stays-at-rest" : "least-forces";
}

/// The states at which Coulomb's law has several solutions: time (s), contacts, how many solutions with
/// different accelerations, and the rule that chose.
Json severalSolutionsJson(const R& r) {
  Json choices = Json::array();
  for (const ForceChoice& choice : r.trajectory.choices) {
    Json contacts = Json::array();
    for (const int contact : choice.contacts)
      contacts.push_back(r.mechanism().contacts()[static_cast<std::size_t>(contact)].name);
    choices.push_back({{"time", choice.time},
                       {"contacts", std::move(contacts)},
                       {"solutions", choice.solutions},
                       {"rule", std::string(ruleWord(choice.rule))}});
  }
  return choices;
}

Json variationOf(const R& r) {
  if (!r.variation) return {};
  return variationJson(r.mechanism(), r.trajectory, *r.variation, *r.growth,
                       r.directed ? &*r.directed : nullptr);
}

/// The word for the reason why a run ended early; "none" where it did not.
std::string_view stopWord(StopKind kind) {
  switch (kind) {
    case StopKind::Jammed:
      return "jammed";
    case StopKind::ImpactLimit:
      return "impacts";
    case StopKind::NotConverged:
      return "step";
    case StopKind::EndlessImpact:
      return "reflections";
    case StopKind::GainsEnergy:
      return "energy";
    case StopKind::StepLimit:
      return "max-steps";
    case StopKind::Memory:
      return "memory";
    case StopKind::Cancelled:
      return "cancelled";
    case StopKind::None:
      break;
  }
  return "none";
}

Json stoppedJson(const R& r) {
  if (r.trajectory.complete) return {};
  return {{"time", r.trajectory.stoppedAt}, {"reason", r.trajectory.stopReason}};
}

constexpr RunKey rows[] = {
    {{"scene", "", "The name of the scene", "-", "str"},
     RunValue([](const R& r) { return Json(r.scene->name()); })},
    {{"coordinates", "", "Records with name and unit (m or rad) of the n coordinates", "",
      "tuple[Record, ...]"},
     RunValue([](const R& r) { return coordinatesJson(r.mechanism().coordinates()); })},
    {{"times", "s", "(m,) times of the reported steps in s", "[0]", "Floats"},
     StepNumber([](const Step& step) { return step.time; }),
     "time"},
    {{"energy", "J", "(m,) energy in J, above that at rest where there is a rest", "[0]", "Floats"},
     StepNumber([](const Step& step) { return step.energy; }),
     "energy"},
    {{"q", "", "(m, n) configurations, in m or rad by coordinate", "[0][0]: q", "Floats"},
     StepVector([](const Step& step) { return step.q; }),
     ""},
    {{"momentum", "", "(m, n) momenta, kg m/s or kg m^2/s", "[0][0]: p", "Floats"},
     StepVector([](const Step& step) { return step.p; }),
     "p:"},
    {{"growth", "1",
      "With variation: (m,) growth of a perturbation from the start to each reported step, at most; else "
      "None",
      "[0]", "Floats | None"},
     StepOfRun{[](const R& r) { return r.growth.has_value(); },
               [](const R& r, const Step& step) { return r.growth->at(step.time); }},
     "growth"},
    {{"quantities", "",
      "With quantity: (m,) arrays by their keys, in SI, such as 'E total' or 'gap ac'; else None", "*",
      "dict[str, Floats] | None"},
     StepQuantities(),
     ""},
    {{"extremes", "",
      "With quantity: records of each quantity, in SI: name (its key), start, end, least, greatest and mean "
      "over time, at 2000 "
      "times and at all impacts; else None",
      ": 1, [0].start, [0].end, [0].least, [0].greatest, [0].mean", "tuple[Record, ...] | None"},
     RunValue(extremesJson)},
    {{"impacts", "",
      "Records of the impacts: time (s), contacts, path, outcomes, xi, energy_before, energy_after (J), "
      "plastic, "
      "at_once, no_solution, and report: the Report, with alternatives where several contacts closed, else "
      "None",
      ": 1, [0].time: s, [0].contacts, [0].path, [0].outcomes, [0].outcomes[0].momentum[0]: p, "
      "[0].outcomes[0].orderings: 1, [0].outcomes[0].example, [0].xi: 1, [0].energy_before: J, "
      "[0].energy_after: J, "
      "[0].plastic, [0].at_once, [0].no_solution",
      "tuple[Record, ...]"},
     RunImpacts()},
    {{"pushes", "",
      "Records of the pushes: time (s), body, impulse (N s, along the axes of the world), work (J)",
      ": 1, [0].time: s, [0].impulse[0]: N*s, [0].work: J", "tuple[Record, ...]"},
     RunValue(pushesJson)},
    {{"ledger", "J",
      "A record of (m,) arrays in J: kinetic, gravity, spring, motor, damper, friction, impact, push",
      "kinetic[0], gravity[0], spring[0], motor[0], damper[0], friction[0], impact[0], push[0]", "Record"},
     StepColumns(ledgerColumns)},
    {{"energy_error", "1",
      "The relative error of the energy over all steps: max_relative, first_tenth and last_tenth of the run",
      "max_relative, first_tenth, last_tenth", "Record"},
     RunValue(energyErrorJson)},
    {{"local_error", "", "With local_error: the largest estimate for each coordinate, q and p; else None",
      "q[0]: q, p[0]: p", "Record | None"},
     RunValue(localErrorJson)},
    {{"initial", "", "The initial state: q and p (n,)", "q[0]: q, p[0]: p", "Record"},
     RunValue([](const R& r) { return stateJson(r.instance.initial.q, r.instance.initial.p); })},
    {{"final", "", "The last state: q and p (n,)", "q[0]: q, p[0]: p", "Record"},
     RunValue([](const R& r) { return stateJson(r.record->last().q, r.record->last().p); })},
    {{"derived", "", "The derived quantities of the scene by name, in SI; None without any", "*",
      "Record | None"},
     RunValue([](const R& r) { return r.instance.derived.empty() ? Json() : derivedJson(r.instance); })},
    {{"touching", "",
      "The closing of gaps, where the scene asks for it: contacts, gap and moved (name, by, value, unit), "
      "iterations and residual; else None, and None with another start",
      "contacts, gap, moved, moved[0].by, moved[0].value, iterations, residual", "Record | None"},
     RunValue([](const R& r) { return r.instance.touching ? touchingJson(r.instance) : Json(); })},
    {{"closing", "",
      "The closing of loops, where the scene has some: loops, moved (name, by, value, unit), iterations and "
      "residual; else None, and None with another start",
      "loops, moved, moved[0].by, moved[0].value, iterations, residual", "Record | None"},
     RunValue([](const R& r) { return r.instance.closing ? closingJson(r.instance) : Json(); })},
    {{"loops", "",
      "The loops, where the scene has some: name, residual (largest |g| of its equations at the reported "
      "steps) and impulse (of each equation, in N s or N m s, the sum of all impacts); else None",
      ": 1, [0].residual, [0].impulse[0]: N*s", "tuple[Record, ...] | None"},
     RunValue(loopsOfRun)},
    {{"settled", "",
      "Contacts that settled without an impact: closings (count) of contacts whose bounces would end within "
      "a "
      "step, their loss (J); rough_steps (count), whose contact impulses are known to 1e-8 or whose gaps "
      "to 1e-10 m or O(h^2) only; unexamined_steps (count), at which nothing is known of several or no "
      "solutions of Coulomb's law, because more than four contacts act on each other, or joints with dry "
      "friction on them; and overlaps (count) of contacts that came back within a step that another impact "
      "ended, and were left to overlap there, with the deepest_overlap (m): those of e = 1 are, up to 1e-6 m",
      "closings: 1, loss: J, rough_steps: 1, unexamined_steps: 1, overlaps: 1, deepest_overlap: m", "Record"},
     RunValue(settledJson)},
    {{"small_body", "",
      "Where bodies are smaller than 0.1 mm: the smallest body, its size (m), and closed_gap (m), the gap up "
      "to "
      "which contacts count as closed at any size; else None",
      "body, size: m, closed_gap: m", "Record | None"},
     RunValue(smallBodyJson)},
    {{"several_solutions", "",
      "Records of the states at which Coulomb's law has several solutions: time (s), contacts, solutions "
      "(count), "
      "and the rule that chose, 'stays-at-rest' or 'least-forces'",
      ": 1, [0].time: s, [0].contacts, [0].solutions: 1", "tuple[Record, ...]"},
     RunValue(severalSolutionsJson)},
    {{"variation", "",
      "With variation: the derivative of the run by its initial state: until (s), map (2n, 2n) of (dq, dp), "
      "where dq of a spherical joint is its turn about the axes of the body (rad), growth (2n) and "
      "directions, along the largest growth at times of the run, impacts with the orderings "
      "of ties, their maps and cones, continuous, corners, the derivative in the direction asked for, and "
      "the reason of an early stop; else None",
      "-", "Record | None"},
     RunValue(variationOf)},
    {{"complete", "", "Whether the run reached its end", "", "bool"},
     RunValue([](const R& r) { return Json(r.trajectory.complete); })},
    {{"limit", "",
      "The limit that ended the run early: 'jammed', 'max-steps', 'memory', 'step', ...; else None", "-",
      "str | None"},
     RunValue(
         [](const R& r) { return r.trajectory.complete ? Json() : Json(stopWord(r.trajectory.stopKind)); })},
    {{"stopped", "", "The time (s) and the reason of an early end; else None", "time: s", "Record | None"},
     RunValue(stoppedJson)},
};

/// The value of a key; null where the document does not have it.
struct ValueOf {
  const R& r;

  Json operator()(RunValue value) const { return value(r); }
  Json operator()(StepNumber value) const {
    return eachStep([&](const Step& step) { return number(value(step)); });
  }
  Json operator()(StepOfRun one) const {
    return one.isThere(r) ? eachStep([&](const Step& step) { return number(one.value(r, step)); }) : Json();
  }
  Json operator()(StepVector value) const {
    return eachStep([&](const Step& step) { return list(value(step)); });
  }
  Json operator()(StepColumns columns) const {
    Json json;
    for (const LedgerColumn& column : columns())
      json[column.name] =
          eachStep([&](const Step& step) { return number(column.value(r.mechanism(), step)); });
    return json;
  }
  Json operator()(StepQuantities /*quantities*/) const {
    Json json;
    for (const RunQuantity& quantity : r.quantities)
      json[quantity.key] = eachStep([&](const Step& step) { return number(quantityAt(r, quantity, step)); });
    return json;
  }
  Json operator()(RunImpacts /*impacts*/) const {
    Json impacts = Json::array();
    for (std::size_t i = 0; i < r.trajectory.impacts.size(); ++i) {
      const ImpactEvent& impact = r.trajectory.impacts[i];
      impacts.push_back(runImpactJson(r, i));
      if (!impact.atOnce) impacts.back()["path"] = wordJson(impact.labels, impact.word);
    }
    return impacts;
  }

 private:
  template <class Value>
  Json eachStep(const Value& value) const {
    Json json = Json::array();
    for (std::size_t i = 0; i < r.record->size(); ++i) json.push_back(value(r.record->entry(i)));
    return json;
  }
};

/// Writes a key with its value, where the document has it.
struct WriteValue {
  const R& r;
  const TextSink& sink;
  JsonStream& stream;
  std::string_view key;

  void operator()(RunValue value) const {
    if (const Json json = value(r); !json.is_null()) stream.add(key, json);
  }
  void operator()(StepNumber value) const { addColumn(key, value); }
  void operator()(StepOfRun one) const {
    if (one.isThere(r)) addColumn(key, [&](const Step& step) { return one.value(r, step); });
  }
  void operator()(StepVector value) const {
    stream.addList(key, r.record->size(), [&](std::string& text, std::size_t i) {
      char separator = '[';
      for (const double x : value(r.record->entry(i))) {
        text += separator;
        appendNumber(text, x);
        separator = ',';
      }
      text += ']';
    });
  }
  void operator()(StepColumns columns) const {
    stream.beginObject(key);
    for (const LedgerColumn& column : columns())
      addColumn(column.name, [&](const Step& step) { return column.value(r.mechanism(), step); });
    stream.endObject();
  }
  void operator()(StepQuantities /*quantities*/) const {
    if (r.quantities.empty()) return;
    stream.beginObject(key);
    for (const RunQuantity& quantity : r.quantities)
      addColumn(quantity.key, [&](const Step& step) { return quantityAt(r, quantity, step); });
    stream.endObject();
  }
  void operator()(RunImpacts /*impacts*/) const {
    const auto& impacts = r.trajectory.impacts;
    stream.addLines(key, impacts.size(), [&](std::size_t i) {
      writeWithWord(sink, lineOf(runImpactJson(r, i)), "\"path\":", impacts[i].labels, impacts[i].word);
    });
  }

 private:
  template <class Value>
  void addColumn(std::string_view name, const Value& value) const {
    stream.addList(name, r.record->size(),
                   [&](std::string& text, std::size_t i) { appendNumber(text, value(r.record->entry(i))); });
  }
};

}  // namespace
}  // namespace run_rows

std::span<const LedgerColumn> ledgerColumns() {
  static constexpr LedgerColumn columns[] = {
      {"kinetic", [](const Mechanism&, const RunRecord::Entry& step) { return step.kinetic; }},
      {"gravity",
       [](const Mechanism& mechanism, const RunRecord::Entry& step) {
         if (mechanism.gravity().isZero()) return 0.0;
         return step.energy - step.kinetic - mechanism.springEnergy(step.q);
       }},
      {"spring", [](const Mechanism& mechanism,
                    const RunRecord::Entry& step) { return mechanism.springEnergy(step.q); }},
      {"motor", [](const Mechanism&, const RunRecord::Entry& step) { return step.flow.motor; }},
      {"damper", [](const Mechanism&, const RunRecord::Entry& step) { return step.flow.damper; }},
      {"friction", [](const Mechanism&, const RunRecord::Entry& step) { return step.flow.friction; }},
      {"impact", [](const Mechanism&, const RunRecord::Entry& step) { return step.flow.impact; }},
      {"push", [](const Mechanism&, const RunRecord::Entry& step) { return step.flow.push; }}};
  return columns;
}

double quantityAt(const RecordedMotion& r, const RunQuantity& quantity, const RunRecord::Entry& step) {
  return r.values->atState(quantity, step.time, step.q, step.p, step.flow);
}

std::span<const RunKey> runKeys() {
  return run_rows::rows;
}

Json runImpactJson(const RecordedMotion& r, std::size_t number) {
  const ImpactEvent& impact = r.trajectory.impacts[number];
  Json contacts = Json::array();
  for (const ContactLabel& label : impact.labels) contacts.push_back(label.name);
  return {{"time", impact.time},
          {"contacts", std::move(contacts)},
          {"path", impact.atOnce ? Json() : Json::array()},
          {"outcomes", run_rows::endsJson(r, number)},
          {"xi", run_rows::xiJson(impact, r.searched)},
          {"energy_before", impact.energyBefore},
          {"energy_after", impact.energyAfter},
          {"plastic", impact.plastic},
          {"at_once", impact.atOnce},
          {"no_solution", !impact.jammed.empty()}};
}

Json runDocument(const RecordedMotion& motion, const std::vector<std::string_view>& only) {
  Json json;
  for (const RunKey& row : runKeys()) {
    if (!only.empty() && std::ranges::find(only, row.key) == only.end()) continue;
    if (Json value = std::visit(run_rows::ValueOf{motion}, row.value); !value.is_null())
      json[std::string(row.key)] = std::move(value);
  }
  return json;
}

void writeRunJson(const TextSink& sink, const RecordedMotion& motion, const Json& made) {
  JsonStream stream(sink);
  for (const RunKey& row : runKeys())
    std::visit(run_rows::WriteValue{motion, sink, stream, row.key}, row.value);
  if (!made.is_null()) stream.add("made", made);
  stream.finish();
}

void writeRunCsv(const TextSink& sink, const RecordedMotion& motion) {
  std::string text;
  const auto add = [&text](std::string_view cell) {
    if (!text.empty()) text += ',';
    text += cell;
  };
  for (const RunKey& row : runKeys()) {
    if (!row.csv) continue;
    const auto* one = std::get_if<StepOfRun>(&row.value);
    if (std::holds_alternative<StepNumber>(row.value) || (one && one->isThere(motion))) add(row.csv);
    if (std::holds_alternative<StepVector>(row.value))
      for (const Coordinate& coordinate : motion.mechanism().coordinates()) add(row.csv + coordinate.name);
    if (std::holds_alternative<StepQuantities>(row.value))
      for (const RunQuantity& quantity : motion.quantities) add(quantity.key);
  }
  sink(text + '\n');
  for (std::size_t i = 0; i < motion.record->size(); ++i) {
    const RunRecord::Entry step = motion.record->entry(i);
    text.clear();
    for (const RunKey& row : runKeys()) {
      if (!row.csv) continue;
      if (const auto* value = std::get_if<StepNumber>(&row.value)) add(shortestText((*value)(step)));
      if (const auto* one = std::get_if<StepOfRun>(&row.value); one && one->isThere(motion))
        add(shortestText(one->value(motion, step)));
      if (const auto* vector = std::get_if<StepVector>(&row.value))
        for (const double x : (*vector)(step)) add(shortestText(x));
      if (std::holds_alternative<StepQuantities>(row.value))
        for (const RunQuantity& quantity : motion.quantities)
          add(shortestText(quantityAt(motion, quantity, step)));
    }
    sink(text += '\n');
  }
}

}  // namespace carom
