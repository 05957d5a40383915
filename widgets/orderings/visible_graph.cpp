#include "orderings/visible_graph.h"

#include <algorithm>

namespace carom {

namespace {

using NodeId = OrderingGraph::NodeId;

struct ChainEnd {
  NodeId to = 0;
  int swallowed = 0;
};
using Chains = std::map<std::pair<NodeId, ContactIndex>, ChainEnd>;

/// A run of nodes without a choice that still grows: where it began, and what it has passed.
struct Strand {
  NodeId from = 0;
  ContactIndex contact = 0;
  NodeId last = 0;
  int count = 0;               ///< nodes passed
  std::vector<NodeId> passed;  ///< the first few of them, to be shown if the run stays short
};

/// Reads the graph level by level, keeps the nodes where there is a choice and folds the runs between them.
class LevelReader {
 public:
  LevelReader(const OrderingGraph& graph, const std::set<NodeId>& forced, int wantedLevels,
              const ShownBudget& budget, bool folds)
      : m_graph(graph), m_forced(forced), m_wantedLevels(wantedLevels), m_budget(budget), m_folds(folds) {}

  /// False if a node was folded that turned out to be a meeting point: it has been added to `meetings`.
  bool read(std::set<NodeId>& meetings) {
    keep(ShownGraph::root);
    m_incoming.clear();
    start(ShownGraph::root, 0);
    while (!m_incoming.empty()) {
      const Incoming before = m_incoming;
      const std::size_t keptBefore = m_kept.size();
      const Chains chainsBefore = m_chains;
      if (!readLevel(meetings)) {
        m_kept.resize(keptBefore);
        m_chains = chainsBefore;
        cutStrands(before);
        break;
      }
      if (!meetings.empty()) return false;
    }
    std::sort(m_kept.begin(), m_kept.end());
    m_kept.erase(std::unique(m_kept.begin(), m_kept.end()), m_kept.end());
    return true;
  }

  std::vector<NodeId> m_kept;
  Chains m_chains;
  int m_levels = 0;

 private:
  using Incoming = std::map<NodeId, std::vector<Strand>>;

  void keep(NodeId node) { m_kept.push_back(node); }

  /// Begins a strand along every reflection that leaves a kept node.
  void start(NodeId node, NodeId reading) {
    for (const auto& edge : m_graph.edges(node))
      arrive(edge.target, {node, edge.contact, node, 0, {}}, reading);
  }

  /// A strand reaches a node; one that has been read already is a meeting point.
  void arrive(NodeId target, Strand strand, NodeId reading) {
    if (target > reading) {
      m_incoming[target].push_back(std::move(strand));
    } else if (m_swallowed.contains(target)) {
      m_meetings.insert(target);
    } else {
      end(strand, target);
    }
  }

  void end(const Strand& strand, NodeId to) {
    if (strand.count == 0) return;  // a plain reflection: the graph knows it
    if (strand.count < m_budget.shortestChain) {
      for (const NodeId node : strand.passed) keep(node);
    } else {
      m_chains[{strand.from, strand.contact}] = {to, strand.count};
    }
  }

  bool withinBudget(std::uint32_t level) const {
    const bool free = level <= 1 || static_cast<int>(level) <= m_wantedLevels;
    const bool wanted =
        m_wantedLevels == 0 ? m_kept.size() <= static_cast<std::size_t>(m_budget.nodes) : false;
    return m_kept.size() <= static_cast<std::size_t>(m_budget.mostNodes) && (free || wanted);
  }

  /// Reads all nodes of the next level; false where the budget does not suffice.
  bool readLevel(std::set<NodeId>& meetings) {
    const std::uint32_t level = m_graph.level(m_incoming.begin()->first);
    if (m_visits >= m_budget.visits || !withinBudget(level)) return false;
    while (!m_incoming.empty() && m_graph.level(m_incoming.begin()->first) == level) {
      auto entry = m_incoming.extract(m_incoming.begin());
      readNode(entry.key(), std::move(entry.mapped()));
      if (!withinBudget(level)) return false;
    }
    m_levels = std::max(m_levels, static_cast<int>(level));
    meetings = m_meetings;
    return true;
  }

  bool swallows(NodeId node, std::size_t strands) const {
    return m_folds && strands == 1 && m_graph.edges(node).size() == 1 && !m_forced.contains(node);
  }

