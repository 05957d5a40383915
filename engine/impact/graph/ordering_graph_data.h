#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/big_int.h"
#include "base/growing_rows.h"
#include "impact/graph/ordering_graph.h"

namespace carom {

__extension__ typedef unsigned __int128 Uint128;

/// The arrays behind an OrderingGraph.
///
/// A state takes 8 bytes per coordinate (contacts and the few directions that they hide), 12 bytes for its
/// node, 4 bytes per edge and, once counted, 16 bytes for its number of orderings and 4 for its longest one.
struct OrderingGraph::Data {
  static constexpr std::uint16_t openMark = 0xFFFF;

  struct Node {
    NodeId parent;            ///< breadth-first predecessor; of node 0, itself
    std::uint32_t firstEdge;  ///< index into targets
    std::uint16_t edgeCount;  ///< 0 for outcomes, openMark while unexpanded
    ContactIndex contact;     ///< the reflection that leads here from the parent
  };

  Data(int contactCount, int coordinateCount)
      : contacts(contactCount), coordinates(static_cast<std::size_t>(coordinateCount)) {}

  std::size_t size() const { return nodes.size(); }
  std::size_t bytes() const;
  std::uint32_t level(NodeId node) const;
  Word wordTo(NodeId node) const;
  /// Where the reflections of the node's infeasible contacts lead, by rising contact; empty for outcomes and
  /// unexpanded nodes.
  std::span<const NodeId> targetsOf(NodeId node) const {
    const Node& at = *nodes[node];
    if (at.edgeCount == 0 || at.edgeCount == openMark) return {};
    return {targets[at.firstEdge], at.edgeCount};
  }

  int contacts;
  GrowingRows<double> coordinates;  ///< per node: contact coordinates, then hidden directions
  GrowingRows<Node> nodes;
  GrowingRows<NodeId> targets;
  std::vector<NodeId> levelStart;  ///< first node of each breadth-first level
  std::vector<NodeId> outcomes;
  std::size_t edgeTotal = 0;
  /// Every edge leads one level down: breadth-first order is topological, and all orderings to a node are as
  /// long as its level.
  bool graded = true;
  Limit limit = Limit::None;
  double mergeTolerance = 0;
  double threshold = 0;  ///< a contact is infeasible iff its coordinate, as it is kept here, is below (√J)

  // Filled by countOrderings where the graph is complete.
  std::vector<Uint128> counts;         ///< orderings to each node, where they fit
  std::vector<BigInt> largeCounts;     ///< else these
  std::vector<std::uint32_t> longest;  ///< empty where graded
};

/// Counts the orderings to every node of a complete graph, exactly, and their lengths.
void countOrderings(OrderingGraph::Data& data);

}  // namespace carom
