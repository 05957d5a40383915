#include "cli/simulate_report.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "answer/document/future_json.h"
#include "answer/document/start_json.h"
#include "base/number_text.h"
#include "mechanics/motion/choice_text.h"
#include "mechanics/motion/impact_passage.h"

namespace carom {

namespace {

/// The ends of all orderings of an impact: null where only one was followed; a single contact has but one.
Json outcomesJson(const SimulatedRun& run, std::size_t number) {
  const ImpactEvent& impact = run.trajectory.impacts[number];
  if (!run.searched || !isOrdered(impact)) return nullptr;
  Json outcomes = Json::array();
  if (!impact.alternatives) {
    const WholeImpact whole = wholeImpact(*run.instance.mechanism, run.trajectory, number);
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

using Entry = RunRecord::Entry;

/// A list with one number of each step.
template <typename Value>
void addColumn(JsonStream& stream, const char* key, const RunRecord& record, const Value& value) {
  stream.addList(key, record.size(),
                 [&](std::string& text, std::size_t i) { appendNumber(text, value(record.entry(i))); });
}

/// A list with a list of numbers of each step.
template <typename Vector>
void addRows(JsonStream& stream, const char* key, const RunRecord& record, const Vector& vector) {
  stream.addList(key, record.size(), [&](std::string& text, std::size_t i) {
    char separator = '[';
    for (const double x : vector(record.entry(i))) {
      text += separator;
      appendNumber(text, x);
      separator = ',';
    }
    text += ']';
  });
}

/// Where the energy is and went, an array each, as an object on one line.
void addLedger(JsonStream& stream, const Mechanism& mechanism, const RunRecord& record) {
  stream.beginObject("ledger");
  for (const LedgerColumn& column : ledgerColumns())
    addColumn(stream, column.name, record,
              [&](const Entry& entry) { return column.value(mechanism, entry); });
  stream.endObject();
}

void addEnd(JsonStream& stream, const SimulatedRun& run, const RunRecord& record) {
  const Mechanism& mechanism = *run.instance.mechanism;
  stream.add("energy_error", {{"max_relative", record.relativeError(0, 1)},
                              {"first_tenth", record.relativeError(0, 0.1)},
                              {"last_tenth", record.relativeError(0.9, 1)}});
  if (const auto& worst = record.localError())
    stream.add("local_error", {{"q", list(worst->q)}, {"p", list(worst->p)}});
  const Entry last = record.last();
  stream.add("initial", {{"q", list(run.instance.initial.q)}, {"p", list(run.instance.initial.p)}});
  stream.add("final", {{"q", list(last.q)}, {"p", list(last.p)}});
  const Json start = runStartJson(run);
  for (const auto& [key, value] : start.items()) stream.add(key, value);
  stream.add("settled", settledJson(run));
  stream.add("several_solutions", severalSolutionsJson(run));
  if (run.variation)
    stream.add("variation", variationJson(mechanism, run.trajectory, *run.variation,
                                          run.directed ? &*run.directed : nullptr));
  stream.add("complete", run.trajectory.complete);
  if (run.trajectory.complete) return;
  stream.add("limit", std::string(stopWord(run.trajectory.stopKind)));
  stream.add("stopped", {{"time", run.trajectory.stoppedAt}, {"reason", run.trajectory.stopReason}});
}

}  // namespace

Json runStartJson(const SimulatedRun& run) {
  Json start = Json::object();
  if (!run.instance.derived.empty()) start["derived"] = derivedJson(run.instance);
  if (run.instance.touching) start["touching"] = touchingJson(run.instance);
  if (run.instance.closing) start["closing"] = closingJson(run.instance);
  return start;
}

std::span<const LedgerColumn> ledgerColumns() {
  static constexpr LedgerColumn columns[] = {
      {"kinetic", [](const Mechanism&, const Entry& entry) { return entry.kinetic; }},
      {"gravity",
       [](const Mechanism& mechanism, const Entry& entry) {
         if (mechanism.gravity().isZero()) return 0.0;
         return entry.energy - entry.kinetic - mechanism.springEnergy(entry.q);
       }},
      {"spring",
       [](const Mechanism& mechanism, const Entry& entry) { return mechanism.springEnergy(entry.q); }},
      {"motor", [](const Mechanism&, const Entry& entry) { return entry.flow.motor; }},
      {"damper", [](const Mechanism&, const Entry& entry) { return entry.flow.damper; }},
      {"friction", [](const Mechanism&, const Entry& entry) { return entry.flow.friction; }},
      {"impact", [](const Mechanism&, const Entry& entry) { return entry.flow.impact; }},
      {"push", [](const Mechanism&, const Entry& entry) { return entry.flow.push; }}};
  return columns;
}

Json runImpactJson(const SimulatedRun& run, std::size_t number) {
  const ImpactEvent& impact = run.trajectory.impacts[number];
  Json contacts = Json::array();
  for (const ContactLabel& label : impact.labels) contacts.push_back(label.name);
  return {{"time", impact.time},
          {"contacts", std::move(contacts)},
          {"path", impact.atOnce ? Json() : Json::array()},
          {"outcomes", outcomesJson(run, number)},
          {"xi", xiJson(impact, run.searched)},
          {"energy_before", impact.energyBefore},
          {"energy_after", impact.energyAfter},
          {"plastic", impact.plastic},
          {"at_once", impact.atOnce},
          {"no_solution", !impact.jammed.empty()}};
}

Json severalSolutionsJson(const SimulatedRun& run) {
  Json choices = Json::array();
  for (const ForceChoice& choice : run.trajectory.choices) {
    Json contacts = Json::array();
    for (const int contact : choice.contacts)
      contacts.push_back(run.instance.mechanism->contacts()[static_cast<std::size_t>(contact)].name);
    choices.push_back({{"time", choice.time},
                       {"contacts", std::move(contacts)},
                       {"solutions", choice.solutions},
                       {"rule", std::string(ruleWord(choice.rule))}});
  }
  return choices;
}

std::string_view ruleWord(ForceChoice::Rule rule) {
  return rule == ForceChoice::Rule::StaysAtRest ? "stays-at-rest" : "least-forces";
}

Json settledJson(const SimulatedRun& run) {
  const Trajectory& motion = run.trajectory;
  return {{"closings", motion.settled}, {"loss", motion.settledLoss}, {"rough_steps", motion.roughSteps}};
}

Json pushesJson(const SimulatedRun& run) {
  Json pushes = Json::array();
  for (const PushEvent& push : run.trajectory.pushes)
    pushes.push_back({{"time", push.time},
                      {"body", run.instance.mechanism->bodies()[static_cast<std::size_t>(push.body)].name},
                      {"impulse", {push.impulse.x(), push.impulse.y(), push.impulse.z()}},
                      {"work", push.work}});
  return pushes;
}

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

void writeRunJson(const TextSink& sink, const SimulatedRun& run, const RunRecord& record, const Json& made) {
  const Mechanism& mechanism = *run.instance.mechanism;
  JsonStream stream(sink);
  stream.add("scene", run.scene->name());
  Json coordinates = Json::array();
  for (const Coordinate& coordinate : mechanism.coordinates())
    coordinates.push_back({{"name", coordinate.name}, {"unit", coordinate.unit}});
  stream.add("coordinates", coordinates);
  addColumn(stream, "times", record, [](const Entry& entry) { return entry.time; });
  addColumn(stream, "energy", record, [](const Entry& entry) { return entry.energy; });
  addRows(stream, "q", record, [](const Entry& entry) { return entry.q; });
  addRows(stream, "momentum", record, [](const Entry& entry) { return entry.p; });
  const auto& impacts = run.trajectory.impacts;
  stream.addLines("impacts", impacts.size(), [&](std::size_t i) {
    writeWithWord(sink, lineOf(runImpactJson(run, i)), "\"path\":", impacts[i].labels, impacts[i].word);
  });
  stream.add("pushes", pushesJson(run));
  addLedger(stream, mechanism, record);
  addEnd(stream, run, record);
  if (!made.is_null()) stream.add("made", made);
  stream.finish();
}

void writeRunCsv(const TextSink& sink, const Mechanism& mechanism, const RunRecord& record) {
  std::string text = "time,energy";
  for (const Coordinate& coordinate : mechanism.coordinates()) text += ',' + coordinate.name;
  for (const Coordinate& coordinate : mechanism.coordinates()) text += ",p:" + coordinate.name;
  sink(text + '\n');
  for (std::size_t i = 0; i < record.size(); ++i) {
    const Entry entry = record.entry(i);
    text = shortestText(entry.time) + ',' + shortestText(entry.energy);
    for (const double x : entry.q) text += ',' + shortestText(x);
    for (const double x : entry.p) text += ',' + shortestText(x);
    sink(text += '\n');
  }
}

/// How perturbations of the start grow, in words.
static std::string variationText(const SimulatedRun& run) {
  const RunVariation& variation = *run.variation;
  const Mechanism& mechanism = *run.instance.mechanism;
  const Trajectory& motion = run.trajectory;
  const Growth growth = growthOf(variation.map, mechanism.massMatrix(motion.configuration(motion.start())),
                                 mechanism.massMatrix(motion.configuration(variation.until)));
  std::string text = "Perturbations grow by " + roundedText(growth.values[0]) + " at most to " +
                     roundedText(variation.until) + " s (of size √(δpᵀM⁻¹δp + δqᵀMδq/s²))\n";
  for (const ImpactOfVariation& impact : variation.impacts) {
    const std::size_t words = impact.words.words.size();
    if (words < 2 && impact.followed >= 0) continue;
    text += "  t = " + roundedText(motion.impacts[impact.impact].time) + " s: " + std::to_string(words) +
            (impact.words.complete ? "" : " or more") + " orderings have a cone of perturbations" +
            (impact.followed >= 0 ? "" : ", not that of this run") + '\n';
  }
  if (variation.isContinuous() == false)
    text += "  Perturbations jump: orderings of a tie end differently\n";
  else if (!variation.isContinuous())
    text += "  Not all orderings that perturbations follow are known\n";
  if (!variation.stopped.empty())
    text += "  The variation ends at " + roundedText(variation.until) + " s: " + variation.stopped + '\n';
  return text;
}

/// The derivative in the direction asked for, in words.
static std::string directedText(const SimulatedRun& run) {
  const Mechanism& mechanism = *run.instance.mechanism;
  const RunVariation& variation = run.directed->variation;
  const double start = sizeOf(run.directed->start, mechanism.massMatrix(run.instance.initial.q)),
               end = sizeOf(variation.map.col(0),
                            mechanism.massMatrix(run.trajectory.configuration(variation.until)));
  std::string text = "In the direction asked for, of size " + roundedText(start) + ", the state at " +
                     roundedText(variation.until) + " s changes by a size of " + roundedText(end) + ":\n ";
  for (int i = 0; i < mechanism.dof(); ++i)
    text += ' ' + mechanism.coordinates()[static_cast<std::size_t>(i)].name + ' ' +
            roundedText(variation.map(i, 0));
  text += '\n';
  if (!variation.stopped.empty()) text += "  It ends there: " + variation.stopped + '\n';
  return text;
}

std::string runSummary(const SimulatedRun& run, const RunRecord& record) {
  const Trajectory& motion = run.trajectory;
  std::string text = run.scene->title() + "\n" +
                     shortestText(record.last().time - run.instance.initial.time) + " s, " +
                     std::to_string(motion.impacts.size()) + " impacts\n";
  constexpr std::size_t most = 20;
  for (std::size_t i = 0; i < std::min(most, motion.impacts.size()); ++i) {
    const ImpactEvent& impact = motion.impacts[i];
    text += "  t = " + shortestText(impact.time) + " s:";
    constexpr std::size_t mostNames = 1000;
    for (std::size_t k = 0; k < std::min(mostNames, impact.word.size()); ++k)
      text += ' ' + impact.labels[impact.word[k]].name;
    if (impact.atOnce && impact.word.size() > 1) text += " at once";
    if (!impact.jammed.empty()) text += ", no solution of Coulomb's law";
    if (impact.word.size() > mostNames) text += " … " + std::to_string(impact.word.size()) + " reflections";
    text += '\n';
  }
  if (motion.impacts.size() > most) text += "  …\n";
  for (const PushEvent& push : motion.pushes)
    text += "  t = " + shortestText(push.time) + " s: push of " +
            run.instance.mechanism->bodies()[static_cast<std::size_t>(push.body)].name + ", " +
            shortestText(push.work) + " J\n";
  if (motion.settled > 0)
    text += std::to_string(motion.settled) +
            " closings settled within a step, without an impact; they took " +
            shortestText(motion.settledLoss) + " J\n";
  for (std::size_t i = 0; i < std::min(most, motion.choices.size()); ++i) {
    const ForceChoice& choice = motion.choices[i];
    text += "  t = " + shortestText(choice.time) + " s: " + choiceText(choice) + '\n';
  }
  if (motion.choices.size() > most) text += "  …\n";
  if (motion.roughSteps > 0)
    text += std::to_string(motion.roughSteps) +
            " rough steps: impulses of contacts to 1e-8 only, or gaps to O(h²)\n";
  if (run.variation) text += variationText(run);
  if (run.directed) text += directedText(run);
  text += "Largest relative energy error " + shortestText(record.relativeError(0, 1)) + '\n';
  if (!motion.complete)
    text += "Stopped at " + shortestText(motion.stoppedAt) + " s: " + motion.stopReason + '\n';
  return text;
}

}  // namespace carom
