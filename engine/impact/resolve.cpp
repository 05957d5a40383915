#include <algorithm>
#include <cmath>

#include "impact/impact_report.h"
#include "impact/minimality.h"
#include "impact/ordering_search.h"
#include "impact/outcome_set.h"
#include "impact/reflection.h"

namespace carom {

namespace {

/// ⌈x⌉, where a whole number that rounding has lifted stays one.
int guardedCeil(double x) {
  const double whole = std::round(x);
  return static_cast<int>(std::abs(x - whole) <= 1e-9 * std::max(1.0, whole) ? whole : std::ceil(x));
}

std::optional<PairBounds> pairBounds(const ImpactProblem& problem, const Termination& termination) {
  if (problem.contactCount() != 2 || !termination.coneHasInterior) return std::nullopt;
  const double m = pairMultiplicity(problem, 0, 1);  // π/2γ
  if (m > 1e9) return std::nullopt;
  return PairBounds{guardedCeil(2 * m), guardedCeil(m)};
}

Outcome makeOutcome(const ImpactProblem& problem, const OrderingGraph& graph, OrderingGraph::NodeId node) {
  Outcome outcome;
  outcome.node = node;
  outcome.example = graph.wordTo(node);
  outcome.orderings = graph.orderingsTo(node);
  Replay end = replay(problem, outcome.example);
  outcome.velocity = problem.metric().velocity(end.momentum);
  outcome.momentum = std::move(end.momentum);
  outcome.impulses = std::move(end.impulses);
  outcome.relativeEnergyError = end.relativeEnergyError;
  return outcome;
}

/// With a certificate every ordering has the same length and is minimal. Of the two orderings of a pair the
/// longer is never minimal and the shorter always is. Otherwise the subsequences of the example decide.
void decideMinimality(ImpactReport& report, std::size_t budget) {
  for (Outcome& outcome : report.outcomes) {
    if (report.certificate.unique.value_or(false)) {
      outcome.minimal = true;
    } else if (report.problem.contactCount() == 2 && report.complete()) {
      outcome.minimal = outcome.example.size() == report.minLength;
    } else {
      outcome.minimal = isMinimalWord(report.problem, outcome.example, budget);
    }
    if (outcome.minimal.value_or(false)) outcome.reachedMinimally = true;
    // A word that is not minimal proves nothing about the other words of its outcome, unless there are none.
    else if (outcome.minimal && outcome.orderings == 1)
      outcome.reachedMinimally = false;
  }
}

void gatherOutcomes(ImpactReport& report, const std::stop_token& stop) {
  const OrderingGraph& graph = *report.graph;
  std::uint32_t shortest = ~0u, longest = 0;
  for (const OrderingGraph::NodeId node : graph.outcomes()) {
    report.outcomes.push_back(makeOutcome(report.problem, graph, node));
    report.orderings += report.outcomes.back().orderings;
    shortest = std::min(shortest, graph.minLength(node));
    longest = std::max(longest, graph.maxLength(node));
    if (stop.stop_requested()) break;
  }
  if (report.outcomes.empty()) return;
  report.minLength = shortest;
  report.maxLength = longest;
}

}  // namespace

double ImpactReport::worstRelativeEnergyError() const {
  double worst = 0;
  for (const Outcome& outcome : outcomes) worst = std::max(worst, outcome.relativeEnergyError);
  return worst;
}

ImpactReport resolveImpact(const ImpactProblem& problem, const ResolveOptions& options, std::stop_token stop,
                           const Progress& progress) {
  ImpactReport report(problem);
  report.termination = decideTermination(problem);
  report.certificate = certify(problem, report.termination);
  report.bounds = pairBounds(problem, report.termination);
  if (report.jammed()) return report;
  const SearchRules rules{.rising = report.termination.rising, .guarded = {}};
  report.graph = std::make_shared<const OrderingGraph>(
      searchOrderings(problem, rules, options.limits, stop, progress).data);
  gatherOutcomes(report, stop);
  if (report.outcomes.empty()) {
    report.indeterminacy.upper = indeterminacyBound(problem);
    return report;
  }
  decideMinimality(report, options.minimalityChecks);
  report.indeterminacy = measureIndeterminacy(problem, report.outcomes, report.complete());
  report.choice = chooseAmong(problem, report.outcomes);
  return report;
}

}  // namespace carom
