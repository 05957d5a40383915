#include "answer/refine_probabilities.h"

#include <algorithm>
#include <cmath>

#include "answer/choose_ordering.h"
#include "impact/outcomes/outcome_probabilities.h"

namespace carom {

namespace {

constexpr std::size_t leastSamples = 200, mostPreview = 2'000, mostSamples = 50'000;
/// Multiply-adds of a preview and of a full answer.
constexpr double previewWork = 2e6, fullWork = 5e8;
/// Sweeps of all chains of the sampler before their first samples.
constexpr double burnIn = 32 * 64;

/// Multiply-adds of one sweep of the sampler: 2k moves, half of them along directions that cost k² each.
double sweepWork(const ImpactProblem& problem) {
  const double k = problem.contactCount();
  return 2 * k * k * k + 20 * k;
}

std::size_t affordable(const Snapshot& snapshot, double work) {
  const ImpactReport& report = *snapshot.report;
  const double length = std::max<double>(report.maxLength, 1);
  const double sample = sweepWork(report.problem) + 4 * length * report.problem.contactCount();
  return static_cast<std::size_t>(std::max(0.0, (work - burnIn * sweepWork(report.problem)) / sample));
}

/// Whether the impact is one within the run, at which contacts arrive.
bool arrives(const Snapshot& snapshot) {
  const auto at = static_cast<std::size_t>(snapshot.impact);
  return snapshot.impact >= 0 && snapshot.trajectory && at < snapshot.trajectory->impacts.size() &&
         snapshot.trajectory->impacts[at].time > snapshot.instance.initial.time;
}

}  // namespace

bool canSampleGaps(const Snapshot& snapshot) {
  return snapshot.report && snapshot.report->graph && !snapshot.report->problem.isFeasible() &&
         snapshot.report->termination.coneHasInterior && snapshot.report->problem.isElastic();
}

std::size_t previewSamples(const Snapshot& snapshot) {
  if (!canSampleGaps(snapshot)) return 0;
  const std::size_t samples = std::min(mostPreview, affordable(snapshot, previewWork));
  return samples < leastSamples ? 0 : samples;
}

std::size_t fullSamples(const Snapshot& snapshot) {
  return canSampleGaps(snapshot) ? std::clamp(affordable(snapshot, fullWork), leastSamples, mostSamples) : 0;
}

void addProbabilities(Snapshot& snapshot, std::size_t samples, std::stop_token stop,
                      const Progress& progress) {
  if (samples == 0 || !canSampleGaps(snapshot)) return;
  auto report = std::make_shared<ImpactReport>(*snapshot.report);
  report->gaps =
      sampleGaps(report->problem, {.samples = samples, .arriving = arrives(snapshot)}, stop, progress);
  const GapReport& gaps = *report->gaps;
  report->otherLimit = gaps.limit;
  if (gaps.samples == 0) return;
  std::vector<int> placeOf;
  for (const GapOrdering& ordering : gaps.orderings) placeOf.push_back(outcomeOf(*report, ordering.word));
  setProbabilities(*report, placeOf);
  snapshot.edgeProbabilities =
      std::make_shared<const EdgeProbabilities>(edgeProbabilities(*report->graph, gaps));
  snapshot.report = std::move(report);
}

SnapshotPtr computeProbabilities(SnapshotPtr snapshot, std::stop_token stop, const Progress& progress) {
  auto refined = std::make_shared<Snapshot>(*snapshot);
  addProbabilities(*refined, fullSamples(*snapshot), stop, progress);
  return stop.stop_requested() || !refined->edgeProbabilities ? snapshot : refined;
}

}  // namespace carom
