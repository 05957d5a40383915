#include "cli/figure_shown.h"

#include <cmath>

#include "answer/answer_of_models.h"
#include "answer/impact_of_run.h"
#include "answer/refine_probabilities.h"
#include "base/figure_runs.h"
#include "base/number_format.h"
#include "cli/options.h"
#include "cli/sweep.h"
#include "impact/policy.h"

namespace carom {

namespace {

constexpr std::size_t leastDpi = 36, mostDpi = 2400, mostGaps = 100'000'000, mostImpact = 1'000'000'000;

std::string numberText(double value) {
  return plainNumber(value, QLocale::FloatingPointShortest).toStdString();
}

void replaceCoefficient(const std::string& option, std::string& text) {
  if (const auto value = parseCoefficient(option, text)) text = numberText(*value);
}

void replaceTime(const std::string& option, std::string& text) {
  if (text.empty()) return;
  const double value = parseNumber(option, text);
  if (!(value > 0) || !std::isfinite(value))
    throw CommandError(ExitStatus::InputFault, option + ' ' + text + ": expected a time > 0");
  text = numberText(value);
}

void replaceCount(const std::string& option, std::string& text, std::size_t least, std::size_t most) {
  if (!text.empty()) text = std::to_string(parseCount(option, text, least, most));
}

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
                       "--ordering " + arguments.ordering + ": is no ordering of this impact");
  if (snapshot.comparison && request.settings.comparison &&
      snapshot.comparison->word != *request.settings.comparison)
    throw CommandError(ExitStatus::InputFault,
                       "--compare " + arguments.compare + ": is no ordering of this impact");
}

/// Another impact of the run in place of that of the initial state.
SnapshotPtr atImpact(const SnapshotPtr& run, const std::string& number, LongWork& work) {
  const auto impacts = static_cast<int>(run->trajectory->impacts.size());
  const int impact = static_cast<int>(parseCount("--impact", number, 0, mostImpact));
  if (impact >= impacts)
    throw CommandError(ExitStatus::InputFault, "--impact " + number + ": the run has " +
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
SnapshotPtr withExtras(SnapshotPtr snapshot, const FigureArguments& arguments, const FigureKind& kind,
                       LongWork& work) {
  if (!arguments.gaps.empty()) {
    auto with = std::make_shared<Snapshot>(*snapshot);
    addProbabilities(*with, parseCount("--gaps", arguments.gaps, 1, mostGaps), work.stopToken(),
                     work.progress());
    snapshot = std::move(with);
  }
  if (arguments.models) snapshot = computeModels(snapshot, work.stopToken(), work.progress());
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
  if (arguments.runs.empty()) return snapshot;
  arguments.scene = snapshot->scene->file();
  arguments.sceneText = snapshot->scene->text();
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
    const auto& all = snapshot.instance.parameters;
    const ParameterValue& value = *std::ranges::find(all, spec.name, &ParameterValue::name);
    if (spec.free && !spec.integer && value.min && value.max && *value.min < *value.max && axes.size() < 2)
      axes.push_back(sweepAxis(spec.name, *value.min, *value.max, usualPoints));
  }
  if (axes.size() < 2)
    throw CommandError(ExitStatus::CommandFault,
                       snapshot.scene->name() +
                           ": marks fewer than two parameters with a slider as free; expected --over twice");
  return axes;
}

std::vector<SweepAxis> landscapeAxes(const FigureArguments& arguments, const Snapshot& snapshot) {
  constexpr std::size_t mostPoints = 1'000'000;
  if (arguments.over.empty()) return usualAxes(snapshot);
  if (arguments.over.size() != 2)
    throw CommandError(ExitStatus::CommandFault, "--over: expected two parameters");
  ParameterNumbers number(*snapshot.scene, snapshot.assignments);
  std::vector<SweepAxis> axes;
  for (const std::string& over : arguments.over) {
    const StudyAxis axis = parseOver(number, over);
    const double a = axis.value(0, 0), b = axis.value(0, axis.size() - 1);
    if (axis.size() < 2 || !(a < b))
      throw CommandError(ExitStatus::CommandFault,
                         "--over " + over + ": expected A < B and at least 2 points");
    if (axis.size() > mostPoints / (axes.empty() ? 1 : axes[0].values.size()))
      throw CommandError(ExitStatus::CommandFault,
                         "--over " + over + ": expected at most " + std::to_string(mostPoints) + " points");
    axes.push_back(sweepAxis(axis.name(), a, b, static_cast<int>(axis.size())));
  }
  if (axes[0].name == axes[1].name)
    throw CommandError(ExitStatus::CommandFault,
                       "--over " + arguments.over[1] + ": the same parameter twice");
  return axes;
}

std::shared_ptr<const Landscape> landscapeOf(const FigureArguments& arguments, const Snapshot& snapshot,
                                             LongWork& work) {
  LandscapeQuestion question;
  question.over = landscapeAxes(arguments, snapshot);
  question.measure = parseMeasure(arguments.measure.empty() ? "gram" : arguments.measure);
  question.resolve.limits.maxStates = landscapeStates;
  question.resolve.restitution = snapshot.settings.restitution;
  question.resolve.reflectionRestitution = snapshot.settings.reflectionRestitution;
  return std::make_shared<Landscape>(
      landscape(*snapshot.scene, snapshot.assignments, question, work.stopToken(), work.progress()));
}

bool isComplete(const Snapshot& snapshot) {
  return (!snapshot.report || (snapshot.report->complete() && snapshot.report->limit() == Limit::None)) &&
         (!snapshot.curve || snapshot.curve->complete);
}

}  // namespace

