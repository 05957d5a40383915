#include "impact/graph/minimal_reflections.h"

#include <algorithm>

#include "impact/certificate/minimal_word.h"

namespace carom {

namespace {

using NodeId = OrderingGraph::NodeId;
using Answer = MinimalReflections::Answer;

constexpr std::size_t mostNodes = 1'000'000;
constexpr int mostWords = 500;

/// Calls visit(word) for every word that leads from a node to an outcome.
template <class Visit>
void forEachWord(const OrderingGraph& graph, NodeId node, Word& word, const Visit& visit) {
  if (graph.edges(node).empty()) return visit(word);
  for (const auto& edge : graph.edges(node)) {
    word.push_back(edge.contact);
    forEachWord(graph, edge.target, word, visit);
    word.pop_back();
  }
}

Answer answerOf(const std::optional<bool>& decided) {
  return !decided ? Answer::Undecided : *decided ? Answer::Yes : Answer::No;
}

}  // namespace

MinimalReflections::MinimalReflections(const ImpactReport& report, std::size_t budget) {
  const bool decidable = std::any_of(report.outcomes.begin(), report.outcomes.end(),
                                     [](const Outcome& outcome) { return outcome.minimal.has_value(); });
  if (!decidable || !report.graph) return;
  if (report.certificate.unique.value_or(false)) {
    m_all = Answer::Yes;
    return;
  }
  if (!report.graph->complete() || report.graph->nodeCount() > mostNodes) return;
  const OrderingGraph& graph = *report.graph;
  m_first.reserve(graph.nodeCount() + 1);
  m_first.push_back(0);
  for (NodeId node = 0; node < graph.nodeCount(); ++node)
    m_first.push_back(m_first.back() + static_cast<std::uint32_t>(graph.edges(node).size()));
  m_edges.assign(m_first.back(), Answer::No);
  if (report.orderings <= mostWords)
    tryWords(report, budget);
  else
    lookAhead(report);
}

void MinimalReflections::tryWords(const ImpactReport& report, std::size_t budget) {
  Word word;
  if (report.maxLength > 4 * static_cast<std::uint32_t>(mostWords)) return lookAhead(report);
  forEachWord(*report.graph, 0, word, [&](const Word& complete) {
    mark(*report.graph, complete, answerOf(isMinimalWord(report.problem, complete, budget)));
  });
}

void MinimalReflections::lookAhead(const ImpactReport& report) {
  const OrderingGraph& graph = *report.graph;
  std::vector<bool> open(graph.nodeCount(), false);
  for (const Outcome& outcome : report.outcomes)
    if (outcome.node < graph.nodeCount()) open[outcome.node] = outcome.reachedMinimally.value_or(true);
  for (bool changed = true; changed;) {  // once in a graded graph, where edges lead to later nodes
    changed = false;
    for (NodeId node = static_cast<NodeId>(graph.nodeCount()); node-- > 0;) {
      const auto edges = graph.edges(node);
      const bool leads =
          std::any_of(edges.begin(), edges.end(), [&](const auto& e) { return open[e.target]; });
      if (!leads || open[node]) continue;
      open[node] = changed = true;
    }
  }
  for (NodeId node = 0; node < graph.nodeCount(); ++node) {
    std::size_t at = m_first[node];
    for (const auto& edge : graph.edges(node)) {
      if (open[edge.target]) m_edges[at] = Answer::Undecided;
      ++at;
    }
  }
  for (const Outcome& outcome : report.outcomes)
    if (outcome.minimal.value_or(false) && outcome.node < graph.nodeCount())
      mark(graph, outcome.example, Answer::Yes);
}

void MinimalReflections::mark(const OrderingGraph& graph, const Word& word, Answer answer) {
  NodeId node = 0;
  for (const ContactIndex contact : word) {
    std::size_t index = 0;
    const auto edges = graph.edges(node);
    const auto edge = std::find_if(edges.begin(), edges.end(),
                                   [&](const auto& e) { return e.contact == contact || (++index, false); });
    if (edge == edges.end()) return;
    Answer& known = m_edges[m_first[node] + index];
    known = std::max(known, answer);
    node = edge->target;
  }
}

Answer MinimalReflections::edge(NodeId node, std::size_t index) const {
  return m_edges.empty() ? m_all : m_edges[m_first[node] + index];
}

Answer MinimalReflections::edge(const OrderingGraph& graph, NodeId node, ContactIndex contact) const {
  std::size_t index = 0;
  for (const auto& each : graph.edges(node)) {
    if (each.contact == contact) return edge(node, index);
    ++index;
  }
  return Answer::No;
}

}  // namespace carom