  void readNode(NodeId node, std::vector<Strand> strands) {
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
    if (alone) m_levels = std::max(m_levels, static_cast<int>(m_graph.level(node)) - 1);
  }

  void pass(Strand& strand, NodeId node, bool alone) {
    if (strand.count < m_budget.shortestChain) strand.passed.push_back(node);
    ++strand.count;
    strand.last = node;
    m_swallowedLast = node;
    if (!alone) m_swallowed.insert(node);
  }

  /// The strands that the budget cuts off: shown as far as they were read.
  void cutStrands(const Incoming& incoming) {
    for (const auto& [node, strands] : incoming)
      for (const Strand& strand : strands) {
        if (strand.count == 0) continue;
        keep(strand.last);
        if (strand.count <= m_budget.shortestChain) {
          for (const NodeId passed : strand.passed) keep(passed);
        } else {
          m_chains[{strand.from, strand.contact}] = {strand.last, strand.count - 1};
        }
      }
  }

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

/// Nodes that must be seen for themselves: unfolded ones, the current one, and what was expanded.
std::set<NodeId> forcedNodes(const OrderingGraph& graph, const SelectedPath& path, int current,
                             const ShownWishes& wishes) {
  std::set<NodeId> forced = wishes.unfolded;
  if (current >= 0 && current < static_cast<int>(path.nodes.size())) forced.insert(path.nodes[current]);
  for (const NodeId node : wishes.expanded) {
    if (node >= graph.nodeCount()) continue;
    forced.insert(node);
    for (const auto& edge : graph.edges(node)) forced.insert(edge.target);
  }
  return forced;
}

bool contains(const std::vector<NodeId>& sorted, NodeId node) {
  return std::binary_search(sorted.begin(), sorted.end(), node);
}

void insertSorted(std::vector<NodeId>& sorted, const std::vector<NodeId>& nodes) {
  sorted.insert(sorted.end(), nodes.begin(), nodes.end());
  std::sort(sorted.begin(), sorted.end());
  sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
}

/// Adds what was expanded below the levels shown, as far as it hangs together with them.
void addExpanded(const OrderingGraph& graph, const ShownWishes& wishes, const ShownBudget& budget,
                 std::vector<NodeId>& kept) {
  for (bool grew = true; grew && kept.size() < static_cast<std::size_t>(budget.mostNodes);) {
    std::vector<NodeId> more;
    for (const NodeId node : wishes.expanded) {
      if (!contains(kept, node)) continue;
      for (const auto& edge : graph.edges(node))
        if (!contains(kept, edge.target)) more.push_back(edge.target);
    }
    grew = !more.empty();
    insertSorted(kept, more);
  }
}

/// Adds the selected ordering to its end; what is long and unseen is folded. Returns the steps that are
/// shown.
std::vector<int> addPath(const SelectedPath& path, const std::set<NodeId>& forced, const ShownBudget& budget,
                         std::vector<NodeId>& kept, Chains& chains) {
  const int last = static_cast<int>(path.nodes.size()) - 1;
  std::vector<NodeId> more;
  std::vector<int> steps{0};
  int from = 0;
  for (int step = 1; step <= last; ++step) {
    const NodeId node = path.nodes[step];
    if (step != last && !contains(kept, node) && !forced.contains(node)) continue;
    const int between = step - from - 1;
    const auto key = std::pair(path.nodes[from], path.word[from]);
    const bool unfolds = between > 0 && between < budget.shortestChain && !chains.contains(key);
    for (int inner = from + 1; unfolds && inner < step; ++inner) {
      more.push_back(path.nodes[inner]);
      steps.push_back(inner);
    }
    if (between > 0 && !unfolds) chains[key] = {node, between};
    more.push_back(node);
    steps.push_back(step);
    from = step;
  }
  insertSorted(kept, more);
  return steps;
}

/// Calls visit(edge) for every edge shown of a path.
template <class Visit>
void forEachEdge(const SelectedPath& path, const std::vector<int>& steps, const ShownGraph& shown,
                 const Visit& visit) {
  std::map<std::pair<int, ContactIndex>, int> edgeAt;
  for (int e = 0; e < static_cast<int>(shown.edges.size()); ++e)
    edgeAt[{shown.edges[e].from, shown.edges[e].contact}] = e;
  for (std::size_t i = 0; i + 1 < steps.size(); ++i) {
    const auto edge = edgeAt.find({shown.indexOf(path.nodes[steps[i]]), path.word[steps[i]]});
    if (edge != edgeAt.end()) visit(edge->second);
  }
}

void markPath(const SelectedPath& path, const std::vector<int>& steps, ShownGraph& shown) {
  for (const int step : steps) shown.nodes[shown.indexOf(path.nodes[step])].step = step;
  forEachEdge(path, steps, shown, [&](int edge) { shown.edges[edge].selected = true; });
}

ShownGraph assemble(const OrderingGraph& graph, const std::vector<NodeId>& kept, const Chains& chains) {
  ShownGraph shown;
  for (const NodeId node : kept) shown.nodes.push_back({node, 0, -1});
  std::size_t swallowed = 0;
  for (int i = 0; i < static_cast<int>(kept.size()); ++i)
    for (const auto& edge : graph.edges(kept[i])) {
      if (const int to = shown.indexOf(edge.target); to >= 0) {
        shown.edges.push_back({i, to, edge.contact, 0, false});
        continue;
      }
      const auto chain = chains.find({kept[i], edge.contact});
      const int to = chain == chains.end() ? -1 : shown.indexOf(chain->second.to);
      if (to < 0) {
        ++shown.nodes[i].hidden;
        continue;
      }
      shown.edges.push_back({i, to, edge.contact, chain->second.swallowed, false});
      swallowed += chain->second.swallowed;
    }
  const std::size_t seen = kept.size() + swallowed;
  shown.hiddenNodes = graph.nodeCount() > seen ? graph.nodeCount() - seen : 0;
  shown.allLevels = static_cast<int>(graph.level(static_cast<NodeId>(graph.nodeCount() - 1)));
  return shown;
}

}  // namespace

int ShownGraph::indexOf(NodeId id) const {
  const auto found = std::lower_bound(nodes.begin(), nodes.end(), id,
                                      [](const Node& node, NodeId wanted) { return node.id < wanted; });
  return found != nodes.end() && found->id == id ? static_cast<int>(found - nodes.begin()) : -1;
}

ShownGraph chooseShown(const OrderingGraph& graph, const SelectedPath& path, int current,
                       const ShownWishes& wishes, const ShownBudget& budget, const SelectedPath* compared) {
  std::set<NodeId> forced = forcedNodes(graph, path, current, wishes);
  std::vector<NodeId> kept;
  Chains chains;
  int levels = 0;
  constexpr int attempts = 8;
  for (int attempt = 0; attempt <= attempts; ++attempt) {
    LevelReader reader(graph, forced, wishes.levels, budget, attempt < attempts);
    std::set<NodeId> meetings;
    const bool done = reader.read(meetings);
    forced.insert(meetings.begin(), meetings.end());
    if (!done && attempt < attempts) continue;
    kept = std::move(reader.m_kept);
    chains = std::move(reader.m_chains);
    levels = reader.m_levels;
    break;
  }
  addExpanded(graph, wishes, budget, kept);
  const std::vector<int> steps = addPath(path, forced, budget, kept, chains);
  std::vector<int> comparedSteps;
  if (compared) comparedSteps = addPath(*compared, forced, budget, kept, chains);
  ShownGraph shown = assemble(graph, kept, chains);
  shown.levels = std::min(levels, shown.allLevels);
  markPath(path, steps, shown);
  if (compared)
    forEachEdge(*compared, comparedSteps, shown, [&](int edge) { shown.edges[edge].compared = true; });
  return shown;
}

std::vector<NodeId> beginningOfChain(const OrderingGraph& graph, const ShownGraph& shown,
                                     const ShownGraph::Edge& edge, const SelectedPath& path,
                                     const ShownBudget& budget) {
  std::vector<NodeId> nodes;
  const int count = std::min(edge.swallowed, budget.unfoldStep);
  const int step = shown.nodes[edge.from].step;
  if (edge.selected && step >= 0) {
    nodes.assign(path.nodes.begin() + step + 1, path.nodes.begin() + step + 1 + count);
    return nodes;
  }
  NodeId node = shown.nodes[edge.from].id;
  for (int i = 0; i < count; ++i) {
    const auto edges = graph.edges(node);
    const auto next = i > 0 ? edges.begin() : std::find_if(edges.begin(), edges.end(), [&](const auto& e) {
      return e.contact == edge.contact;
    });
    if (next == edges.end()) break;
    node = next->target;
    nodes.push_back(node);
  }
  return nodes;
}

}  // namespace carom
