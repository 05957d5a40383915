#pragma once

#include <vector>

#include "impact/graph/ordering_graph.h"

namespace carom {

/// An ordering as a way through the graph.
struct SelectedPath {
  Word word;
  std::vector<OrderingGraph::NodeId> nodes;  ///< from the root, as far as the word stays within the graph
};
SelectedPath pathOf(const OrderingGraph& graph, const Word& word);

/// An ordering that was picked by a place on it, and how many reflections lead to that place.
struct ChosenOrdering {
  Word word;
  int step = 0;
};

/// The ordering through a node: the present one if it passes there, else a shortest word to it, continued
/// with the lowest infeasible contact each time to an outcome (also beyond the graph where that is
/// incomplete).
ChosenOrdering orderingThrough(const OrderingGraph& graph, const ImpactProblem& problem,
                               const SelectedPath& path, OrderingGraph::NodeId node);
/// The ordering through a reflection that leaves `from`; the step is the one after it.
ChosenOrdering orderingThroughEdge(const OrderingGraph& graph, const ImpactProblem& problem,
                                   const SelectedPath& path, OrderingGraph::NodeId from,
                                   ContactIndex contact);

}  // namespace carom
