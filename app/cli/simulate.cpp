#include "cli/simulate.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>
#include <memory>

#include "answer/energy_ledger.h"
#include "cli/impact_json.h"
#include "cli/policy_option.h"
#include "cli/terminal.h"
#include "figure/figure.h"
#include "mechanics/motion/trajectory.h"

namespace carom {

namespace {

/// Distinct momenta of one impact of a run that are searched for alternatives.
constexpr std::size_t mostStates = 100'000;
constexpr std::size_t mostReported = 5'000'000;

struct Options {
  std::string scene, until, step = "1e-3", policy, every = "1", start, csv, restitution,
                            reflectionRestitution;
  std::vector<std::string> set, follow;
  bool json = false, alternatives = false, localError = false;
};

double parseTime(const std::string& option, const std::string& text) {
  const double value = parseNumber(option, text);
  if (!(value > 0) || !std::isfinite(value))
    throw CommandError(ExitStatus::InputFault, option + ' ' + text + ": expected a time > 0");
  return value;
}

Eigen::VectorXd readVector(const std::string& file, const Json& document, const char* key, int n) {
  const auto refuse = [&](const std::string& problem) {
    throw CommandError(ExitStatus::InputFault, file + ": " + key + ": " + problem + "; expected " +
                                                   std::to_string(n) + " finite numbers");
  };
  if (!document.is_object() || !document.contains(key)) refuse("is missing");
  const Json& list = document[key];
  if (!list.is_array() || list.size() != static_cast<std::size_t>(n)) refuse("does not fit the scene");
  Eigen::VectorXd vector(n);
  for (int i = 0; i < n; ++i) {
    const Json& entry = list[static_cast<std::size_t>(i)];
    if (!entry.is_number() || !std::isfinite(entry.get<double>())) refuse("has an entry that is no number");
    vector[i] = entry.get<double>();
  }
  return vector;
}

/// {"q": […], "p": […]}, in place of the scene's initial state.
State readState(const std::string& file, const Mechanism& mechanism) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream)
    throw CommandError(ExitStatus::InputFault, file + ": cannot be read; expected a file with q and p");
  const Json document = Json::parse(stream, nullptr, false);
  if (document.is_discarded())
    throw CommandError(ExitStatus::InputFault, file + ": is not JSON; expected {\"q\": […], \"p\": […]}");
  State state{0, readVector(file, document, "q", mechanism.dof()),
              readVector(file, document, "p", mechanism.dof())};
  for (int i = 0; i < static_cast<int>(mechanism.contacts().size()); ++i)
    if (!(mechanism.gap(i, state.q) >= -closedGap))
      throw CommandError(ExitStatus::InputFault, file + ": q: contact " +
                                                     mechanism.contacts()[static_cast<std::size_t>(i)].name +
                                                     " overlaps; expected no overlap");
  return state;
}

struct Run {
  std::shared_ptr<const Scene> scene;
  SceneInstance instance;
  State initial;
  Trajectory trajectory;
};

Json list(const Eigen::VectorXd& v) {
  return Json(std::vector<double>(v.begin(), v.end()));
}

Json wordJson(const ImpactProblem& problem, const Word& word) {
  Json names = Json::array();
  for (const ContactIndex j : word) names.push_back(problem.labels()[j].name);
  return names;
}

/// The ends of all orderings of an impact: null where only one was followed; a single contact has but one.
Json outcomesJson(const ImpactEvent& impact, bool searched) {
  if (!searched || impact.plastic) return nullptr;
  Json outcomes = Json::array();
  if (!impact.alternatives) {
    outcomes.push_back({{"momentum", list(impact.momenta.rightCols<1>())},
                        {"orderings", "1"},
                        {"example", wordJson(*impact.problem, impact.word)}});
    return outcomes;
  }
  for (const Outcome& outcome : impact.alternatives->outcomes)
    outcomes.push_back(
        {{"momentum", list(outcome.momentum)},
         {"orderings", impact.alternatives->complete() ? Json(outcome.orderings.str()) : Json()},
         {"example", wordJson(*impact.problem, outcome.example)}});
  return outcomes;
}

