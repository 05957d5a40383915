#include "answer/impact_of_run.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "answer/choose_ordering.h"
#include "impact/outcomes/endless_ordering.h"

namespace carom {

namespace {

/// Distance, over ‖p⁻‖, below which the p⁺ of a run is an outcome of the search, which knows the ends of
/// inelastic orderings to it. A smaller value finds no outcome; a larger one may find a neighbour.
constexpr double sameOutcome = lossyTolerance;

const ImpactEvent& eventOf(const Snapshot& run, int impact) {
  return run.trajectory->impacts.at(static_cast<std::size_t>(impact));
}

ResolveOptions underLawOf(const Snapshot& run, ResolveOptions options = {}) {
  options.restitution = run.settings.restitution;
  options.reflectionRestitution = run.settings.reflectionRestitution;
  return options;
}

/// The ordering of the second run where it branches off at this impact; null otherwise.
std::shared_ptr<const OrderingComparison> comparisonAt(const Snapshot& run, int impact) {
  const auto& second = run.comparison;
  if (!second || !second->branch || second->branch->rule || second->branch->impact != impact) return nullptr;
  const auto& impacts = second->trajectory->impacts;
  if (impact >= static_cast<int>(impacts.size())) return nullptr;
  auto here = std::make_shared<OrderingComparison>(*second);
  here->word = orderingOf(impacts[static_cast<std::size_t>(impact)]);
  here->outcome = -1;
  return here;
}

std::shared_ptr<Snapshot> aboutImpact(const Snapshot& run, int impact) {
  auto snapshot = std::make_shared<Snapshot>(run);
  snapshot->impact = impact;
  snapshot->report = nullptr;
  snapshot->ordering = orderingOf(eventOf(run, impact));
  snapshot->outcome = -1;
  snapshot->minimal = nullptr;
  snapshot->edgeProbabilities = nullptr;
  snapshot->comparison = comparisonAt(run, impact);
  return snapshot;
}

/// Sets the members that follow from the report and the outcome.
void conclude(Snapshot& snapshot) {
  const ImpactReport& report = *snapshot.report;
  if (report.graph) snapshot.minimal = std::make_shared<const MinimalReflections>(report);
  if (!snapshot.comparison || !report.graph) return;
  auto comparison = std::make_shared<OrderingComparison>(*snapshot.comparison);
  comparison->outcome = outcomeOf(report, comparison->word);
  snapshot.comparison = std::move(comparison);
}

}  // namespace

WholeImpact wholeImpactOf(const Snapshot& run, int impact) {
  return wholeImpact(*run.instance.mechanism, *run.trajectory, static_cast<std::size_t>(impact));
}

int outcomeTaken(const ImpactReport& report, const Snapshot& run, int impact) {
  if (!report.graph) return -1;
  if (const int outcome = outcomeOf(report, orderingOf(eventOf(run, impact))); outcome >= 0) return outcome;
  const WholeImpact whole = wholeImpactOf(run, impact);
  const auto& metric = whole.problem.metric();
  const double near = sameOutcome * whole.problem.momentumNorm();
  const auto found = std::ranges::find_if(report.outcomes, [&](const Outcome& outcome) {
    return metric.norm(outcome.momentum - whole.momenta.rightCols<1>()) <= near;
  });
  return found == report.outcomes.end() ? -1 : static_cast<int>(found - report.outcomes.begin());
}

ImpactSearch summary(const ImpactReport& report) {
  ImpactSearch search;
  search.verdict = verdictOf(&report);
  if (report.jammed()) return search;
  search.searched = true;
  search.complete = report.complete();
  search.endless = report.collapses || report.cut();
  if (search.complete && !search.endless) search.orderings = report.orderings;
  search.outcomes = report.outcomes.size();
  const Indeterminacy& xi = report.indeterminacy;
  search.lower = xi.lower;
  search.upper = xi.upper;
  search.tolerance = report.tolerance;
  search.states = report.graph ? report.graph->nodeCount() : 0;
  search.limit = report.limit();
  return search;
}

std::optional<ImpactSearch> knownSearch(const Snapshot& run, int impact) {
  const ImpactEvent& event = eventOf(run, impact);
  if (!isOrdered(event)) return ImpactSearch{};
  if (event.contacts.size() == 1) {
    ImpactSearch single;
    single.searched = single.complete = true;
    single.orderings = 1;
    single.outcomes = 1;
    single.states = event.word.size() + 1;
    single.verdict =
        event.alternatives ? verdictOf(event.alternatives.get()) : Verdict::UniqueForEveryMomentum;
    return single;
  }
  const auto& report = event.alternatives;
  const bool initial = impact == run.trajectory->initialImpact();  // already searched in full
  if (report && (report->complete() || initial)) return summary(*report);
  return std::nullopt;
}

std::optional<ImpactSearch> searchImpact(const Snapshot& run, int impact, const SearchBudget& budget,
                                         std::stop_token stop) {
  if (auto known = knownSearch(run, impact)) return known;
  using Clock = std::chrono::steady_clock;
  const auto until = Clock::now() + std::chrono::duration<double>(budget.seconds);
  std::stop_source ours;
  const std::stop_callback chain(stop, [&ours] { ours.request_stop(); });
  const Progress watch = [&](double) {
    if (Clock::now() > until) ours.request_stop();
  };
  ResolveOptions options = underLawOf(run);
  options.limits.maxStates = budget.states;
  options.minimalityChecks = 0;
  options.samplePastLimit.samples = 0;
  try {
    const ImpactReport report =
        resolveImpact(wholeImpactOf(run, impact).problem, options, ours.get_token(), watch);
    if (stop.stop_requested()) return std::nullopt;
    ImpactSearch found = summary(report);
    if (found.limit == Limit::Cancelled) found.limit = Limit::Work;
    return found;
  } catch (const ImpactError&) {
    return ImpactSearch{};
  }
}

SnapshotPtr glanceAtImpact(const Snapshot& run, int impact) {
  auto snapshot = aboutImpact(run, impact);
  const auto& report = eventOf(run, impact).alternatives;
  if (!report || !report->complete() || !report->planarIsKnown()) return snapshot;
  snapshot->report = report;
  // That of contacts that collided at once needs the whole problem: among hundreds of bodies too long here.
  if (report->graph) snapshot->outcome = outcomeOf(*report, snapshot->ordering);
  conclude(*snapshot);
  return snapshot;
}

SnapshotPtr resolveImpactOfRun(const Snapshot& run, int impact, std::stop_token stop,
                               const Progress& progress) {
  auto snapshot = aboutImpact(run, impact);
  if (!isOrdered(eventOf(run, impact))) return snapshot;
  snapshot->report = std::make_shared<const ImpactReport>(
      resolveImpact(wholeImpactOf(run, impact).problem, underLawOf(run), stop, progress));
  snapshot->report->planar();  // here, so that no view waits for it
  snapshot->outcome = outcomeTaken(*snapshot->report, *snapshot, impact);
  conclude(*snapshot);
  return snapshot;
}

}  // namespace carom
