#include "orderings/path_through_graph.h"

#include <algorithm>

#include "impact/impact_report.h"
#include "impact/policy.h"
#include "impact/reflection.h"

namespace carom {

namespace {

using NodeId = OrderingGraph::NodeId;

/// Where a node stands on the path, −1 if it does not.
int stepOf(const SelectedPath& path, NodeId node) {
  const auto found = std::find(path.nodes.begin(), path.nodes.end(), node);
  return found == path.nodes.end() ? -1 : static_cast<int>(found - path.nodes.begin());
}

/// Appends the lowest infeasible contact until every contact is feasible.
void continueGreedily(const OrderingGraph& graph, const ImpactProblem& problem, NodeId node, Word& word) {
  while (!graph.edges(node).empty()) {
    word.push_back(graph.edges(node).front().contact);
    node = graph.edges(node).front().target;
  }
  if (!graph.isOpen(node)) return;
  Policy lowestFirst;
  lowestFirst.kind = Policy::Kind::Priority;
  constexpr std::size_t most = 1'000'000;
  const Word rest = followPolicy(problem.withMomentum(replay(problem, word).momentum), lowestFirst, most);
  word.insert(word.end(), rest.begin(), rest.end());
}

}  // namespace

SelectedPath pathOf(const OrderingGraph& graph, const Word& word) {
  SelectedPath path{word, {NodeId{0}}};
  path.nodes.reserve(word.size() + 1);
  for (const ContactIndex contact : word) {
    const auto edges = graph.edges(path.nodes.back());
    const auto edge =
        std::find_if(edges.begin(), edges.end(), [&](const auto& e) { return e.contact == contact; });
    if (edge == edges.end()) break;
    path.nodes.push_back(edge->target);
  }
  return path;
}

ChosenOrdering orderingThrough(const OrderingGraph& graph, const ImpactProblem& problem,
                               const SelectedPath& path, NodeId node) {
  if (const int step = stepOf(path, node); step >= 0) return {path.word, step};
  ChosenOrdering chosen{graph.wordTo(node), 0};
  chosen.step = static_cast<int>(chosen.word.size());
  continueGreedily(graph, problem, node, chosen.word);
  return chosen;
}

ChosenOrdering orderingThroughEdge(const OrderingGraph& graph, const ImpactProblem& problem,
                                   const SelectedPath& path, NodeId from, ContactIndex contact) {
  const int step = stepOf(path, from);
  if (step >= 0 && step < static_cast<int>(path.word.size()) && path.word[step] == contact)
    return {path.word, step + 1};
  ChosenOrdering chosen;
  if (step >= 0)
    chosen.word.assign(path.word.begin(), path.word.begin() + step);
  else
    chosen.word = graph.wordTo(from);
  chosen.word.push_back(contact);
  chosen.step = static_cast<int>(chosen.word.size());
  for (const auto& edge : graph.edges(from))
    if (edge.contact == contact) continueGreedily(graph, problem, edge.target, chosen.word);
  return chosen;
}

}  // namespace carom
