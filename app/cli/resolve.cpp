#include "cli/resolve.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <memory>

#include "cli/budget.h"
#include "cli/impact_json.h"
#include "cli/impact_table.h"
#include "cli/initial_impact.h"
#include "cli/json_stream.h"
#include "cli/policy_option.h"
#include "cli/problem_file.h"
#include "cli/terminal.h"
#include "impact/blend.h"
#include "impact/examine.h"
#include "impact/outcomes/endless_ordering.h"
#include "impact/outcomes/indeterminacy.h"
#include "impact/policy.h"
#include "impact/reflection.h"
#include "mechanics/contact/contacts.h"
#include "study/xi_gradient.h"

namespace carom {

namespace {

constexpr std::size_t mostSamples = 1'000'000'000;

/// Orderings of up to so many reflections are followed as often as was asked; a budget of time is for longer
/// ones.
constexpr std::size_t usualLength = 1'000;

struct ResolveCommand {
  std::string scene, problem, policy, maxStates, restitution, reflectionRestitution, sample, gaps, seed,
      maxMemory;
  std::vector<std::string> set;
  bool gradient = false, json = false;
};

/// A path in place of a search: the report has no graph, and one outcome unless the path was cut short.
ImpactReport follow(const ImpactProblem& given, const Policy& policy, const ResolveOptions& options,
                    std::stop_token stop, PolicyPath& path) {
  ImpactReport report = examineImpact(given, options.restitution, options.reflectionRestitution);
  const ImpactProblem& problem = report.problem;
  const bool lossy = !problem.isElastic();
  if (report.jammed()) return report;
  // While a word grows it is there twice, and the outcome has a copy of it.
  const std::size_t fits = options.limits.maxBytes / (5 * sizeof(ContactIndex));
  // Without a proof that it ends the path is followed for a second or so.
  constexpr std::size_t mostUnproven = 1'000'000;
  const std::size_t allowed = std::min(options.limits.maxStates - 1, fits);
  const std::size_t most = report.ends == true ? allowed : std::min(allowed, mostUnproven);
  path.word = followPolicy(problem, policy, most, stop);
  Outcome outcome;
  setExample(problem, outcome, path.word);
  const Eigen::VectorXd c = problem.unitNormals() * outcome.velocity;
  const bool feasible = std::none_of(c.begin(), c.end(), [&](double ci) { return problem.isInfeasible(ci); });
  outcome.cut = lossy && !feasible && isCut(problem, {c.data(), static_cast<std::size_t>(c.size())});
  if (!feasible && !outcome.cut) {
    path.limit = stop.stop_requested() ? Limit::Cancelled
                 : most < allowed      ? Limit::Work
                 : most == fits        ? Limit::Memory
                                       : Limit::MaxStates;
    return report;
  }
  if (outcome.cut) goToLimit(problem, outcome);
  report.outcomes.push_back(std::move(outcome));
  if (options.restitution) applyRestitution(report, *options.restitution);
  return report;
}

ResolveOptions parseOptions(const ResolveCommand& options) {
  const bool policy = !options.policy.empty(), sample = !options.sample.empty(), gaps = !options.gaps.empty(),
             each = !options.reflectionRestitution.empty();
  refuseTogether("--restitution", !options.restitution.empty(), "--reflection-restitution", each);
  refuseTogether("--sample", sample, "--reflection-restitution", each);
  refuseTogether("--gaps", gaps, "--reflection-restitution", each);
  refuseTogether("--policy", policy, "--sample", sample);
  refuseTogether("--policy", policy, "--gaps", gaps);
  refuseTogether("--gradient", options.gradient, "--policy", policy);
  refuseTogether("--gradient", options.gradient, "--sample", sample);
  ResolveOptions result;
  if (!options.maxStates.empty()) {
    result.limits.maxStates = parseCount("--max-states", options.maxStates, 1);
    result.limits.maxComparisons = comparisonsFor(result.limits);
    result.combineGroups = false;  // N bounds the states of the answer
  } else if (policy) {
    result.limits.maxStates = 100'000'000;
  }
  const std::size_t memory = result.limits.maxBytes = parseMemory(options.maxMemory);
  result.restitution = parseCoefficient("--restitution", options.restitution);
  result.reflectionRestitution = parseCoefficient("--reflection-restitution", options.reflectionRestitution);
  if (!options.seed.empty() && !sample && !gaps)
    throw CommandError(ExitStatus::CommandFault,
                       "--seed " + options.seed + ": expected --sample or --gaps with it");
  const std::uint64_t seed = options.seed.empty() ? 1 : parseCount("--seed", options.seed, 0);
  if (sample)
    result.sample = SampleOptions{.samples = parseCount("--sample", options.sample, 1, mostSamples),
                                  .seed = seed,
                                  .maxBytes = memory,
                                  .uncounted = usualLength};
  if (gaps)
    result.gaps = GapOptions{.samples = parseCount("--gaps", options.gaps, 1, mostSamples),
                             .seed = seed,
                             .maxBytes = memory,
                             .uncounted = usualLength};
  return result;
}

/// What the command found; each part where it was asked for.
struct ResolveAnswer {
  std::optional<ImpactReport> report;
  std::optional<PolicyPath> path;
  std::optional<std::vector<XiDerivative>> gradient;
  bool gapsAsked = false, wasStopped = false;

