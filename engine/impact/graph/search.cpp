#include "impact/graph/search.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "impact/graph/count_orderings.h"
#include "impact/graph/parallel_round.h"

namespace carom {

namespace {

using Data = OrderingGraph::Data;
using NodeId = OrderingGraph::NodeId;

/// Nodes of a level from which all threads expand it. With fewer the threads wait more than they gain.
constexpr NodeId fewestInParallel = 2048;
constexpr std::size_t comparisonsOfCollision = 100;  // comparisons that take as long as a collision by a law
/// Word length from which states are computed in extended precision; less where the merging tolerance is so
/// small that rounding would reach it sooner. A longer one lets rounding near the tolerance; a shorter one
/// costs time.
constexpr std::uint32_t longLevel = 128, shortestLevel = 16;
/// Rounding error of c by one reflection in double, over ‖p⁻‖: two units in the last place.
constexpr double roundingOfReflection = 4e-16;
constexpr NodeId lookEvery = 4096;  // nodes between two looks at the stop token
constexpr std::size_t mostStates = 0xFFFF'FF00;

/// Breadth-first search over merged momenta. States are stored in double. The level in work is also held in
/// extended precision where words are long or where contacts nearly hide a direction of the momentum, which
/// magnifies rounding; so rounding stays below the tolerances.
class Search {
 public:
  Search(const ImpactProblem& problem, const SearchRules& rules, const GraphLimits& limits,
         const std::stop_token& stop)
      : m_rules(rules),
        m_limits(limits),
        m_space(problem, rules, stop),
        m_data(std::make_unique<Data>(m_space.contacts(), m_space.size())),
        m_inExtended(m_space.coordinates().magnifiesRounding || rules.merging < mergeTolerance),
        m_extendedFrom(extendedFrom(problem.scale())),
        m_costOfEdge(problem.reflectsOnly() ? 1 : comparisonsOfCollision),
        m_bunches(rules.merging > mergeTolerance),
        m_bunchedCells(m_space.size(), m_space.coordinates().tolerance),
        m_mayShare(!m_bunches && rules.guarded.empty() && m_space.contacts() > 0) {
    m_limits.maxStates = std::clamp<std::size_t>(limits.maxStates, 1, mostStates);
    m_data->mergeTolerance = rules.merging;
    m_data->threshold = m_space.threshold();
  }

  SearchResult run(const std::stop_token& stop, const Progress& progress) {
    createStart();
    if (m_space.coordinates().isStopped) m_data->limit = Limit::Cancelled;
    for (NodeId node = 0; node < m_data->size() && mayGoOn();) {
      if (node == m_levelEnd) beginLevel();
      const NodeId end = m_inExtended ? expand<Extended>(node) : expand<double>(node);
      lookAround(end - node, stop, progress);
      node = end;
    }
    if (m_levelEnd < m_data->size()) m_data->levelStart.push_back(m_levelEnd);
    if (mayGoOn()) countOrderings(*m_data);
    return {std::move(m_data), m_guardBroken};
  }

 private:
  /// A reflection whose target is still to be found.
  struct Pending {
    NodeId source;
    ContactIndex contact;
    StateCell cell;  ///< of the target, where they are not bunched
  };

  std::uint32_t extendedFrom(double scale) const {
    const double levels = m_space.coordinates().tolerance / (roundingOfReflection * scale);
    return levels < longLevel ? std::max(shortestLevel, static_cast<std::uint32_t>(levels)) : longLevel;
  }

  bool mayGoOn() const { return m_data->limit == Limit::None && !m_guardBroken; }

  void createStart() {
    const ExtendedVector& start = m_space.coordinates().start;
    const Eigen::VectorXd c = start.cast<double>();
    if (m_inExtended) m_front.next.assign(start.begin(), start.end());
    create(c.data(), 0, 0, m_bunches ? bunchedCell(c.data()) : m_space.cellOfRow(c.data()));
  }

