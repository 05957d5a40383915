#include "orderings/level_reader.h"

#include <algorithm>

namespace carom {

bool LevelReader::read(std::set<NodeId>& meetings) {
  keep(ShownGraph::root);
  m_incoming.clear();
  start(ShownGraph::root, 0);
  while (!m_incoming.empty()) {
    const Incoming before = m_incoming;
    const std::size_t keptBefore = kept.size();
    const Chains chainsBefore = chains;
    if (!readLevel(meetings)) {
      kept.resize(keptBefore);
      chains = chainsBefore;
      cutStrands(before);
      break;
    }
    if (!meetings.empty()) return false;
  }
  std::sort(kept.begin(), kept.end());
  kept.erase(std::unique(kept.begin(), kept.end()), kept.end());
  return true;
}

void LevelReader::start(NodeId node, NodeId reading) {
  for (const auto& edge : m_graph.edges(node))
    arrive(edge.target, {node, edge.contact, node, 0, {}}, reading);
}

void LevelReader::arrive(NodeId target, Strand strand, NodeId reading) {
  if (target > reading) {
    m_incoming[target].push_back(std::move(strand));
  } else if (m_swallowed.contains(target)) {
    m_meetings.insert(target);
  } else {
    end(strand, target);
  }
}

void LevelReader::end(const Strand& strand, NodeId to) {
  if (strand.count == 0) return;  // a plain reflection: the graph knows it
  if (strand.count < m_budget.shortestChain) {
    for (const NodeId node : strand.passed) keep(node);
  } else {
    chains[{strand.from, strand.contact}] = {to, strand.count};
  }
}

bool LevelReader::withinBudget(std::uint32_t level) const {
  const bool free = level <= 1 || static_cast<int>(level) <= m_wantedLevels;
  const bool wanted = m_wantedLevels == 0 ? kept.size() <= static_cast<std::size_t>(m_budget.nodes) : false;
  return kept.size() <= static_cast<std::size_t>(m_budget.mostNodes) && (free || wanted);
}

bool LevelReader::readLevel(std::set<NodeId>& meetings) {
  const std::uint32_t level = m_graph.level(m_incoming.begin()->first);
  if (m_visits >= m_budget.visits || !withinBudget(level)) return false;
  while (!m_incoming.empty() && m_graph.level(m_incoming.begin()->first) == level) {
    auto entry = m_incoming.extract(m_incoming.begin());
    readNode(entry.key(), std::move(entry.mapped()));
    if (!withinBudget(level)) return false;
  }
  levels = std::max(levels, static_cast<int>(level));
  meetings = m_meetings;
  return true;
}

bool LevelReader::swallows(NodeId node, std::size_t strands) const {
  return m_folds && strands == 1 && m_graph.edges(node).size() == 1 && !m_forced.contains(node);
}

void LevelReader::readNode(NodeId node, std::vector<Strand> strands) {
  constexpr std::size_t slow = 16;  // a node off a lone run costs that much more
  m_visits += slow;
  if (!swallows(node, strands.size())) {
    for (const Strand& strand : strands) end(strand, node);
    keep(node);
    start(node, node);
    return;
  }
  Strand strand = std::move(strands.front());
  const bool alone = m_incoming.empty();  // then no other way can lead into this run
  do {
    pass(strand, node, alone);
    node = m_graph.edges(node).front().target;
    ++m_visits;
  } while (alone && swallows(node, 1) && m_visits < m_budget.visits);
  arrive(node, std::move(strand), m_swallowedLast);
  if (alone) levels = std::max(levels, static_cast<int>(m_graph.level(node)) - 1);
}

void LevelReader::pass(Strand& strand, NodeId node, bool alone) {
  if (strand.count < m_budget.shortestChain) strand.passed.push_back(node);
  ++strand.count;
  strand.last = node;
  m_swallowedLast = node;
  if (!alone) m_swallowed.insert(node);
}

void LevelReader::cutStrands(const Incoming& incoming) {
  for (const auto& [node, strands] : incoming)
    for (const Strand& strand : strands) {
      if (strand.count == 0) continue;
      keep(strand.last);
      if (strand.count <= m_budget.shortestChain) {
        for (const NodeId passed : strand.passed) keep(passed);
      } else {
        chains[{strand.from, strand.contact}] = {strand.last, strand.count - 1};
      }
    }
}
}  // namespace carom
