#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/big_int.h"
#include "base/growing_rows.h"
#include "impact/graph/ordering_graph.h"

namespace carom {

__extension__ typedef unsigned __int128 Uint128;

/// The arrays of an OrderingGraph.
///
/// A state takes 8 bytes for each coordinate (the contacts and the few directions that they hide), 12 bytes
/// for its node, 4 bytes for each edge and, after countOrderings, 16 bytes for its number of orderings and 4
/// for the longest.
struct OrderingGraph::Data {
  static constexpr std::uint16_t openMark = 0xFFFF;

  struct Node {
    NodeId parent;            ///< breadth-first predecessor; node 0 for node 0
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
  /// The nodes after the reflections of the infeasible contacts, by rising contact; empty for outcomes and
  /// unexpanded nodes.
  std::span<const NodeId> targetsOf(NodeId node) const {
    const Node& at = *nodes[node];
    if (at.edgeCount == 0 || at.edgeCount == openMark) return {};
    return {targets[at.firstEdge], at.edgeCount};
  }

  int contacts;
  GrowingRows<double> coordinates;  ///< of each node: contact coordinates, then hidden directions
  GrowingRows<Node> nodes;
  GrowingRows<NodeId> targets;
  std::vector<NodeId> levelStart;  ///< first node of each breadth-first level
  std::vector<NodeId> outcomes;
  std::size_t edgeTotal = 0;
  /// Whether every edge leads to the next level. Then breadth-first order is topological, and all orderings
  /// to a node have the length of its level.
  bool graded = true;
  Limit limit = Limit::None;
  double mergeTolerance = 0;
  double threshold = 0;  ///< a contact is infeasible iff its stored coordinate is below this (√J)

  // Filled by countOrderings where the graph is complete.
  std::vector<Uint128> counts;         ///< orderings to each node, where all fit in 128 bits
  std::vector<BigInt> largeCounts;     ///< orderings to each node otherwise
  std::vector<std::uint32_t> longest;  ///< empty where graded
};

}  // namespace carom