  void beginLevel() {
    m_data->levelStart.push_back(m_levelEnd);
    m_levelEnd = static_cast<NodeId>(m_data->size());
    m_front.now.swap(m_front.next);
    m_front.next.clear();
    if (!m_inExtended && m_data->levelStart.size() == m_extendedFrom) goExtended();
  }

  /// Computes the states of the level that begins once more, from p⁻ in extended precision.
  void goExtended() {
    m_inExtended = true;
    for (NodeId node = m_data->levelStart.back(); node < m_levelEnd; ++node) {
      ExtendedVector c = m_space.coordinates().start;
      for (const ContactIndex j : m_data->wordTo(node)) m_space.kernel<Extended>().reflect(c.data(), j);
      m_front.now.insert(m_front.now.end(), c.begin(), c.end());
    }
  }

  /// Expands nodes of the level in work from `node` on, and returns the first that is not expanded.
  template <class Scalar>
  NodeId expand(NodeId node) {
    if (m_mayShare && m_levelEnd - node >= fewestInParallel) {
      if (const NodeId end = expandRound<Scalar>(node); end > node) return end;
    }
    const NodeId end = std::min(m_levelEnd, node + SearchSpace::batch);
    expandBatch<Scalar>(node, end);
    return end;
  }

  /// Expands a round by all threads. Near a limit, where the nodes must be counted one by one, it expands
  /// nothing, and no round follows.
  template <class Scalar>
  NodeId expandRound(NodeId begin) {
    using Round = ParallelRound<Scalar>;
    auto& round = [this]() -> std::optional<Round>& {
      if constexpr (std::is_same_v<Scalar, double>) {
        return m_round;
      } else {
        return m_extendedRound;
      }
    }();
    if (!m_cells.isSplit())
      m_cells.split(static_cast<NodeId>(m_data->size()),
                    [this](NodeId node) { return m_space.cellOfRow(m_data->coordinates[node]); });
    if (!round) round.emplace(m_space, *m_data, m_cells, m_front, m_rules.levelwise);
    const NodeId end = std::min(m_levelEnd, begin + round->most());
    const std::size_t used = bytes();
    const typename Round::Room room{m_limits.maxStates - std::min(m_limits.maxStates, m_data->size()),
                                    m_limits.maxBytes - std::min(m_limits.maxBytes, used),
                                    m_limits.maxComparisons - std::min(m_limits.maxComparisons, m_compared)};
    const typename Round::End how = round->expand(begin, end, m_levelEnd, room, m_costOfEdge);
    if (how == Round::End::NoRoom) {
      m_mayShare = false;
      return begin;
    }
    m_compared += round->compared();
    if (how == Round::End::Tired) m_data->limit = Limit::Work;
    return end;
  }

  template <class Scalar>
  const Scalar* stateOf(NodeId node) const {
    if constexpr (std::is_same_v<Scalar, double>) {
      return m_data->coordinates[node];
    } else {
      return m_front.now.data() +
             std::size_t{node - m_data->levelStart.back()} * static_cast<std::size_t>(size());
    }
  }

  int size() const { return m_space.size(); }

  template <class Scalar>
  void expandBatch(NodeId begin, NodeId end) {
    m_pending.clear();
    if (m_bunches) {
      listPending(begin, end);
    } else {
      locatePending<Scalar>(begin, end);
    }
    for (std::size_t i = 0; i < m_pending.size() && mayGoOn();) i = expandNode<Scalar>(i);
  }

  void listPending(NodeId begin, NodeId end) {
    for (NodeId node = begin; node < end; ++node) {
      if (m_data->nodes[node]->edgeCount != Data::openMark) continue;
      const double* c = m_data->coordinates[node];
      for (int j = 0; j < m_space.contacts(); ++j)
        if (m_space.presses(c, j)) m_pending.push_back({node, static_cast<ContactIndex>(j), {}});
    }
  }

