#include "cli/figure/figure_shown.h"

#include "answer/answer_of_models.h"
#include "answer/impact_of_run.h"
#include "answer/refine_probabilities.h"
#include "base/figure_runs.h"
#include "cli/given_file.h"
#include "cli/made/made.h"
#include "cli/options.h"
#include "impact/policy.h"
#include "robot/import_robot.h"

namespace carom {

namespace {

/// The ordering that figures compare with where none is named.
Word lastContactsFirst(const ImpactProblem& problem) {
  Policy policy{Policy::Kind::Priority, {}, 0};
  for (int i = problem.contactCount(); i-- > 0;) policy.priority.push_back(static_cast<ContactIndex>(i));
  return followPolicy(problem, policy);
}

/// Throws CommandError where the snapshot does not follow the orderings that were asked for.
void checkOrderings(const FigureArguments& arguments, const SnapshotRequest& request,
                    const Snapshot& snapshot) {
  if (request.ordering && snapshot.ordering != *request.ordering)
    throw CommandError(ExitStatus::InputFault,
                       "--ordering " + arguments.text("ordering") + ": is no ordering of this impact");
  if (snapshot.comparison && request.settings.comparison &&
      snapshot.comparison->word != *request.settings.comparison)
    throw CommandError(ExitStatus::InputFault,
                       "--compare " + arguments.text("compare") + ": is no ordering of this impact");
}

/// Another impact of the run in place of that of the initial state.
SnapshotPtr atImpact(const SnapshotPtr& run, int impact, LongWork& work) {
  const auto impacts = static_cast<int>(run->trajectory->impacts.size());
  if (impact >= impacts)
    throw CommandError(ExitStatus::InputFault, "--impact " + std::to_string(impact) + ": the run has " +
                                                   std::to_string(impacts) +
                                                   " impacts, which are counted from 0");
  return resolveImpactOfRun(*run, impact, work.stopToken(), work.progress());
}

/// The reason why a scene has no curve of ξ.
std::string whyNoCurve(const Snapshot& snapshot) {
  const std::string& swept = snapshot.instance.view.sweep;
  return snapshot.scene->name() +
         (swept.empty() ? ": view: names no parameter to sweep"
                        : ": parameters." + swept + ": has no range to sweep over; expected a \"slider\"");
}

/// Adds what only some figures need: probabilities, models, the curve.
SnapshotPtr withExtras(SnapshotPtr snapshot, const Question& question, const FigureKind& kind,
                       LongWork& work) {
  if (question.gaps) {
    auto with = std::make_shared<Snapshot>(*snapshot);
    addProbabilities(*with, *question.gaps, work.stopToken(), work.progress());
    snapshot = std::move(with);
  }
  if (question.extras.models && !snapshot->models)
    snapshot = computeModels(snapshot, work.stopToken(), work.progress());
  if (kind.draws != FigureKind::Draws::Curve) return snapshot;
  snapshot = computeCurve(snapshot, work.stopToken(), work.progress());
  if (!snapshot->curve && !work.wasStopped())
    throw CommandError(ExitStatus::InputFault, whyNoCurve(*snapshot));
  return snapshot;
}

AnswerWatch watchOf(LongWork& work) {
  return {[show = work.progress()](WorkStage, double fraction) {
    if (show) show(fraction);
  }};
}

SnapshotPtr withRuns(SnapshotPtr snapshot, FigureArguments arguments, LongWork& work) {
  if (!arguments.has("run")) return snapshot;
  arguments.set("scene", snapshot->scene->file());
  arguments.set("scene-text", snapshot->scene->text());
  auto with = std::make_shared<Snapshot>(*snapshot);
  try {
    with->kept = computeRuns(arguments, work.stopToken(), watchOf(work));
  } catch (const FigureError& error) {
    throw CommandError(ExitStatus::CommandFault, error.what());
  }
  return with;
}

SnapshotPtr compared(SnapshotRequest request, const FigureArguments& arguments, const FigureKind& kind,
                     LongWork& work) {
  const AnswerWatch watch = watchOf(work);
  SnapshotPtr snapshot = computeSnapshot(request, work.stopToken(), watch);
  checkOrderings(arguments, request, *snapshot);
  if (kind.draws != FigureKind::Draws::Comparison || snapshot->comparison) return snapshot;
  if (!snapshot->report)
    throw CommandError(ExitStatus::InputFault,
                       request.scene->name() +
                           ": no contact is closed at the start, so that there are no "
                           "orderings to compare; expected --compare-policy or --fork");
  if (snapshot->report->jammed())
    throw CommandError(ExitStatus::InputFault,
                       request.scene->name() + ": the impact is jammed and has no orderings to compare");
  request.settings.comparison = lastContactsFirst(snapshot->report->problem);
  return computeSnapshot(request, work.stopToken(), watch);
}

/// The first two parameters that the scene marks as free, over their sliders.
std::vector<SweepAxis> usualAxes(const Snapshot& snapshot) {
  constexpr int usualPoints = 101;
  std::vector<SweepAxis> axes;
  for (const ParameterSpec& spec : snapshot.scene->parameters()) {
    const ParameterValue& value = *snapshot.instance.parameter(spec.name);
    if (spec.free && !spec.integer && value.min && value.max && *value.min < *value.max && axes.size() < 2)
      axes.push_back(sweepAxis(spec.name, *value.min, *value.max, usualPoints));
  }
  if (axes.size() < 2)
    throw CommandError(ExitStatus::CommandFault,
                       snapshot.scene->name() +
                           ": marks fewer than two parameters with a slider as free; expected --over twice");
  return axes;
}

std::vector<SweepAxis> landscapeAxes(const Question& question, const Snapshot& snapshot) {
  constexpr std::size_t mostPoints = 1'000'000;
  if (question.over.empty()) return usualAxes(snapshot);
  if (question.over.size() != 2)
    throw CommandError(ExitStatus::CommandFault, "--over: expected two parameters");
  std::vector<SweepAxis> axes;
  for (const auto& [name, a, b, points] : question.over) {
    const auto refuse = [&name = name](const std::string& expected) {
      throw CommandError(ExitStatus::CommandFault, "--over " + name + ": expected " + expected);
    };
    if (points < 2 || !(a < b)) refuse("A < B and at least 2 points");
    if (points > mostPoints / (axes.empty() ? 1 : axes[0].values.size()))
      refuse("at most " + std::to_string(mostPoints) + " points");
    axes.push_back(sweepAxis(name, a, b, static_cast<int>(points)));
  }
  if (axes[0].name == axes[1].name)
    throw CommandError(ExitStatus::CommandFault, "--over " + axes[1].name + ": the same parameter twice");
  return axes;
}

std::shared_ptr<const Landscape> landscapeOf(const Question& question, const Snapshot& snapshot,
                                             LongWork& work) {
  LandscapeQuestion wanted;
  wanted.over = landscapeAxes(question, snapshot);
  wanted.measure = parseMeasure(question.measure.empty() ? "gram" : question.measure);
  wanted.resolve = resolveOptions(question);
  wanted.resolve.gaps.reset();
  wanted.resolve.limits.maxStates = landscapeStates;
  return std::make_shared<Landscape>(
      landscape(*snapshot.scene, snapshot.assignments, wanted, work.stopToken(), work.progress()));
}

bool isComplete(const Snapshot& snapshot) {
  return (!snapshot.report || (snapshot.report->complete() && snapshot.report->limit() == Limit::None)) &&
         (!snapshot.curve || snapshot.curve->complete);
}

}  // namespace

bool needsSnapshot(const FigureKind& kind) {
  using Draws = FigureKind::Draws;
  return kind.draws != Draws::Measurements && kind.draws != Draws::Impulses && kind.draws != Draws::Panels;
}

Shown computeShown(const FigureArguments& arguments, const FigureKind& kind, LongWork& work) {
  if (arguments.has("models") && !kind.showsModels)
    throw CommandError(ExitStatus::CommandFault,
                       "--models: " + arguments.name + " shows no other models; outcome-set does");
  if (arguments.has("run") && !kind.showsRuns)
    throw CommandError(
        ExitStatus::CommandFault,
        "--run: " + arguments.name + " shows no further runs; the figures along time, plot and scene do");
  if (kind.draws != FigureKind::Draws::Landscape && (arguments.has("over") || arguments.has("measure")))
    throw CommandError(ExitStatus::CommandFault,
                       "figure " + arguments.name + ": takes no --over and no --measure");
  FigureArguments of = arguments;
  if (!of.has("scene")) {
    of.set("scene", kind.scene);
    std::vector<std::string> set = of.list("set");
    if (*kind.set) set.insert(set.begin(), kind.set);
    of.set("set", set);
  }
  const bool isInput = of.text("scene") == "-";
  if ((isInput || isRobotFile(of.text("scene"))) && !of.has("scene-text"))
    of.set("scene-text", openScene(of.text("scene"))->text());
  if (isInput) of.set("scene", standardInputName);
  const std::shared_ptr<const Scene> scene = sceneOf(of);
  const SnapshotRequest request = requestOf(of, scene);
  SnapshotPtr snapshot = withRuns(compared(request, of, kind, work), of, work);
  if (request.impact) snapshot = atImpact(snapshot, *request.impact, work);
  snapshot = withExtras(std::move(snapshot), request, kind, work);
  Shown shown{snapshot, {}, true};
  if (kind.draws == FigureKind::Draws::Landscape) shown.landscape = landscapeOf(request, *snapshot, work);
  shown.complete = !work.wasStopped() && isComplete(*snapshot);
  return shown;
}

}  // namespace carom
