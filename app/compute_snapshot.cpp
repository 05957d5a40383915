#include "compute_snapshot.h"

#include <algorithm>
#include <cmath>

#include "impact/reflection.h"
#include "study/sharpen.h"

namespace carom {

namespace {

constexpr int curvePoints = 241;
/// Distinct momenta that one point of the curve may take: 241 points stay a matter of seconds.
constexpr std::size_t curveStates = 50'000;
/// Impacts of the motion that is still shown after a stop.
constexpr std::size_t impactsAfterStop = 100;

/// Every reflection of the word is across an infeasible contact, and none is infeasible at its end.
bool isOrdering(const ImpactProblem& problem, const Word& word) {
  Eigen::VectorXd c = problem.contactCoordinates();
  for (const ContactIndex contact : word) {
    if (contact >= problem.contactCount() || !problem.isInfeasible(c[contact])) return false;
    reflect(c, problem.gram(), contact);
  }
  return std::none_of(c.begin(), c.end(), [&](double ci) { return problem.isInfeasible(ci); });
}

/// The outcome to which the graph's edges lead along a word; −1 where the word leaves the part searched.
int outcomeOf(const ImpactReport& report, const Word& word) {
  OrderingGraph::NodeId node = 0;
  for (const ContactIndex contact : word) {
    const auto edges = report.graph->edges(node);
    const auto edge = std::ranges::find(edges, contact, &OrderingGraph::Edge::contact);
    if (edge == edges.end()) return -1;
    node = edge->target;
  }
  const auto outcome = std::ranges::find(report.outcomes, node, &Outcome::node);
  return outcome == report.outcomes.end() ? -1 : static_cast<int>(outcome - report.outcomes.begin());
}

void chooseOrdering(Snapshot& snapshot, const std::optional<Word>& requested, std::stop_token stop) {
  const ImpactReport& report = *snapshot.report;
  if (report.jammed()) return;
  const int requestedOutcome = requested ? outcomeOf(report, *requested) : -1;
  if (requestedOutcome >= 0 || (requested && !report.complete() && isOrdering(report.problem, *requested))) {
    snapshot.ordering = *requested;
    snapshot.outcome = requestedOutcome;
  } else if (!report.outcomes.empty()) {
    snapshot.ordering = report.outcomes.front().example;
    snapshot.outcome = 0;
  } else if (!stop.stop_requested()) {
    snapshot.ordering = followPolicy(report.problem, {});
  }
}

std::shared_ptr<const Trajectory> motionOf(const Snapshot& snapshot, std::stop_token stop) {
  MotionOptions options;
  options.duration = snapshot.instance.view.duration;
  options.leadIn = snapshot.instance.view.leadIn;
  if (snapshot.report && !snapshot.report->jammed()) options.firstWord = snapshot.ordering;
  if (stop.stop_requested()) {
    options.maxImpacts = impactsAfterStop;
    stop = {};
  }
  return std::make_shared<Trajectory>(
      runMotion(*snapshot.instance.mechanism, snapshot.instance.initial, options, stop));
}

const ParameterValue* findParameter(const SceneInstance& instance, const std::string& name) {
  const auto found = std::ranges::find(instance.parameters, name, &ParameterValue::name);
  return found == instance.parameters.end() ? nullptr : &*found;
}

bool isCount(const Scene& scene, const std::string& parameter) {
  const auto& all = scene.parameters();
  const auto found = std::ranges::find(all, parameter, &ParameterSpec::name);
  return found != all.end() && found->integer;
}

}  // namespace

SnapshotPtr computeSnapshot(const SnapshotRequest& request, std::stop_token stop, const Progress& progress) {
  auto snapshot = std::make_shared<Snapshot>();
  snapshot->request = request.id;
  snapshot->scene = request.scene;
  snapshot->assignments = request.assignments;
  snapshot->instance = request.scene->instantiate(request.assignments);
  if (request.drag) {
    const auto& drags = snapshot->instance.view.drag;
    const auto named = drags.find(request.drag->body);
    snapshot->placement =
        placeBody(*request.scene, request.assignments, request.drag->body, request.drag->target,
                  named == drags.end() ? std::vector<std::string>{} : named->second);
    snapshot->assignments = snapshot->placement->assignments;
    snapshot->instance = request.scene->instantiate(snapshot->assignments);
  }
  const State& initial = snapshot->instance.initial;
  if (const auto problem = impactAt(*snapshot->instance.mechanism, initial.q, initial.p)) {
    snapshot->report =
        std::make_shared<ImpactReport>(resolveImpact(*problem, request.options, stop, progress));
    chooseOrdering(*snapshot, request.ordering, stop);
  }
  snapshot->trajectory = motionOf(*snapshot, stop);
  return snapshot;
}

SnapshotPtr reuseCurve(SnapshotPtr snapshot, const SnapshotPtr& previous) {
  if (!previous || !previous->curve || previous->scene != snapshot->scene) return snapshot;
  const std::string& swept = previous->curve->over.front().name;
  Assignments now = snapshot->assignments, before = previous->assignments;
  now.erase(swept);
  before.erase(swept);
  if (now != before || swept != snapshot->instance.view.sweep) return snapshot;
  auto with = std::make_shared<Snapshot>(*snapshot);
  with->curve = previous->curve;
  return with;
}

SnapshotPtr computeCurve(SnapshotPtr snapshot, std::stop_token stop, const Progress& progress) {
  const std::string& name = snapshot->instance.view.sweep;
  const ParameterValue* swept = findParameter(snapshot->instance, name);
  if (!swept || !swept->min || !swept->max) return snapshot;
  const int count =
      isCount(*snapshot->scene, name)
          ? std::clamp(static_cast<int>(std::lround(*swept->max - *swept->min)) + 1, 1, curvePoints)
          : curvePoints;
  ResolveOptions options;
  options.limits.maxStates = curveStates;
  options.minimalityChecks = 0;
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
