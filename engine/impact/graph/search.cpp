#include "impact/graph/search.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "impact/graph/count_orderings.h"
#include "impact/graph/search_coordinates.h"
#include "impact/graph/state_table.h"

namespace carom {

namespace {

using Data = OrderingGraph::Data;
using NodeId = OrderingGraph::NodeId;

constexpr NodeId batch = 64;                         // nodes expanded together, to prefetch their memory
constexpr std::size_t comparisonsOfCollision = 100;  // comparisons that take as long as a collision by a law
/// Word length from which states are computed in extended precision; less where the merging tolerance is so
/// small that rounding would reach it sooner. A longer one lets rounding near the tolerance; a shorter one
/// costs time.
constexpr std::uint32_t longLevel = 128, shortestLevel = 16;
/// Rounding error of c by one reflection in double, over ‖p⁻‖: two units in the last place.
constexpr double roundingOfReflection = 4e-16;
constexpr std::size_t mostStates = 0xFFFF'FF00;

/// Breadth-first search over merged momenta. States are stored in double. The level in work is also held in
/// extended precision where words are long or where contacts nearly hide a direction of the momentum, which
/// magnifies rounding; so rounding stays below the tolerances.
class Search {
 public:
  Search(const ImpactProblem& problem, const SearchRules& rules, const GraphLimits& limits)
      : m_rules(rules),
        m_limits(limits),
        m_threshold(-rules.feasibility * problem.scale()),
        m_coordinates(rules.group.size() > 0 ? SearchCoordinates(problem, rules.group)
                                             : SearchCoordinates(problem, rules.rising, rules.merging)),
        m_double(m_coordinates),
        m_extended(m_coordinates),
        m_data(std::make_unique<Data>(m_coordinates.contacts, m_coordinates.count())),
        m_inExtended(m_coordinates.magnifiesRounding || rules.merging < mergeTolerance),
        m_extendedFrom(extendedFrom(problem.scale())),
        m_costOfEdge(problem.reflectsOnly() ? 1 : comparisonsOfCollision),
        m_bunches(rules.merging > mergeTolerance),
        m_cells(m_coordinates.count(), m_coordinates.tolerance) {
    m_limits.maxStates = std::clamp<std::size_t>(limits.maxStates, 1, mostStates);
    m_data->mergeTolerance = rules.merging;
    m_data->threshold = m_threshold;
    const double margin = m_double.projectionOfTolerance() * m_coordinates.tolerance;
    m_cellsPerUnit = margin > 0 ? CellTable::cellsPerMargin / margin : 0;
  }

