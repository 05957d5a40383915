#include <algorithm>
#include <cassert>

#include "impact/ordering_data.h"

namespace carom {

namespace {

using Data = OrderingGraph::Data;
using NodeId = OrderingGraph::NodeId;

std::span<const OrderingGraph::Edge> edgesOf(const Data& data, NodeId node) {
  const Data::Node& at = *data.nodes[node];
  return {at.edgeCount > 0 ? data.edges[at.firstEdge] : nullptr, at.edgeCount};
}

/// Nodes in an order in which every edge leads forward [Kahn 1962].
std::vector<NodeId> topologicalOrder(const Data& data) {
  std::vector<std::uint32_t> incoming(data.size(), 0);
  for (NodeId node = 0; node < data.size(); ++node) {
    for (const auto& edge : edgesOf(data, node)) ++incoming[edge.target];
  }
  std::vector<NodeId> order{0};
  order.reserve(data.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    for (const auto& edge : edgesOf(data, order[i])) {
      if (--incoming[edge.target] == 0) order.push_back(edge.target);
    }
  }
  assert(order.size() == data.size() && "merging keeps the graph acyclic");
  return order;
}

bool addTo(Uint128& sum, Uint128 term) {
  return !__builtin_add_overflow(sum, term, &sum);
}
bool addTo(BigInt& sum, const BigInt& term) {
  sum += term;
  return true;
}

/// False where the counts do not fit.
template <class Int, class Order>
bool countPaths(const Data& data, const Order& order, std::vector<Int>& counts) {
  counts.assign(data.size(), Int(0));
  counts[0] = 1;
  for (const NodeId node : order) {
    for (const auto& edge : edgesOf(data, node)) {
      if (!addTo(counts[edge.target], counts[node])) return false;
    }
  }
  return true;
}

template <class Order>
void countAlong(Data& data, const Order& order) {
  if (countPaths(data, order, data.counts)) return;
  data.counts = {};
  countPaths(data, order, data.largeCounts);
}

/// 0, 1, … n−1 without an array.
struct Natural {
  struct Iterator {
    NodeId value;
    NodeId operator*() const { return value; }
    Iterator& operator++() { return ++value, *this; }
    bool operator!=(const Iterator& other) const { return value != other.value; }
  };
  NodeId size;
  Iterator begin() const { return {0}; }
  Iterator end() const { return {size}; }
};

}  // namespace

void countOrderings(Data& data) {
  if (data.graded) {
    countAlong(data, Natural{static_cast<NodeId>(data.size())});
    return;
  }
  const std::vector<NodeId> order = topologicalOrder(data);
  countAlong(data, order);
  data.longest.assign(data.size(), 0);
  for (const NodeId node : order) {
    for (const auto& edge : edgesOf(data, node)) {
      data.longest[edge.target] = std::max(data.longest[edge.target], data.longest[node] + 1);
    }
  }
}

}  // namespace carom
