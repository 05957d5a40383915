#include "answer/drop_experiment.h"

#include <algorithm>

#include "answer/run_distance.h"
#include "study/design/design_search.h"

namespace carom {

namespace {

constexpr const char *heightName = "drop", *stanceName = "row";
constexpr const char *orthogonalStance = "optimised", *straightStance = "straight";
constexpr const char* usualHeight = "17cm";  // [SM14 VII-B]

[[noreturn]] void refuseDrop(const Scene& scene, const std::string& problem, const std::string& expected) {
  throw SceneError(scene.file(), "drop experiment", problem, expected);
}

/// The given assignments without those of the design variables, in a stance and at a height.
Assignments standing(const Snapshot& present, const char* stance, const std::string& height) {
  Assignments assignments = present.assignments;
  for (const ParameterSpec& parameter : present.scene->parameters())
    if (parameter.free) assignments.erase(parameter.name);
  assignments[stanceName] = stance;
  assignments[heightName] = height;
  return assignments;
}

/// The height that is assigned, else that of the paper.
std::string heightOf(const Snapshot& present) {
  const auto& all = present.instance.parameters;
  const auto height = std::ranges::find(all, heightName, &ParameterValue::name);
  return height->value > 0 ? height->expression : usualHeight;
}

/// The nearest design whose two contacts are orthogonal, on the floor.
Assignments orthogonalDesign(const Snapshot& present, std::stop_token stop) {
  const Scene& scene = *present.scene;
  const Assignments start = standing(present, orthogonalStance, "0");
  const SceneInstance instance = scene.instantiate(start);
  if (!instance.touching || instance.touching->contacts.size() < 2)
    refuseDrop(scene, "closes fewer than two contacts", "a \"touching\" with two contacts");
  const auto nameOf = [&](std::size_t i) {
    const auto contact = static_cast<std::size_t>(instance.touching->contacts[i]);
    return instance.mechanism->contacts()[contact].name;
  };
  DesignQuestion question;
  question.pairs = {{{nameOf(0), nameOf(1)}, 2}};
  DesignAnswer answer = findDesign(scene, start, question, stop);
  if (!answer.found && !answer.isCancelled)
    refuseDrop(scene, "has no orthogonal design within the bounds of its variables", "wider sliders");
  return std::move(answer.assignments);
}

SnapshotPtr runTwice(const Snapshot& present, Assignments assignments, std::stop_token stop,
                     const Progress& progress) {
  SnapshotRequest request;
  request.scene = present.scene;
  request.assignments = std::move(assignments);
  request.settings = present.settings;
  request.settings.later.clear();
  request.settings.comparison.reset();
  request.settings.rule.emplace().kind = OrderingRule::Kind::MostInfeasible;
  request.settings.branch.emplace().rule.emplace().kind = OrderingRule::Kind::LeastInfeasible;
  const AnswerWatch watch{[&progress](WorkStage, double fraction) {
    if (progress) progress(fraction);
  }};
  return computeSnapshot(request, stop, watch);
}

}  // namespace

bool canDrop(const Scene& scene) {
  const auto& choices = scene.choices();
  const auto stance = std::ranges::find(choices, stanceName, &ChoiceSpec::name);
  const auto& parameters = scene.parameters();
  if (stance == choices.end() ||
      std::ranges::find(parameters, heightName, &ParameterSpec::name) == parameters.end())
    return false;
  const auto hasOption = [&](const char* option) {
    return std::ranges::find(stance->options, option) != stance->options.end();
  };
  return hasOption(orthogonalStance) && hasOption(straightStance);
}

SnapshotPtr dropExperiment(const Snapshot& present, std::stop_token stop, const Progress& progress) {
  if (!canDrop(*present.scene))
    refuseDrop(*present.scene, "has no stances to drop",
               "a parameter \"drop\" and a choice \"row\" with \"optimised\" and \"straight\"");
  const std::string height = heightOf(present);
  Assignments orthogonal = orthogonalDesign(present, stop);
  orthogonal[heightName] = height;
  auto run = std::make_shared<Snapshot>(*runTwice(present, std::move(orthogonal), stop, progress));
  run->kept = {{.name = straightStance,
                .answer = runTwice(present, standing(present, straightStance, height), stop, progress)}};
  return run;
}

std::optional<double> firstIndeterminacy(const Snapshot& run) {
  if (!run.comparison || !run.trajectory) return std::nullopt;
  const auto& impacts = run.trajectory->impacts;
  const auto first =
      std::ranges::find_if(impacts, [](const ImpactEvent& impact) { return impact.contacts.size() > 1; });
  if (first == impacts.end()) return std::nullopt;
  return distanceBetweenRuns(run, first->time);
}

}  // namespace carom
