#include "cli/resolve.h"

#include <CLI/CLI.hpp>
#include <memory>

#include "cli/budget.h"
#include "cli/impact_table.h"
#include "cli/initial_impact.h"
#include "cli/json_stream.h"
#include "cli/policy_option.h"
#include "cli/problem_file.h"
#include "cli/resolve_answer.h"
#include "cli/resolve_options.h"
#include "cli/terminal.h"

namespace carom {

namespace {

struct ResolveCommand : ResolveTexts {
  std::string scene, problem;
  std::vector<std::string> set;
  bool json = false;
};

/// scene: null for an impact without one.
ResolveAnswer compute(const ResolveCommand& options, const ResolveOptions& wanted, const Scene* scene,
                      const Assignments& assignments, const ImpactProblem& problem) {
  ResolveQuestion question{wanted, {}, options.gradient};
  if (!options.policy.empty()) question.policy = parsePolicy(options.policy, problem.labels());
  LongWork work;
  return answerQuestion(question, problem, scene, assignments, work.stopToken(), work.progress());
}

std::string text(const Scene& scene, const SceneInstance& instance, const ResolveAnswer& answer) {
  std::string text = reportText(scene, instance, *answer.report, answer.path ? &*answer.path : nullptr);
  if (answer.gapsAsked && !answer.report->gaps)
    text += "\nNo displacement opens every contact: no probabilities.\n";
  if (answer.gradient) text += gradientText(*answer.gradient);
  if (answer.sensitivity) text += sensitivityText(*answer.sensitivity);
  const bool told = answer.path || !(answer.report->complete() || answer.report->sampled);
  if (const Limit limit = answer.limit(); limit != Limit::None && !told)
    text += "\nNot complete (" + std::string(toString(limit)) + ").\n";
  return text;
}

ExitStatus statusOf(const ResolveAnswer& answer) {
  return answer.limit() == Limit::None ? ExitStatus::Done : ExitStatus::LimitReached;
}

/// An impact without a scene: its coordinates are q0, q1, …, in units that the file alone knows.
ExitStatus resolveProblem(const ResolveCommand& options) {
  const auto refuse = [&](bool given, const char* option) {
    refuseTogether("--problem", given, option, given);
  };
  refuse(!options.scene.empty(), "a scene");
  refuse(!options.set.empty(), "--set");
  refuse(options.gradient, "--gradient");
  if (!options.json)
    throw CommandError(ExitStatus::CommandFault,
                       "--problem " + options.problem + ": expected --json with it");
  const ResolveOptions wanted = parseResolveOptions(options);
  const ImpactProblem problem = readProblem(options.problem);
  const ResolveAnswer answer = compute(options, wanted, nullptr, {}, problem);
  writeOutput(documentText(answerJson(options.problem, namelessCoordinates(problem.dof()), nullptr, answer)));
  return statusOf(answer);
}

ExitStatus resolve(const ResolveCommand& options) {
  if (!options.problem.empty()) return resolveProblem(options);
  if (options.scene.empty())
    throw CommandError(ExitStatus::CommandFault, "scene is required, or --problem FILE");
  const ResolveOptions wanted = parseResolveOptions(options);
  const auto scene = Scene::open(options.scene);
  const Assignments assignments = parseAssignments(options.set);
  const SceneInstance instance = scene->instantiate(assignments);
  requireMotion(*scene, instance);
  const ResolveAnswer answer = compute(options, wanted, scene.get(), assignments, initialImpact(instance));
  if (options.json)
    writeOutput(
        documentText(answerJson(scene->name(), instance.mechanism->coordinates(), &instance, answer)));
  else
    writeText(text(*scene, instance, answer));
  return statusOf(answer);
}

}  // namespace

void addResolveCommand(CLI::App& app, Action& action) {
  CLI::App* command = app.add_subcommand("resolve", "The simultaneous impact at the scene's initial state");
  auto options = std::make_shared<ResolveCommand>();
  command->add_option("scene", options->scene, "Built-in scene or file");
  command
      ->add_option(
          "--problem", options->problem,
          "In place of a scene: a JSON file with mass_matrix, normals (rows u_i) and momentum, and where "
          "wanted names and restitution; with --json")
      ->type_name("FILE");
  addSetOption(*command, options->set);
  command->add_option("--max-states", options->maxStates, "Stop after this many distinct momenta")
      ->type_name("N");
  addMemoryOption(*command, options->maxMemory);
  command
      ->add_option("--policy", options->policy,
                   "Follow one ordering: most-infeasible, least-infeasible, approach-speed, "
                   "priority:CONTACT,… or random:SEED; or none, all contacts at once: friction-lcp")
      ->type_name("POLICY");
  command
      ->add_option("--restitution", options->restitution,
                   "Restitution of the whole impact, 0 (plastic) to 1 (elastic)")
      ->type_name("R");
  command
      ->add_option("--reflection-restitution", options->reflectionRestitution,
                   "Restitution of each reflection, 0 to 1: the factor 1 + sqrt(e) in place of 2")
      ->type_name("E");
  command
      ->add_option("--sample", options->sample,
                   "Follow N random orderings in place of all, and estimate how many there are")
      ->type_name("N");
  command
      ->add_option("--gaps", options->gaps,
                   "Probabilities of outcomes and orderings under N random infinitesimal gaps")
      ->type_name("N");
  command->add_option("--seed", options->seed, "Of the random numbers of --sample and --gaps")
      ->type_name("S");
  command->add_flag(
      "--gradient", options->gradient,
      "The slope of xi over every continuous parameter, and how each turns the normals of pairs");
  command->add_flag("--json", options->json, "Print one JSON document");
  command->callback([options, &action] { action = [options] { return resolve(*options); }; });
}

}  // namespace carom