  /// Why the answer is not all that was asked for.
  Limit limit() const {
    const Limit limit = path ? path->limit : report->limit();
    return limit == Limit::None && wasStopped ? Limit::Cancelled : limit;
  }
};

/// scene: null for an impact without one, which knows no slopes.
ResolveAnswer compute(const ResolveCommand& options, const ResolveOptions& wanted, const Scene* scene,
                      const Assignments& assignments, const ImpactProblem& problem) {
  LongWork work;
  ResolveAnswer answer;
  answer.gapsAsked = wanted.gaps.has_value();
  if (options.policy.empty())
    answer.report.emplace(resolveImpact(problem, wanted, work.stopToken(), work.progress()));
  else
    answer.report.emplace(follow(problem, parsePolicy(options.policy, problem.labels()), wanted,
                                 work.stopToken(), answer.path.emplace()));
  if (options.gradient && scene)
    answer.gradient = xiGradient(*scene, assignments, wanted, work.stopToken(), work.progress());
  answer.wasStopped = work.wasStopped();
  return answer;
}

std::string json(const std::string& name, const std::vector<Coordinate>& coordinates,
                 const ResolveAnswer& answer) {
  if (answer.path) return documentText(pathJson(name, coordinates, *answer.report, *answer.path));
  Json json = reportJson(name, coordinates, *answer.report);
  if (answer.gapsAsked && !answer.report->gaps) json["gaps"] = nullptr;  // no displacement opens all contacts
  if (answer.gradient) json["xi_gradient"] = gradientJson(*answer.gradient);
  if (answer.limit() == Limit::Cancelled) {
    json["complete"] = false;
    json["limit"] = std::string(toString(Limit::Cancelled));
  }
  return documentText(json);
}

std::string text(const Scene& scene, const SceneInstance& instance, const ResolveAnswer& answer) {
  std::string text = reportText(scene, instance, *answer.report, answer.path ? &*answer.path : nullptr);
  if (answer.gapsAsked && !answer.report->gaps)
    text += "\nNo displacement opens every contact: no probabilities.\n";
  if (answer.gradient) text += gradientText(*answer.gradient);
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
  const ResolveOptions wanted = parseOptions(options);
  const ImpactProblem problem = readProblem(options.problem);
  const ResolveAnswer answer = compute(options, wanted, nullptr, {}, problem);
  std::vector<Coordinate> coordinates;
  for (int i = 0; i < problem.dof(); ++i) coordinates.push_back({"q" + std::to_string(i), ""});
  writeOutput(json(options.problem, coordinates, answer));
  return statusOf(answer);
}

ExitStatus resolve(const ResolveCommand& options) {
  if (!options.problem.empty()) return resolveProblem(options);
  if (options.scene.empty())
    throw CommandError(ExitStatus::CommandFault, "scene is required, or --problem FILE");
  const ResolveOptions wanted = parseOptions(options);
  const auto scene = Scene::open(options.scene);
  const Assignments assignments = parseAssignments(options.set);
  const SceneInstance instance = scene->instantiate(assignments);
  requireMotion(*scene, instance);
  const ResolveAnswer answer = compute(options, wanted, scene.get(), assignments, initialImpact(instance));
  if (options.json)
    writeOutput(json(scene->name(), instance.mechanism->coordinates(), answer));
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
                   "priority:CONTACT,… or random:SEED")
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
  command->add_flag("--gradient", options->gradient, "The slope of xi over every continuous parameter");
  command->add_flag("--json", options->json, "Print one JSON document");
  command->callback([options, &action] { action = [options] { return resolve(*options); }; });
}

}  // namespace carom