  /// Lists the pending reflections of the nodes and prefetches first the slots of the table, then the states
  /// they refer to; expandNode then finds them in the cache.
  template <class Scalar>
  void locatePending(NodeId begin, NodeId end) {
    const auto& kernel = m_space.kernel<Scalar>();
    for (NodeId node = begin; node < end; ++node) {
      if (m_data->nodes[node]->edgeCount != Data::openMark) continue;
      const Scalar* c = stateOf<Scalar>(node);
      const double* kept = m_data->coordinates[node];
      const Scalar projection = kernel.projection(c);
      for (int j = 0; j < m_space.contacts(); ++j) {
        if (!m_space.presses(kept, j)) continue;
        const StateCell cell = m_space.cellOf(kernel.projectionAfter(projection, c, j));
        m_cells.prefetch(cell);
        m_pending.push_back({node, static_cast<ContactIndex>(j), cell});
      }
    }
    for (const Pending& pending : m_pending) {
      const std::int64_t likely = m_cells.likely(pending.cell);
      if (likely < 0) continue;
      const double* row = m_data->coordinates[static_cast<std::size_t>(likely)];
      for (int i = 0; i < size(); i += 8) __builtin_prefetch(row + i);
    }
  }

  /// Finds the targets of all pending reflections of one node, the first at index i; returns the index after
  /// the last.
  template <class Scalar>
  std::size_t expandNode(std::size_t i) {
    const NodeId node = m_pending[i].source;
    m_out.clear();
    for (; i < m_pending.size() && m_pending[i].source == node; ++i) {
      const std::int64_t target = endOf<Scalar>(m_pending[i]);
      if (target < 0) return i;
      m_out.push_back(static_cast<NodeId>(target));
    }
    const std::size_t first = m_data->targets.append(m_out.size());
    std::copy(m_out.begin(), m_out.end(), m_data->targets[first]);
    m_data->edgeTotal += m_out.size();
    m_data->nodes[node]->firstEdge = static_cast<std::uint32_t>(first);
    m_data->nodes[node]->edgeCount = static_cast<std::uint16_t>(m_out.size());
    return i;
  }

  /// The target of a reflection, created where it is new; −1 where a limit stops the search.
  template <class Scalar>
  std::int64_t endOf(const Pending& pending) {
    const Scalar* c = stateOf<Scalar>(pending.source);
    auto& child = childBuffer<Scalar>();
    child.assign(c, c + size());
    m_space.kernel<Scalar>().reflect(child.data(), pending.contact);
    m_compared += m_costOfEdge;
    if constexpr (!std::is_same_v<Scalar, double>) m_child.assign(child.begin(), child.end());

    const StateCell cell = m_bunches ? bunchedCell(m_child.data()) : pending.cell;
    const std::int64_t found = find(pending, -static_cast<double>(c[pending.contact]));
    if (found >= 0) {
      m_data->graded = m_data->graded && found >= m_levelEnd;
      return found;
    }
    const bool tired = m_compared > m_limits.maxComparisons;
    if (tired || m_data->size() >= m_limits.maxStates) {
      m_data->limit = tired ? Limit::Work : Limit::MaxStates;
      return -1;
    }
    if constexpr (!std::is_same_v<Scalar, double>)
      m_front.next.insert(m_front.next.end(), child.begin(), child.end());
    return create(m_child.data(), pending.source, pending.contact, cell);
  }

  template <class Scalar>
  std::vector<Scalar>& childBuffer() {
    if constexpr (std::is_same_v<Scalar, double>) {
      return m_child;
    } else {
      return m_extendedChild;
    }
  }

  SearchSpace::Row state(NodeId node) const { return {m_data->coordinates[node], size()}; }