  SearchResult run(const std::stop_token& stop, const Progress& progress) {
    createStart();
    for (NodeId node = 0; node < m_data->size() && mayGoOn();) {
      if (node == m_levelEnd) beginLevel();
      const NodeId end = std::min(m_levelEnd, node + batch);
      if (m_inExtended) {
        expandBatch<Extended>(node, end);
      } else {
        expandBatch<double>(node, end);
      }
      node = end;
      lookAround(stop, progress);
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
    double cell;  ///< cell of the target, not yet rounded down
  };

  template <class Scalar>
  const ReflectionKernel<Scalar>& kernel() const {
    if constexpr (std::is_same_v<Scalar, double>) {
      return m_double;
    } else {
      return m_extended;
    }
  }

  std::uint32_t extendedFrom(double scale) const {
    const double levels = m_coordinates.tolerance / (roundingOfReflection * scale);
    return levels < longLevel ? std::max(shortestLevel, static_cast<std::uint32_t>(levels)) : longLevel;
  }

  bool mayGoOn() const { return m_data->limit == Limit::None && !m_guardBroken; }

  void createStart() {
    const Eigen::VectorXd c = m_coordinates.start.cast<double>();
    if (m_inExtended) m_nextFront.assign(m_coordinates.start.begin(), m_coordinates.start.end());
    create(c.data(), 0, 0,
           m_bunches ? bunchedCell(c.data())
                     : static_cast<std::int64_t>(std::floor(m_double.projection(c.data()) * m_cellsPerUnit)));
  }

  void beginLevel() {
    m_data->levelStart.push_back(m_levelEnd);
    m_levelEnd = static_cast<NodeId>(m_data->size());
    m_front.swap(m_nextFront);
    m_nextFront.clear();
    if (!m_inExtended && m_data->levelStart.size() == m_extendedFrom) goExtended();
  }

  /// Computes the states of the level that begins once more, from p⁻ in extended precision.
  void goExtended() {
    m_inExtended = true;
    for (NodeId node = m_data->levelStart.back(); node < m_levelEnd; ++node) {
      ExtendedVector c = m_coordinates.start;
      for (const ContactIndex j : m_data->wordTo(node)) m_extended.reflect(c.data(), j);
      m_front.insert(m_front.end(), c.begin(), c.end());
    }
  }

  template <class Scalar>
  const Scalar* stateOf(NodeId node) const {
    if constexpr (std::is_same_v<Scalar, double>) {
      return m_data->coordinates[node];
    } else {
      return m_front.data() +
             std::size_t{node - m_data->levelStart.back()} * static_cast<std::size_t>(size());
    }
  }

  int size() const { return m_coordinates.count(); }

  template <class Scalar>
  void expandBatch(NodeId begin, NodeId end) {
    m_pending.clear();
    if (m_bunches) {
      listPending(begin, end);
    } else {
      locatePending<Scalar>(begin, end);
    }
    for (std::size_t i = 0; i < m_pending.size() && mayGoOn();) i = expand<Scalar>(i);
  }

  void listPending(NodeId begin, NodeId end) {
    for (NodeId node = begin; node < end; ++node) {
      if (m_data->nodes[node]->edgeCount != Data::openMark) continue;
      const double* c = m_data->coordinates[node];
      for (int j = 0; j < m_coordinates.contacts; ++j)
        if (c[j] < m_threshold) m_pending.push_back({node, static_cast<ContactIndex>(j), 0});
    }
  }

  /// Lists the pending reflections of the nodes and prefetches first the slots of the table, then the states
  /// they refer to; expand then finds them in the cache.
  template <class Scalar>
  void locatePending(NodeId begin, NodeId end) {
    for (NodeId node = begin; node < end; ++node) {
      if (m_data->nodes[node]->edgeCount != Data::openMark) continue;
      const Scalar* c = stateOf<Scalar>(node);
      const double* kept = m_data->coordinates[node];
      const Scalar projection = kernel<Scalar>().projection(c);
      for (int j = 0; j < m_coordinates.contacts; ++j) {
        if (!(kept[j] < m_threshold)) continue;
        const auto cell =
            static_cast<double>(kernel<Scalar>().projectionAfter(projection, c, j) * m_cellsPerUnit);
        m_table.prefetch(static_cast<std::int64_t>(std::floor(cell)));
        m_pending.push_back({node, static_cast<ContactIndex>(j), cell});
      }
    }
    for (const Pending& pending : m_pending) {
      const std::int64_t likely = m_table.likely(static_cast<std::int64_t>(std::floor(pending.cell)));
      if (likely < 0) continue;
      const double* row = m_data->coordinates[static_cast<std::size_t>(likely)];
      for (int i = 0; i < size(); i += 8) __builtin_prefetch(row + i);
    }
  }

  /// Finds the targets of all pending reflections of one node, the first at index i; returns the index after
  /// the last.
  template <class Scalar>
  std::size_t expand(std::size_t i) {
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
    kernel<Scalar>().reflect(child.data(), pending.contact);
    m_compared += m_costOfEdge;
    if constexpr (!std::is_same_v<Scalar, double>) m_child.assign(child.begin(), child.end());

    const std::int64_t cell =
        m_bunches ? bunchedCell(m_child.data()) : static_cast<std::int64_t>(std::floor(pending.cell));
    const std::int64_t found = find(pending, cell, -static_cast<double>(c[pending.contact]));
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
      m_nextFront.insert(m_nextFront.end(), child.begin(), child.end());
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

  using State = Eigen::Map<const Eigen::ArrayXd>;
  State state(NodeId node) const { return {m_data->coordinates[node], size()}; }
  double height(const State& c) const { return (m_coordinates.height.array() * c).sum(); }

  /// Whether two states within the tolerance have the same infeasible contacts.
  bool pressSameContacts(const State& a, const State& b) const {
    const auto contacts = m_coordinates.contacts;
    if ((b.head(contacts) - m_threshold).abs().minCoeff() > m_coordinates.tolerance) return true;
    return ((a.head(contacts) < m_threshold) == (b.head(contacts) < m_threshold)).all();
  }

  /// The known state equal to m_child, or −1.
  std::int64_t find(const Pending& pending, std::int64_t cell, double pressure) {
    const bool rises =
        m_rules.levelwise || pressure * m_coordinates.rise[pending.contact] > m_coordinates.safeRise;
    const State child(m_child.data(), size());
    const auto same = [&](NodeId node) {
      ++m_compared;
      if (m_rules.levelwise && node < m_levelEnd) return false;
      const State there = state(node);
      return (there - child).abs().maxCoeff() <= m_coordinates.tolerance && pressSameContacts(there, child) &&
             (rises || height(there) > height(state(pending.source)));
    };
    if (m_bunches) return m_cells.find(m_table, same);
    const double within = pending.cell - std::floor(pending.cell);
    std::int64_t found = m_table.find(cell, same);
    if (found < 0 && within < CellTable::cellsPerMargin) found = m_table.find(cell - 1, same);
    if (found < 0 && within > 1 - CellTable::cellsPerMargin) found = m_table.find(cell + 1, same);
    return found;
  }

  /// The cell of a state; where states merge only within a level, each level has cells of its own.
  std::int64_t bunchedCell(const double* c) {
    return static_cast<std::int64_t>(m_cells.locate(c, m_rules.levelwise ? m_data->levelStart.size() : 0));
  }

  NodeId create(const double* c, NodeId parent, ContactIndex contact, std::int64_t cell) {
    const auto node = static_cast<NodeId>(m_data->nodes.append());
    std::copy(c, c + size(), m_data->coordinates[m_data->coordinates.append()]);
    bool feasible = true;
    for (int i = 0; i < m_coordinates.contacts; ++i) {
      if (!(c[i] < m_threshold)) continue;
      feasible = false;
      if (!m_rules.guarded.empty() && m_rules.guarded[static_cast<std::size_t>(i)]) m_guardBroken = true;
    }
    *m_data->nodes[node] = {parent, 0, feasible ? std::uint16_t{0} : Data::openMark, contact};
    if (feasible) m_data->outcomes.push_back(node);
    m_table.insert(cell, node);
    return node;
  }

  void lookAround(const std::stop_token& stop, const Progress& progress) {
    const std::size_t toCome = m_data->size() * (sizeof(Uint128) + sizeof(std::uint32_t));
    const std::size_t front = (m_front.capacity() + m_nextFront.capacity()) * sizeof(Extended);
    if (m_data->bytes() + m_table.bytesSoon() + front + toCome > m_limits.maxBytes)
      m_data->limit = Limit::Memory;
    if (++m_batches % 64 != 0) return;
    if (stop.stop_requested()) m_data->limit = Limit::Cancelled;
    if (progress) progress(-1);
  }

  const SearchRules& m_rules;
  GraphLimits m_limits;
  double m_threshold;
  SearchCoordinates m_coordinates;
  ReflectionKernel<double> m_double;
  ReflectionKernel<Extended> m_extended;
  std::unique_ptr<Data> m_data;
  bool m_inExtended;
  std::size_t m_extendedFrom;  ///< the level from which extended precision is used
  std::size_t m_costOfEdge;    ///< in comparisons
  double m_cellsPerUnit = 0;
  bool m_bunches;  ///< whether m_cells finds states, in place of one projection
  BunchedCells m_cells;
  CellTable m_table;
  NodeId m_levelEnd = 0;  ///< one past the level that is being expanded
  std::vector<Extended> m_front, m_nextFront;
  std::vector<Pending> m_pending;
  std::vector<NodeId> m_out;
  std::vector<double> m_child;
  std::vector<Extended> m_extendedChild;
  std::size_t m_batches = 0;
  std::size_t m_compared = 0;  ///< comparisons of two momenta, and other work in that unit
  bool m_guardBroken = false;
};

}  // namespace

SearchResult searchOrderings(const ImpactProblem& problem, const SearchRules& rules,
                             const GraphLimits& limits, std::stop_token stop, const Progress& progress) {
  return Search(problem, rules, limits).run(stop, progress);
}

}  // namespace carom
