#pragma once

#include <QPointF>
#include <vector>

namespace carom {

/// Where the nodes of a drawn graph stand: x in node distances, y in layers (0 at the top).
struct GraphLayout {
  std::vector<QPointF> nodes;
  std::vector<std::vector<QPointF>> bends;  ///< per edge: the points between its ends, one a layer passed
  double left = 0, right = 0;               ///< extreme x
  int layers = 0;                           ///< number of layers
  std::vector<std::vector<int>> byLayer;    ///< nodes of each layer from left to right
};

/// An edge downwards; it is at least `span` layers long.
struct LayoutEdge {
  int from = 0, to = 0, span = 1;
};

/// Lays out a directed acyclic graph in layers, downwards: a node stands one layer below the lowest of those
/// that lead to it (its longest distance from the top). The order within the layers comes from barycentres,
/// to cross few edges; the places from the mean of the neighbours, at least 1 apart. Edges (from, to) refer
/// to nodes 0 … nodeCount−1; edges that would close a cycle are laid out upwards. Deterministic.
GraphLayout layOutGraph(int nodeCount, const std::vector<LayoutEdge>& edges);

/// How many pairs of edges cross in a layout.
int crossings(const GraphLayout& layout, const std::vector<LayoutEdge>& edges);

}  // namespace carom
