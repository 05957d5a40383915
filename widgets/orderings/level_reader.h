#pragma once

#include <map>
#include <set>
#include <vector>

#include "orderings/visible_graph.h"

namespace carom {

/// A folded chain of nodes without a choice.
struct ChainEnd {
  OrderingGraph::NodeId to = 0;
  int swallowed = 0;
};
using Chains = std::map<std::pair<OrderingGraph::NodeId, ContactIndex>, ChainEnd>;

/// A run of nodes without a choice that still grows: where it began, and what it has passed.
struct Strand {
  OrderingGraph::NodeId from = 0;
  ContactIndex contact = 0;
  OrderingGraph::NodeId last = 0;
  int count = 0;                              ///< nodes passed
  std::vector<OrderingGraph::NodeId> passed;  ///< the first few of them, to be shown if the run stays short
};

/// Reads the graph level by level, keeps the nodes where there is a choice and folds the runs between them.
class LevelReader {
 public:
  using NodeId = OrderingGraph::NodeId;

  LevelReader(const OrderingGraph& graph, const std::set<NodeId>& forced, int wantedLevels,
              const ShownBudget& budget, bool folds)
      : m_graph(graph), m_forced(forced), m_wantedLevels(wantedLevels), m_budget(budget), m_folds(folds) {}

  /// False if a node was folded that turned out to be a meeting point: it has been added to `meetings`.
  bool read(std::set<NodeId>& meetings);

  std::vector<NodeId> kept;  ///< rising, after read()
  Chains chains;             ///< folded, by their first node and contact
  int levels = 0;            ///< whole levels read below the root

 private:
  using Incoming = std::map<NodeId, std::vector<Strand>>;

  void keep(NodeId node) { kept.push_back(node); }
  /// Begins a strand along every reflection that leaves a kept node.
  void start(NodeId node, NodeId reading);
  /// A strand reaches a node; one that has been read already is a meeting point.
  void arrive(NodeId target, Strand strand, NodeId reading);
  void end(const Strand& strand, NodeId to);
  bool withinBudget(std::uint32_t level) const;
  /// Reads all nodes of the next level; false where the budget does not suffice.
  bool readLevel(std::set<NodeId>& meetings);
  bool swallows(NodeId node, std::size_t strands) const;
  void readNode(NodeId node, std::vector<Strand> strands);
  void pass(Strand& strand, NodeId node, bool alone);
  /// The strands that the budget cuts off: shown as far as they were read.
  void cutStrands(const Incoming& incoming);

  const OrderingGraph& m_graph;
  const std::set<NodeId>& m_forced;
  int m_wantedLevels;
  ShownBudget m_budget;
  bool m_folds;
  Incoming m_incoming;
  std::set<NodeId> m_swallowed, m_meetings;
  NodeId m_swallowedLast = 0;
  std::size_t m_visits = 0;
};

}  // namespace carom
