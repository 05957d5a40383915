#include "orderings/visible_graph.h"

#include <algorithm>

#include "orderings/level_reader.h"

namespace carom {

namespace {

using NodeId = OrderingGraph::NodeId;

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
    kept = std::move(reader.kept);
    chains = std::move(reader.chains);
    levels = reader.levels;
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
