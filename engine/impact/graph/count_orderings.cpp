#include "impact/graph/count_orderings.h"

#include <algorithm>

namespace carom {

namespace {

using Data = OrderingGraph::Data;
using NodeId = OrderingGraph::NodeId;

/// The nodes in a topological order [Kahn 1962]; nodes of a cycle and nodes after it are missing.
std::vector<NodeId> topologicalOrder(const Data& data) {
  std::vector<std::uint32_t> incoming(data.size(), 0);
  for (NodeId node = 0; node < data.size(); ++node) {
    for (const NodeId target : data.targetsOf(node)) ++incoming[target];
  }
  std::vector<NodeId> order{0};
  order.reserve(data.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    for (const NodeId target : data.targetsOf(order[i])) {
      if (--incoming[target] == 0) order.push_back(target);
    }
  }
  return order;
}

bool addTo(Uint128& sum, Uint128 term) {
  return !__builtin_add_overflow(sum, term, &sum);
}
bool addTo(BigInt& sum, const BigInt& term) {
  sum += term;
  return true;
}

/// Counts the paths from node 0 to each node; false where a count overflows.
template <class Int, class Order>
bool countPaths(const Data& data, const Order& order, std::vector<Int>& counts) {
  counts.assign(data.size(), Int(0));
  counts[0] = 1;
  for (const NodeId node : order) {
    for (const NodeId target : data.targetsOf(node)) {
      if (!addTo(counts[target], counts[node])) return false;
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

/// The numbers 0, 1, … n−1 as a range without an array.
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
  // Rounding at extreme mass ratios has closed a cycle, so that orderings cannot be counted.
  if (order.size() != data.size()) {
    data.limit = Limit::Work;
    return;
  }
  countAlong(data, order);
  data.longest.assign(data.size(), 0);
  for (const NodeId node : order) {
    for (const NodeId target : data.targetsOf(node)) {
      data.longest[target] = std::max(data.longest[target], data.longest[node] + 1);
    }
  }
}

}  // namespace carom
