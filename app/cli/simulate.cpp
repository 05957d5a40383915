#include "cli/simulate.h"

#include <CLI/CLI.hpp>
#include <cmath>
#include <limits>
#include <memory>

#include "answer/energy_ledger.h"
#include "base/atomic_file.h"
#include "cli/budget.h"
#include "cli/simulate_options.h"
#include "cli/simulate_report.h"
#include "cli/terminal.h"
#include "mechanics/motion/run_motion.h"
#include "scene/format/regular_file.h"

namespace carom {

namespace {

struct SimulateCommand : SimulateOptions {
  std::string scene, start, csv;
  std::vector<std::string> set;
  bool json = false;
};

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
  constexpr std::size_t longest = std::size_t{1} << 24;
  const Json document = Json::parse(readRegularFile(file, longest, "a file with q and p"), nullptr, false);
  if (document.is_discarded())
    throw CommandError(ExitStatus::InputFault, file + ": is not JSON; expected {\"q\": […], \"p\": […]}");
  State state{0, readVector(file, document, "q", mechanism.dof()),
              readVector(file, document, "p", mechanism.dof())};
  refuseOverlap(mechanism, state.q, file + ": q");
  return state;
}

/// K of --every; without a report of the steps none but the last is kept.
std::size_t reportedSteps(const SimulateCommand& options) {
  const std::size_t every = parseCount("--every", options.every, 1);
  return options.json || !options.csv.empty() ? every : std::numeric_limits<std::size_t>::max();
}

void report(const SimulateCommand& options, const SimulatedRun& run, const RunRecord& record) {
  if (!options.csv.empty())
    writeWhole(QString::fromStdString(options.csv),
               [&](const TextSink& sink) { writeRunCsv(sink, *run.instance.mechanism, record); });
  if (!options.json) return writeText(runSummary(run, record));
  OutputStream output;
  writeRunJson([&output](std::string_view text) { output.write(text); }, run, record);
  output.flush();
}

ExitStatus simulate(const SimulateCommand& options) {
  const std::size_t every = reportedSteps(options);
  SimulatedRun run;
  run.scene = Scene::open(options.scene);
  run.instance = run.scene->instantiate(parseAssignments(options.set));
  run.searched = options.alternatives;
  requireMotion(*run.scene, run.instance);
  const Mechanism& mechanism = *run.instance.mechanism;
  const MotionOptions motion = motionOptions(options, mechanism);
  run.initial = options.start.empty() ? run.instance.initial : readState(options.start, mechanism);
  RunRecord record(mechanism, run.initial, motion.duration, motion.step, every,
                   parseMemory(options.maxMemory) / 2);
  if (options.localError) record.estimateLocalErrors(motion.step);
  {
    LongWork work;
    run.trajectory = recordMotion(run, motion, record, work.stopToken(), work.progress());
  }
  report(options, run, record);
  const StopKind kind = run.trajectory.stopKind;
  return kind == StopKind::None || kind == StopKind::Jammed ? ExitStatus::Done : ExitStatus::LimitReached;
}

}  // namespace

void addSimulateCommand(CLI::App& app, Action& action) {
  CLI::App* command =
      app.add_subcommand("simulate", "The motion from the scene's initial state, through impacts");
  auto options = std::make_shared<SimulateCommand>();
  command->add_option("scene", options->scene, "Built-in scene or file")->required();
  addSetOption(*command, options->set);
  command->add_option("--until", options->until, "How long, in seconds")->type_name("T")->required();
  command->add_option("--step", options->step, "Step of the integrator, 1e-3 s where not given")
      ->type_name("H");
  command
      ->add_option(
          "--policy", options->policy,
          "Which ordering impacts follow: most-infeasible (the default), least-infeasible, "
          "approach-speed, priority:CONTACT,… or random:SEED; or none, all contacts at once: friction-lcp")
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
  command
      ->add_option("--push", options->push,
                   "An impulse in N s on a body at a time, at its centre of mass (repeatable)")
      ->type_name("BODY@T=JX,JY,JZ")
      ->allow_extra_args(false);
  command->add_flag("--alternatives", options->alternatives,
                    "Resolve every impact in all orderings: its outcomes and xi");
  command->add_flag("--local-error", options->localError,
                    "Estimate the error of a step by step doubling, the largest of each coordinate");
  command
      ->add_option("--max-steps", options->maxSteps,
                   "Stop after this many steps, 2000000 where not given; what was computed stays")
      ->type_name("N");
  addMemoryOption(*command, options->maxMemory);
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
