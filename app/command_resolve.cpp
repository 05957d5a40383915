#include "command_resolve.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>

#include "impact/reflection.h"
#include "report_json.h"
#include "report_text.h"
#include "terminal.h"

namespace carom {

namespace {

struct Options {
  std::string scene, policy, maxStates;
  std::vector<std::string> set;
  bool json = false;
};

Policy parsePolicy(const std::string& text, const ImpactProblem& problem) {
  if (text == "most-infeasible") return {Policy::Kind::MostInfeasible, {}, 0};
  if (text == "least-infeasible") return {Policy::Kind::LeastInfeasible, {}, 0};
  if (text == "approach-speed") return {Policy::Kind::ApproachSpeed, {}, 0};
  const auto colon = text.find(':');
  const std::string kind = text.substr(0, colon);
  const std::string argument = colon == std::string::npos ? "" : text.substr(colon + 1);
  if (kind == "random" && colon != std::string::npos)
    return {Policy::Kind::Random, {}, parseCount("--policy random:", argument, 0)};
  if (kind != "priority" || argument.empty())
    throw CommandError(ExitStatus::CommandFault,
                       "--policy " + text +
                           ": expected most-infeasible, least-infeasible, approach-speed, "
                           "priority:CONTACT,CONTACT,… or random:SEED");
  Policy policy{Policy::Kind::Priority, {}, 0};
  for (const std::string& name : splitText(argument, ','))
    policy.priority.push_back(contactNamed("--policy", name, problem.labels()));
  return policy;
}

/// The impact of the closed contacts; without any it has no normals, and its one ordering is empty.
ImpactProblem problemOf(const SceneInstance& instance) {
  const Mechanism& mechanism = *instance.mechanism;
  const State& initial = instance.initial;
  if (auto problem = impactAt(mechanism, initial.q, initial.p)) return *std::move(problem);
  return {mechanism.massMatrix(initial.q), Eigen::MatrixXd(0, mechanism.dof()), initial.p, {}};
}

/// A path in place of a search: the report has no graph, and one outcome unless the path was cut short.
ImpactReport follow(const ImpactProblem& problem, const Policy& policy, std::size_t maxStates,
                    std::stop_token stop, PolicyPath& path) {
  ImpactReport report(problem);
  report.termination = decideTermination(problem);
  report.certificate = certify(problem, report.termination);
  if (report.jammed()) return report;
  path.word = followPolicy(problem, policy, maxStates - 1, stop);
  Replay end = replay(problem, path.word);
  Eigen::VectorXd c = problem.unitNormals() * report.problem.metric().velocity(end.momentum);
  const bool feasible = std::none_of(c.begin(), c.end(), [&](double ci) { return problem.isInfeasible(ci); });
  if (!feasible) {
    path.limit = stop.stop_requested() ? Limit::Cancelled : Limit::MaxStates;
    return report;
  }
  Outcome outcome;
  outcome.velocity = problem.metric().velocity(end.momentum);
  outcome.momentum = std::move(end.momentum);
  outcome.impulses = std::move(end.impulses);
  outcome.example = path.word;
  outcome.relativeEnergyError = end.relativeEnergyError;
  report.outcomes.push_back(std::move(outcome));
  return report;
}

ExitStatus resolve(const Options& options) {
  ResolveOptions limits;
  if (!options.maxStates.empty()) limits.limits.maxStates = parseCount("--max-states", options.maxStates, 1);
  const auto scene = Scene::open(options.scene);
  const SceneInstance instance = scene->instantiate(parseAssignments(options.set));
  const ImpactProblem problem = problemOf(instance);

  std::optional<PolicyPath> path;
  std::optional<ImpactReport> report;
  {
    LongWork work;
    if (options.policy.empty()) {
      report.emplace(resolveImpact(problem, limits, work.stopToken(), work.progress()));
    } else {
      const std::size_t most = options.maxStates.empty() ? std::size_t{100'000'000} : limits.limits.maxStates;
      report.emplace(
          follow(problem, parsePolicy(options.policy, problem), most, work.stopToken(), path.emplace()));
    }
  }
  if (options.json)
    writeOutput(documentText(path ? pathJson(scene->name(), *instance.mechanism, *report, *path)
                                  : reportJson(scene->name(), *instance.mechanism, *report)));
  else
    writeOutput(reportText(*scene, instance, *report, path ? &*path : nullptr));
  const Limit limit = path ? path->limit : report->limit();
  return limit == Limit::None ? ExitStatus::Done : ExitStatus::LimitReached;
}

}  // namespace

void addResolveCommand(CLI::App& app, Action& action) {
  CLI::App* command = app.add_subcommand("resolve", "The simultaneous impact at the scene's initial state");
  auto options = std::make_shared<Options>();
  command->add_option("scene", options->scene, "Built-in scene or file")->required();
  addSetOption(*command, options->set);
  command->add_option("--max-states", options->maxStates, "Stop after this many distinct momenta")
      ->type_name("N");
  command
      ->add_option("--policy", options->policy,
                   "Follow one ordering: most-infeasible, least-infeasible, approach-speed, "
                   "priority:CONTACT,… or random:SEED")
      ->type_name("POLICY");
  command->add_flag("--json", options->json, "Print one JSON document");
  command->callback([options, &action] { action = [options] { return resolve(*options); }; });
}

}  // namespace carom
