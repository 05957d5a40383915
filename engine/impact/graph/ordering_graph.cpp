#include "impact/graph/ordering_graph.h"

#include <algorithm>

#include "impact/certificate/termination.h"
#include "impact/graph/ordering_graph_data.h"
#include "impact/graph/search.h"

namespace carom {

std::string_view toString(Limit limit) {
  switch (limit) {
    case Limit::None:
      return "";
    case Limit::MaxStates:
      return "max-states";
    case Limit::Memory:
      return "memory";
    case Limit::Cancelled:
      return "cancelled";
    case Limit::Work:
      return "work";
  }
  return "";
}

std::size_t OrderingGraph::Data::bytes() const {
  return coordinates.bytes() + nodes.bytes() + targets.bytes() + counts.size() * sizeof(Uint128) +
         largeCounts.size() * sizeof(BigInt) + (longest.size() + levelStart.size() + outcomes.size()) * 4;
}

std::uint32_t OrderingGraph::Data::level(NodeId node) const {
  const auto above = std::upper_bound(levelStart.begin(), levelStart.end(), node);
  return static_cast<std::uint32_t>(above - levelStart.begin()) - 1;
}

OrderingGraph::OrderingGraph(std::unique_ptr<const Data> data) : m_data(std::move(data)) {}
OrderingGraph::OrderingGraph(OrderingGraph&&) noexcept = default;
OrderingGraph::~OrderingGraph() = default;

std::size_t OrderingGraph::nodeCount() const {
  return m_data->size();
}
std::size_t OrderingGraph::edgeCount() const {
  return m_data->edgeTotal;
}
int OrderingGraph::contactCount() const {
  return m_data->contacts;
}
const std::vector<OrderingGraph::NodeId>& OrderingGraph::outcomes() const {
  return m_data->outcomes;
}
Limit OrderingGraph::limit() const {
  return m_data->limit;
}
double OrderingGraph::mergeTolerance() const {
  return m_data->mergeTolerance;
}
std::size_t OrderingGraph::memoryUsed() const {
  return m_data->bytes();
}

std::span<const double> OrderingGraph::contactCoordinates(NodeId node) const {
  return {m_data->coordinates[node], static_cast<std::size_t>(m_data->contacts)};
}

OrderingGraph::Edges OrderingGraph::edges(NodeId node) const {
  const auto targets = m_data->targetsOf(node);
  Edges edges;
  edges.m_c = m_data->coordinates[node];
  edges.m_threshold = m_data->threshold;
  edges.m_targets = targets.data();
  edges.m_size = targets.size();
  return edges;
}

bool OrderingGraph::isOutcome(NodeId node) const {
  return m_data->nodes[node]->edgeCount == 0;
}
bool OrderingGraph::isOpen(NodeId node) const {
  return m_data->nodes[node]->edgeCount == Data::openMark;
}
std::uint32_t OrderingGraph::level(NodeId node) const {
  return m_data->level(node);
}
std::uint32_t OrderingGraph::minLength(NodeId node) const {
  return level(node);
}

std::uint32_t OrderingGraph::maxLength(NodeId node) const {
  return m_data->longest.empty() ? level(node) : m_data->longest[node];
}

Count OrderingGraph::orderingsTo(NodeId node) const {
  if (!m_data->largeCounts.empty()) return toCount(m_data->largeCounts[node]);
  if (!m_data->counts.empty()) return toCount(BigInt(m_data->counts[node]));
  return 0;
}

std::vector<std::map<std::uint32_t, Count>> OrderingGraph::orderingsByLength() const {
  std::vector<std::map<std::uint32_t, Count>> result(outcomes().size());
  if (m_data->graded) {
    for (std::size_t i = 0; i < result.size(); ++i)
      result[i][level(outcomes()[i])] = orderingsTo(outcomes()[i]);
    return result;
  }
  std::map<NodeId, std::size_t> place;
  for (std::size_t i = 0; i < result.size(); ++i) place[outcomes()[i]] = i;
  // The nodes that orderings of this length reach, and the number of these orderings.
  std::vector<NodeId> here{0}, there;
  std::vector<BigInt> count(nodeCount()), countThere(nodeCount());
  count[0] = 1;
  for (std::uint32_t length = 0; !here.empty(); ++length) {
    for (const NodeId node : here) {
      if (isOutcome(node)) result[place[node]][length] = toCount(count[node]);
      for (const NodeId target : m_data->targetsOf(node)) {
        if (countThere[target] == 0) there.push_back(target);
        countThere[target] += count[node];
      }
      count[node] = 0;
    }
    here.swap(there);
    count.swap(countThere);
    there.clear();
  }
  return result;
}

Word OrderingGraph::wordTo(NodeId node) const {
  return m_data->wordTo(node);
}

Word OrderingGraph::Data::wordTo(NodeId node) const {
  Word word;
  for (; node != 0; node = nodes[node]->parent) word.push_back(nodes[node]->contact);
  std::reverse(word.begin(), word.end());
  return word;
}

OrderingGraph::NodeId OrderingGraph::follow(std::span<const ContactIndex> word) const {
  NodeId node = 0;
  for (std::size_t i = 0; i < word.size(); ++i) {
    const auto out = edges(node);
    const auto edge =
        std::find_if(out.begin(), out.end(), [&](const Edge& e) { return e.contact == word[i]; });
    if (edge == out.end()) {
      throw ImpactError("reflection " + std::to_string(i + 1) + " of the word, of contact " +
                        std::to_string(word[i]) + ", leaves the graph of orderings");
    }
    node = edge->target;
  }
  return node;
}

OrderingGraph exploreOrderings(const ImpactProblem& problem, const GraphLimits& limits, std::stop_token stop,
                               const Progress& progress) {
  const SearchRules rules{.rising = decideTermination(problem).rising};
  return OrderingGraph(searchOrderings(problem, rules, limits, std::move(stop), progress).data);
}

}  // namespace carom