Json xiJson(const ImpactEvent& impact, bool searched) {
  if (!searched || impact.plastic) return nullptr;
  if (!impact.alternatives) return 0.0;
  return impact.alternatives->complete() ? Json(impact.alternatives->indeterminacy.xi) : Json();
}

Json impactJson(const ImpactEvent& impact, bool searched) {
  const ImpactProblem& problem = *impact.problem;
  Json contacts = Json::array();
  for (const ContactLabel& label : problem.labels()) contacts.push_back(label.name);
  return {{"time", impact.time},
          {"contacts", std::move(contacts)},
          {"path", wordJson(problem, impact.word)},
          {"outcomes", outcomesJson(impact, searched)},
          {"xi", xiJson(impact, searched)},
          {"energy_before", problem.metric().energy(impact.momenta.col(0))},
          {"energy_after", problem.metric().energy(impact.momenta.rightCols<1>())},
          {"plastic", impact.plastic}};
}

std::string_view word(StopKind kind) {
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
    case StopKind::Cancelled:
      return "cancelled";
    case StopKind::None:
      break;
  }
  return "none";
}

/// Where the energy is and went, an array each.
Json ledgerJson(const Mechanism& mechanism, const RunRecord& record) {
  Json ledger;
  const auto column = [&](const char* name, auto&& value) {
    ledger[name] = Json::array();
    for (const RunRecord::Entry& entry : record.entries()) ledger[name].push_back(value(entry));
  };
  const auto spring = [&](const RunRecord::Entry& entry) { return mechanism.springEnergy(entry.state.q); };
  column("kinetic", [](const RunRecord::Entry& entry) { return entry.kinetic; });
  column("gravity",
         [&](const RunRecord::Entry& entry) { return entry.energy - entry.kinetic - spring(entry); });
  column("spring", spring);
  column("motor", [](const RunRecord::Entry& entry) { return entry.state.flow.motor; });
  column("damper", [](const RunRecord::Entry& entry) { return entry.state.flow.damper; });
  column("friction", [](const RunRecord::Entry& entry) { return entry.state.flow.friction; });
  column("impact", [](const RunRecord::Entry& entry) { return entry.state.flow.impact; });
  return ledger;
}

Json document(const Run& run, const RunRecord& record, bool searched) {
  Json json = {{"scene", run.scene->name()}, {"coordinates", Json::array()}, {"times", Json::array()},
               {"energy", Json::array()},    {"q", Json::array()},           {"momentum", Json::array()},
               {"impacts", Json::array()}};
  for (const Coordinate& coordinate : run.instance.mechanism->coordinates())
    json["coordinates"].push_back({{"name", coordinate.name}, {"unit", coordinate.unit}});
  for (const RunRecord::Entry& entry : record.entries()) {
    json["times"].push_back(entry.state.time);
    json["energy"].push_back(entry.energy);
    json["q"].push_back(list(entry.state.q));
    json["momentum"].push_back(list(entry.state.p));
  }
  for (const ImpactEvent& impact : run.trajectory.impacts)
    json["impacts"].push_back(impactJson(impact, searched));
  json["ledger"] = ledgerJson(*run.instance.mechanism, record);
  json["energy_error"] = {{"max_relative", record.relativeError(0, 1)},
                          {"first_tenth", record.relativeError(0, 0.1)},
                          {"last_tenth", record.relativeError(0.9, 1)}};
  if (const auto& worst = record.localError())
    json["local_error"] = {{"q", list(worst->q)}, {"p", list(worst->p)}};
  const State& last = record.entries().back().state;
  json["initial"] = {{"q", list(run.initial.q)}, {"p", list(run.initial.p)}};
  json["final"] = {{"q", list(last.q)}, {"p", list(last.p)}};
  json["complete"] = run.trajectory.complete;
  if (!run.trajectory.complete) {
    json["limit"] = std::string(word(run.trajectory.stopKind));
    json["stopped"] = {{"time", run.trajectory.stoppedAt}, {"reason", run.trajectory.stopReason}};
  }
  return json;
}