FigureArguments withNumbers(FigureArguments arguments) {
  refuseTogether("--restitution", !arguments.restitution.empty(), "--reflection-restitution",
                 !arguments.reflectionRestitution.empty());
  refuseTogether("--compare", !arguments.compare.empty(), "--compare-policy",
                 !arguments.comparePolicy.empty());
  refuseTogether("--compare", !arguments.compare.empty(), "--fork", !arguments.fork.empty());
  refuseTogether("--compare-policy", !arguments.comparePolicy.empty(), "--fork", !arguments.fork.empty());
  replaceCoefficient("--restitution", arguments.restitution);
  replaceCoefficient("--reflection-restitution", arguments.reflectionRestitution);
  replaceTime("--until", arguments.until);
  replaceTime("--step", arguments.step);
  replaceCount("--dpi", arguments.dpi, leastDpi, mostDpi);
  replaceCount("--gaps", arguments.gaps, 1, mostGaps);
  replaceCount("--impact", arguments.impact, 0, mostImpact);
  return arguments;
}

bool needsSnapshot(const FigureKind& kind) {
  using Draws = FigureKind::Draws;
  return kind.draws != Draws::Measurements && kind.draws != Draws::Impulses && kind.draws != Draws::Panels;
}

Shown computeShown(const FigureArguments& arguments, const FigureKind& kind, LongWork& work) {
  if (arguments.models && !kind.showsModels)
    throw CommandError(ExitStatus::CommandFault,
                       "--models: " + arguments.name + " shows no other models; outcome-set does");
  if (!arguments.runs.empty() && !kind.showsRuns)
    throw CommandError(
        ExitStatus::CommandFault,
        "--run: " + arguments.name + " shows no further runs; the figures along time, plot and scene do");
  if (kind.draws != FigureKind::Draws::Landscape && !(arguments.over.empty() && arguments.measure.empty()))
    throw CommandError(ExitStatus::CommandFault,
                       "figure " + arguments.name + ": takes no --over and no --measure");
  FigureArguments of = arguments;
  if (of.scene.empty()) {
    of.scene = kind.scene;
    if (*kind.set) of.set.insert(of.set.begin(), kind.set);
  }
  parseAssignments(of.set);
  const std::shared_ptr<const Scene> scene = sceneOf(of);
  SnapshotRequest request;
  try {
    request = requestOf(of, scene);
  } catch (const FigureError& error) {
    throw CommandError(ExitStatus::CommandFault, error.what());
  }
  SnapshotPtr snapshot = withRuns(compared(request, of, kind, work), of, work);
  if (!of.impact.empty()) snapshot = atImpact(snapshot, of.impact, work);
  snapshot = withExtras(std::move(snapshot), of, kind, work);
  Shown shown{snapshot, {}, true};
  if (kind.draws == FigureKind::Draws::Landscape) shown.landscape = landscapeOf(of, *snapshot, work);
  shown.complete = !work.wasStopped() && isComplete(*snapshot);
  return shown;
}

}  // namespace carom