  /// The known state equal to m_child, or −1. In a bunch, bunchedCell was called for it.
  std::int64_t find(const Pending& pending, double pressure) {
    const bool rises = m_space.risesSurely(pending.contact, pressure);
    const SearchSpace::Row child(m_child.data(), size());
    const auto same = [&](NodeId node, std::size_t = 0) {
      ++m_compared;
      if (m_rules.levelwise && node < m_levelEnd) return false;
      const SearchSpace::Row there = state(node);
      return m_space.areOne(there, child) &&
             (rises || m_space.height(there) > m_space.height(state(pending.source)));
    };
    if (m_bunches) return m_bunchedCells.find(m_cells, same);
    std::size_t partition = 0;
    return m_cells.findNear(pending.cell, same, partition);
  }

  /// The cell of a state; where states merge only within a level, each level has cells of its own.
  StateCell bunchedCell(const double* c) {
    return static_cast<std::int64_t>(
        m_bunchedCells.locate(c, m_rules.levelwise ? m_data->levelStart.size() : 0));
  }

  NodeId create(const double* c, NodeId parent, ContactIndex contact, const StateCell& cell) {
    const auto node = static_cast<NodeId>(m_data->nodes.append());
    std::copy(c, c + size(), m_data->coordinates[m_data->coordinates.append()]);
    bool feasible = true;
    for (int i = 0; i < m_space.contacts(); ++i) {
      if (!m_space.presses(c, i)) continue;
      feasible = false;
      if (!m_rules.guarded.empty() && m_rules.guarded[static_cast<std::size_t>(i)]) m_guardBroken = true;
    }
    *m_data->nodes[node] = {parent, 0, feasible ? std::uint16_t{0} : Data::openMark, contact};
    if (feasible) m_data->outcomes.push_back(node);
    m_cells.insert(cell, node);
    return node;
  }

  /// Memory of the search and of the counts that follow it.
  std::size_t bytes() const {
    const std::size_t counts = m_data->size() * (sizeof(Uint128) + sizeof(std::uint32_t));
    const std::size_t front = (m_front.now.capacity() + m_front.next.capacity()) * sizeof(Extended);
    return m_data->bytes() + m_cells.bytesSoon() + front + counts;
  }

  void lookAround(NodeId expanded, const std::stop_token& stop, const Progress& progress) {
    if (bytes() > m_limits.maxBytes && mayGoOn()) m_data->limit = Limit::Memory;
    constexpr int quick = 64;  // coordinates of a state whose expansion is the unit of lookEvery
    m_sinceLook += expanded * static_cast<NodeId>(1 + size() / quick);
    if (m_sinceLook < lookEvery) return;
    m_sinceLook = 0;
    if (stop.stop_requested()) m_data->limit = Limit::Cancelled;
    if (progress) progress(-1);
  }

  const SearchRules& m_rules;
  GraphLimits m_limits;
  SearchSpace m_space;
  std::unique_ptr<Data> m_data;
  bool m_inExtended;
  std::size_t m_extendedFrom;  ///< the level from which extended precision is used
  std::size_t m_costOfEdge;    ///< in comparisons
  CellTable m_cells;
  bool m_bunches;  ///< whether m_bunchedCells finds the cell of a state, in place of one projection
  BunchedCells m_bunchedCells;
  bool m_mayShare;        ///< whether all threads may expand a large level
  NodeId m_levelEnd = 0;  ///< one past the level that is being expanded
  SearchFront m_front;
  std::optional<ParallelRound<double>> m_round;
  std::optional<ParallelRound<Extended>> m_extendedRound;
  std::vector<Pending> m_pending;
  std::vector<NodeId> m_out;
  std::vector<double> m_child;
  std::vector<Extended> m_extendedChild;
  NodeId m_sinceLook = 0;      ///< nodes expanded since the last look at the stop token
  std::size_t m_compared = 0;  ///< comparisons of two momenta, and other work in that unit
  bool m_guardBroken = false;
};

}  // namespace

SearchResult searchOrderings(const ImpactProblem& problem, const SearchRules& rules,
                             const GraphLimits& limits, std::stop_token stop, const Progress& progress) {
  return Search(problem, rules, limits, stop).run(stop, progress);
}

}  // namespace carom
