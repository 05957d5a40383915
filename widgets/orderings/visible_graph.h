#pragma once

#include <map>
#include <set>
#include <vector>

#include "orderings/path_through_graph.h"

namespace carom {

/// The parts of an ordering graph that a person has opened.
struct ShownWishes {
  using NodeId = OrderingGraph::NodeId;
  int levels = 0;             ///< whole levels beyond the root; 0: as many as fit the budget
  std::set<NodeId> expanded;  ///< nodes whose reflections are all shown
  std::set<NodeId> unfolded;  ///< nodes that no chain may swallow

  bool operator==(const ShownWishes&) const = default;
};

/// The part of an ordering graph that is drawn: whole levels from the root, the selected ordering to its end,
/// and the nodes that were expanded. A long chain without a choice is one edge.
///
/// Its size is bounded by the budgets, not by the graph.
struct ShownGraph {
  using NodeId = OrderingGraph::NodeId;
  static constexpr int root = 0;

  struct Node {
    NodeId id = 0;
    int hidden = 0;  ///< reflections that leave here and are not shown
    int step = -1;   ///< number of reflections of the selected ordering done here, −1 off it
  };
  struct Edge {
    int from = 0, to = 0;      ///< indices into nodes
    ContactIndex contact = 0;  ///< of the (first) reflection
    int swallowed = 0;         ///< nodes that a folded chain stands for; 0: one reflection
    bool selected = false;     ///< lies on the selected ordering
    bool compared = false;     ///< lies on the one that it is compared with
  };
  std::vector<Node> nodes;      ///< by rising id
  std::vector<Edge> edges;      ///< by rising from, then contact
  int levels = 0;               ///< whole levels shown beyond the root
  int allLevels = 0;            ///< of the graph
  std::size_t hiddenNodes = 0;  ///< nodes that are neither shown nor swallowed by a chain

  /// Index of a node, −1 if it is not shown.
  int indexOf(NodeId id) const;
};

struct ShownBudget {
  int nodes = 150;               ///< for whole levels
  int mostNodes = 3000;          ///< never more than this
  std::size_t visits = 400'000;  ///< nodes looked at while folding chains
  int shortestChain = 6;         ///< nodes without a choice in a row that are folded
  int unfoldStep = 24;           ///< nodes that one click unfolds
};

/// Chooses the part that is drawn. `current` is the step of the moment shown (an index into path.nodes, or
/// −1), which no chain swallows. `compared`: a second ordering that is shown to its end; may be null.
ShownGraph chooseShown(const OrderingGraph& graph, const SelectedPath& path, int current,
                       const ShownWishes& wishes = {}, const ShownBudget& budget = {},
                       const SelectedPath* compared = nullptr);

/// The nodes to unfold so that the beginning of a folded edge becomes visible.
std::vector<OrderingGraph::NodeId> beginningOfChain(const OrderingGraph& graph, const ShownGraph& shown,
                                                    const ShownGraph::Edge& edge, const SelectedPath& path,
                                                    const ShownBudget& budget = {});

}  // namespace carom