std::string shortest(double value) {
  char digits[32];
  return {digits, std::to_chars(digits, digits + sizeof digits, value).ptr};
}

/// time, energy, q and p of every coordinate, a line each.
std::string csv(const Mechanism& mechanism, const RunRecord& record) {
  std::string text = "time,energy";
  for (const Coordinate& coordinate : mechanism.coordinates()) text += ',' + coordinate.name;
  for (const Coordinate& coordinate : mechanism.coordinates()) text += ",p:" + coordinate.name;
  text += '\n';
  for (const RunRecord::Entry& entry : record.entries()) {
    text += shortest(entry.state.time) + ',' + shortest(entry.energy);
    for (const double x : entry.state.q) text += ',' + shortest(x);
    for (const double x : entry.state.p) text += ',' + shortest(x);
    text += '\n';
  }
  return text;
}

std::string summary(const Run& run, const RunRecord& record) {
  const Trajectory& motion = run.trajectory;
  std::string text = run.scene->title() + "\n" +
                     shortest(record.entries().back().state.time - run.initial.time) + " s, " +
                     std::to_string(motion.impacts.size()) + " impacts\n";
  constexpr std::size_t most = 20;
  for (std::size_t i = 0; i < std::min(most, motion.impacts.size()); ++i) {
    const ImpactEvent& impact = motion.impacts[i];
    text += "  t = " + shortest(impact.time) + " s:";
    for (const ContactIndex j : impact.word) text += ' ' + impact.problem->labels()[j].name;
    text += '\n';
  }
  if (motion.impacts.size() > most) text += "  …\n";
  text += "Largest relative energy error " + shortest(record.relativeError(0, 1)) + '\n';
  if (!motion.complete)
    text += "Stopped at " + shortest(motion.stoppedAt) + " s: " + motion.stopReason + '\n';
  return text;
}

std::vector<ContactLabel> contactsOf(const Mechanism& mechanism) {
  std::vector<ContactLabel> labels;
  for (const ContactPair& contact : mechanism.contacts()) labels.push_back({contact.name, {}, 0});
  return labels;
}

