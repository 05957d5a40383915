#include "impact/outcomes/nearly_certified.h"

#include <algorithm>

#include "impact/blend.h"
#include "impact/graph/search.h"
#include "impact/outcomes/indeterminacy.h"
#include "impact/policy.h"
#include "impact/white_frame.h"

namespace carom {

namespace {

/// Merging tolerance, over scale(), of a nearly certified impact, whose ξ is reported down to 1e-13: a tenth
/// of that, and well above the rounding of extended precision. A larger value hides such ξ; a smaller one
/// splits equal momenta.
constexpr double spreadMerging = 1e-14;

/// The outcomes of both orderings of a pair, also where they meet in one node.
std::vector<Outcome> bothEnds(const ImpactProblem& problem, const OrderingGraph& graph) {
  std::vector<Outcome> ends;
  for (const OrderingGraph::Edge& first : graph.edges(0)) {
    Word word{first.contact};
    OrderingGraph::NodeId at = first.target;
    while (!graph.edges(at).empty()) {
      const OrderingGraph::Edge edge = graph.edges(at).front();
      word.push_back(edge.contact);
      at = edge.target;
    }
    setExample(problem, ends.emplace_back(), std::move(word));
  }
  return ends;
}

}  // namespace

void completeExample(const ImpactProblem& problem, Outcome& outcome, std::stop_token stop) {
  const Eigen::VectorXd c = (problem.frame().unitNormals().transpose() * outcome.white).cast<double>();
  if (std::ranges::none_of(c, [&](double x) { return problem.isInfeasible(x); })) return;
  Word word = outcome.example;
  const Word more = followPolicy(problem.withMomentum(outcome.momentum), {}, mostCompletion, std::move(stop));
  word.insert(word.end(), more.begin(), more.end());
  setExample(problem, outcome, std::move(word));
}

std::vector<Outcome> spreadOutcomes(const ImpactReport& report, const ResolveOptions& options,
                                    std::stop_token stop, const Progress& progress) {
  const ImpactProblem& problem = report.problem;
  if (report.graph->edges(0).empty()) return report.outcomes;
  std::vector<Outcome> ends;
  if (problem.contactCount() == 2) {
    ends = bothEnds(problem, *report.graph);
  } else {
    const SearchRules rules{.rising = report.termination.rising, .merging = spreadMerging};
    const OrderingGraph graph(
        searchOrderings(problem, rules, options.limits, std::move(stop), progress).data);
    if (!graph.complete()) return {};
    for (const OrderingGraph::NodeId node : graph.outcomes())
      setExample(problem, ends.emplace_back(), graph.wordTo(node));
  }
  if (options.restitution) blendWithPlastic(report, ends, *options.restitution);
  return ends;
}

}  // namespace carom
