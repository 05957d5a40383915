#include "answer/compute_snapshot.h"

#include <algorithm>
#include <cmath>

#include "answer/answer_of_models.h"
#include "answer/choose_ordering.h"
#include "answer/impact_of_run.h"
#include "answer/motion_of_question.h"
#include "answer/refine_probabilities.h"
#include "mechanics/contact/contacts.h"
#include "mechanics/motion/run_motion.h"
#include "study/curve_corners.h"

namespace carom {

namespace {

constexpr int curvePoints = 241;
/// Most distinct momenta of one point of the curve, so that 241 points take seconds.
constexpr std::size_t curveStates = 50'000;
/// Impacts and steps of the motion that is computed after a stop.
constexpr std::size_t impactsAfterStop = 100, stepsAfterStop = 10'000;
/// Contacts of the initial impact beyond which no motion is computed after a stop: one impact takes too long.
constexpr int contactsAfterStop = 100;

/// Most distinct momenta in the search of a later impact for its alternatives.
constexpr std::size_t alternativeStates = 2'000;

/// The orderings chosen by hand that a run follows after the initial impact: only those before it branches
/// off, because its later impacts are others.
std::map<int, std::vector<int>> laterChoices(const Snapshot& snapshot, const Word& word,
                                             const RunBranch* branch) {
  const bool parts = word != snapshot.ordering || (branch && branch->rule);
  std::map<int, std::vector<int>> choices;
  if (!parts) choices = snapshot.settings.later;
  if (!branch || branch->rule) return choices;
  choices.erase(choices.lower_bound(branch->impact), choices.end());
  choices[branch->impact] = branch->contacts;
  return choices;
}

/// Who follows one motion.
struct MotionWatch {
  Progress progress;
  std::function<void(const ObservedState&)> observe;
};

MotionWatch motionWatch(const AnswerWatch& watch, bool isSecond) {
  MotionWatch one{progressOf(WorkStage::Simulating, watch.progress), {}};
  if (watch.moved) one.observe = [&watch, isSecond](const ObservedState& s) { watch.moved(s, isSecond); };
  return one;
}

/// The motion with an ordering at the initial impact and, at later ones, with the rule or orderings of the
/// settings or of the branch.
std::shared_ptr<const Trajectory> motionOf(const Snapshot& snapshot, const Word& word,
                                           const RunBranch* branch, const MotionWatch& watch,
                                           std::stop_token stop) {
  const ImpactSettings& settings = snapshot.settings;
  const auto& rule = branch && branch->rule ? branch->rule : settings.rule;
  MotionOptions options = motionOptions(settings, rule, *snapshot.instance.mechanism);
  options.forced = laterChoices(snapshot, word, branch);
  options.forcedMayNotPull = true;
  options.alternatives.emplace();
  options.alternatives->limits.maxStates = alternativeStates;
  options.alternatives->minimalityChecks = 0;
  options.alternatives->samplePastLimit.samples = 0;
  options.firstAlternatives = snapshot.report;
  options.duration = settings.run.duration.value_or(snapshot.instance.view.duration);
  options.leadIn = snapshot.instance.view.leadIn;
  options.progress = watch.progress;
  options.observe = watch.observe;
  if (snapshot.report && !snapshot.report->jammed()) options.firstWord = word;
  if (stop.stop_requested() && snapshot.report &&
      snapshot.report->problem.contactCount() > contactsAfterStop) {
    Trajectory none = standstill(*snapshot.instance.mechanism, snapshot.instance.initial);
    none.complete = false;
    none.stoppedAt = snapshot.instance.initial.time;
    none.stopKind = StopKind::Cancelled;
    none.stopReason = "cancelled";
    return std::make_shared<const Trajectory>(std::move(none));
  }
  if (stop.stop_requested()) {
    options.maxImpacts = impactsAfterStop;
    options.maxSteps = stepsAfterStop;
    stop = {};
  }
  return std::make_shared<Trajectory>(
      runMotion(*snapshot.instance.mechanism, snapshot.instance.initial, options, stop));
}

std::shared_ptr<const OrderingComparison> compare(const Snapshot& snapshot, const MotionWatch& watch,
                                                  std::stop_token stop) {
  const ImpactSettings& settings = snapshot.settings;
  const bool collides = snapshot.report && !snapshot.report->jammed();
  if (!settings.branch && !(settings.comparison && collides)) return nullptr;
  auto second = std::make_shared<OrderingComparison>();
  second->branch = settings.branch;
  second->word = snapshot.ordering;
  if (collides && !settings.branch)
    second->word = adaptOrdering(*snapshot.report, *settings.comparison, stop);
  if (collides && settings.branch && settings.branch->rule)
    second->word = followRule(*snapshot.report, *settings.branch->rule, stop);
  second->trajectory =
      motionOf(snapshot, second->word, settings.branch ? &*settings.branch : nullptr, watch, stop);
  const Trajectory& run = *second->trajectory;
  if (collides && run.initialImpact() >= 0 && !run.impacts.empty())
    second->word = orderingOf(run.impacts.front());  // a branch may have another one than the first run
  if (collides) second->outcome = outcomeOf(*snapshot.report, second->word);
  return second;
}

/// The answer while only the instance is known.
SnapshotPtr pendingAnswer(const Snapshot& snapshot) {
  auto pending = std::make_shared<Snapshot>(snapshot);
  pending->isPending = true;
  pending->trajectory =
      std::make_shared<const Trajectory>(standstill(*snapshot.instance.mechanism, snapshot.instance.initial));
  return pending;
}

/// The instance of a new text. Drops assignments that the text no longer allows (of a parameter or option
/// that is gone, or an expression over one), so that they do not block an edit.
SceneInstance instantiateText(const Scene& scene, Assignments& assignments) {
  while (true) try {
      return scene.instantiate(assignments);
    } catch (const SceneError& error) {
      if (error.fault() != SceneError::Fault::Command || assignments.erase(error.place()) == 0) throw;
    }
}

bool isCount(const Scene& scene, const std::string& parameter) {
  const ParameterSpec* found = scene.parameter(parameter);
  return found && found->integer;
}

}  // namespace

SnapshotPtr computeSnapshot(const SnapshotRequest& request, std::stop_token stop, const AnswerWatch& watch) {
  auto snapshot = std::make_shared<Snapshot>();
  snapshot->request = request.id;
  snapshot->scene = request.text ? Scene::parse(request.text->text, request.text->file, request.scene.get())
                                 : request.scene;
  snapshot->assignments = request.assignments;
  snapshot->settings = request.settings;
  snapshot->instance = request.text ? instantiateText(*snapshot->scene, snapshot->assignments)
                                    : snapshot->scene->instantiate(request.assignments);
  // An edit while a body is dragged may have taken the body away.
  const std::size_t bodies = snapshot->instance.mechanism->bodies().size();
  if (request.drag && static_cast<std::size_t>(request.drag->body) < bodies) {
    const auto& drags = snapshot->instance.view.drag;
    const auto named = drags.find(request.drag->body);
    snapshot->placement =
        placeBody(*snapshot->scene, snapshot->assignments, request.drag->body, request.drag->target,
                  named == drags.end() ? std::vector<std::string>{} : named->second);
    snapshot->assignments = snapshot->placement->assignments;
    snapshot->instance = snapshot->scene->instantiate(snapshot->assignments);
  }
  const State& initial = snapshot->instance.initial;
  if (watch.placed) watch.placed(pendingAnswer(*snapshot));
  const auto begin = [&](WorkStage stage) {
    if (watch.progress) watch.progress(stage, -1);
  };
  begin(WorkStage::Searching);
  if (const auto problem = impactAt(*snapshot->instance.mechanism, initial.q, initial.p)) {
    ResolveOptions options = resolveOptions(request);
    options.gaps.reset();  // addProbabilities draws them, for the edges of the graph, too
    snapshot->report = std::make_shared<ImpactReport>(
        resolveImpact(*problem, options, stop, progressOf(WorkStage::Searching, watch.progress)));
    snapshot->report->planar();  // here, so that no view waits for it
    chooseOrdering(*snapshot, request.ordering, stop);
    if (snapshot->report->graph)
      snapshot->minimal = std::make_shared<const MinimalReflections>(*snapshot->report);
  }
  if (request.extras.probabilities)
    addProbabilities(*snapshot, previewSamples(*snapshot), stop,
                     progressOf(WorkStage::Sampling, watch.progress));
  if (request.extras.models) addModels(*snapshot);
  begin(WorkStage::Simulating);
  snapshot->trajectory = motionOf(*snapshot, snapshot->ordering, nullptr, motionWatch(watch, false), stop);
  // Contacts that collide at once may still reach the outcome of an ordering.
  if (const auto& impacts = snapshot->trajectory->impacts;
      snapshot->report && snapshot->trajectory->startsWithImpact && impacts.front().atOnce)
    snapshot->outcome = outcomeTaken(*snapshot->report, *snapshot, 0);
  snapshot->comparison = compare(*snapshot, motionWatch(watch, true), stop);
  return snapshot;
}

SnapshotPtr reuseCurve(SnapshotPtr snapshot, const SnapshotPtr& previous) {
  if (!previous || !previous->curve || previous->scene != snapshot->scene) return snapshot;
  const std::string& swept = previous->curve->over.front().name;
  Assignments now = snapshot->assignments, before = previous->assignments;
  now.erase(swept);
  before.erase(swept);
  if (now != before || swept != snapshot->instance.view.sweep) return snapshot;
  const ImpactSettings &here = snapshot->settings, &there = previous->settings;
  if (here.restitution != there.restitution || here.reflectionRestitution != there.reflectionRestitution)
    return snapshot;
  auto with = std::make_shared<Snapshot>(*snapshot);
  with->curve = previous->curve;
  return with;
}

SnapshotPtr computeCurve(SnapshotPtr snapshot, std::stop_token stop, const Progress& progress) {
  const std::string& name = snapshot->instance.view.sweep;
  const ParameterValue* swept = snapshot->instance.parameter(name);
  if (!swept || !swept->min || !swept->max) return snapshot;
  const int count =
      isCount(*snapshot->scene, name)
          ? std::clamp(static_cast<int>(std::lround(*swept->max - *swept->min)) + 1, 1, curvePoints)
          : curvePoints;
  ResolveOptions options;
  options.limits.maxStates = curveStates;
  options.minimalityChecks = 0;
  options.restitution = snapshot->settings.restitution;
  options.reflectionRestitution = snapshot->settings.reflectionRestitution;
  SweepResult curve =
      sweep(*snapshot->scene, snapshot->assignments, {sweepAxis(name, *swept->min, *swept->max, count)},
            Measure{}, options, stop, progress);
  if (!isCount(*snapshot->scene, name))
    curve = sharpenCorners(*snapshot->scene, snapshot->assignments, std::move(curve), options, stop);
  if (stop.stop_requested() || curve.limit == Limit::Cancelled) return snapshot;
  auto with = std::make_shared<Snapshot>(*snapshot);
  with->curve = std::make_shared<SweepResult>(std::move(curve));
  return with;
}

}  // namespace carom