/// "3:ac,bc": the ordering of impact 3.
void addForced(const std::string& text, const std::vector<ContactLabel>& contacts, MotionOptions& motion) {
  const std::size_t colon = text.find(':');
  if (colon == std::string::npos)
    throw CommandError(ExitStatus::CommandFault, "--follow " + text + ": expected IMPACT:CONTACT,…");
  const std::size_t impact = parseCount("--follow", text.substr(0, colon), 0, 1'000'000'000);
  std::vector<int>& word = motion.forced[static_cast<int>(impact)];
  for (const std::string& name : splitText(text.substr(colon + 1), ','))
    word.push_back(contactNamed("--follow", name, contacts));
}

MotionOptions motionOptions(const Options& options, const Mechanism& mechanism) {
  MotionOptions motion;
  motion.duration = parseTime("--until", options.until);
  motion.step = parseTime("--step", options.step);
  motion.mostNodes = 2;  // the record keeps what is wanted
  refuseTogether("--restitution", !options.restitution.empty(), "--reflection-restitution",
                 !options.reflectionRestitution.empty());
  motion.restitution = parseCoefficient("--restitution", options.restitution);
  motion.reflectionRestitution = parseCoefficient("--reflection-restitution", options.reflectionRestitution);
  for (const std::string& text : options.follow) addForced(text, contactsOf(mechanism), motion);
  if (options.alternatives) {
    motion.alternatives.emplace();
    motion.alternatives->limits.maxStates = mostStates;
  }
  if (!options.policy.empty()) motion.policy = parsePolicy(options.policy, contactsOf(mechanism));
  return motion;
}

/// K of --every; without a report of the steps none but the last is kept. Refuses what memory should not
/// hold.
std::size_t reportedSteps(const Options& options) {
  const std::size_t every = parseCount("--every", options.every, 1);
  if (!options.json && options.csv.empty()) return mostReported * mostReported;
  const double steps = parseTime("--until", options.until) / parseTime("--step", options.step);
  if (steps / static_cast<double>(every) > mostReported)
    throw CommandError(ExitStatus::InputFault, "--until " + options.until + ": more than " +
                                                   std::to_string(mostReported) +
                                                   " steps to report; expected --every K with a larger K");
  return every;
}

ExitStatus simulate(const Options& options) {
  const std::size_t every = reportedSteps(options);
  Run run;
  run.scene = Scene::open(options.scene);
  run.instance = run.scene->instantiate(parseAssignments(options.set));
  requireMotion(*run.scene, run.instance);
  const Mechanism& mechanism = *run.instance.mechanism;
  MotionOptions motion = motionOptions(options, mechanism);
  run.initial = options.start.empty() ? run.instance.initial : readState(options.start, mechanism);
  RunRecord record(mechanism, run.initial, motion.duration, every);
  if (options.localError) record.estimateLocalErrors(motion.step);
  {
    LongWork work;
    motion.observe = [&](const ObservedState& state) { record.add(state); };
    motion.progress = work.progress();
    run.trajectory = runMotion(mechanism, run.initial, motion, work.stopToken());
  }
  record.finish();
  if (!options.csv.empty())
    writeWhole(QString::fromStdString(options.csv), QByteArray::fromStdString(csv(mechanism, record)));
  if (options.json)
    writeOutput(documentText(document(run, record, options.alternatives)));
  else
    writeOutput(summary(run, record));
  const StopKind kind = run.trajectory.stopKind;
  return kind == StopKind::None || kind == StopKind::Jammed ? ExitStatus::Done : ExitStatus::LimitReached;
}

}  // namespace

void addSimulateCommand(CLI::App& app, Action& action) {
  CLI::App* command =
      app.add_subcommand("simulate", "The motion from the scene's initial state, through impacts");
  auto options = std::make_shared<Options>();
  command->add_option("scene", options->scene, "Built-in scene or file")->required();
  addSetOption(*command, options->set);
  command->add_option("--until", options->until, "How long, in seconds")->type_name("T")->required();
  command->add_option("--step", options->step, "Step of the integrator, 1e-3 s where not given")
      ->type_name("H");
  command
      ->add_option("--policy", options->policy,
                   "Which ordering impacts follow: most-infeasible (the default), least-infeasible, "
                   "approach-speed, priority:CONTACT,… or random:SEED")
      ->type_name("POLICY");
  command->add_option("--restitution", options->restitution, "R of every whole impact, 0 to 1")
      ->type_name("R");
  command
      ->add_option("--reflection-restitution", options->reflectionRestitution,
                   "e of every reflection, 0 to 1: the factor 1 + sqrt(e) in place of 2")
      ->type_name("E");
  command
      ->add_option(
          "--follow", options->follow,
          "The ordering of one impact, counted from 0; the policy goes on where it ends (repeatable)")
      ->type_name("IMPACT:CONTACT,…")
      ->allow_extra_args(false);
  command->add_flag("--alternatives", options->alternatives,
                    "Resolve every impact in all orderings: its outcomes and xi");
  command->add_flag("--local-error", options->localError,
                    "Estimate the error of a step by step doubling, the largest of each coordinate");
  command->add_option("--every", options->every, "Report every K-th step; the last one always")
      ->type_name("K");
  command
      ->add_option("--start", options->start,
                   "{\"q\": […], \"p\": […]} in place of the scene's initial state")
      ->type_name("FILE");
  command->add_option("--csv", options->csv, "Write time, energy, q and p of the reported steps")
      ->type_name("FILE");
  command->add_flag("--json", options->json, "Print one JSON document");
  command->callback([options, &action] { action = [options] { return simulate(*options); }; });
}

}  // namespace carom
