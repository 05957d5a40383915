#include "impact/ordering_search.h"

#include <Eigen/SVD>
#include <algorithm>
#include <cmath>

#include "impact/extended.h"
#include "impact/ordering_data.h"

namespace carom {

namespace {

using Data = OrderingGraph::Data;
using NodeId = OrderingGraph::NodeId;

constexpr double mergeTolerance = 1e-8;  // of ‖p‖
constexpr double rankTolerance = 1e-11;  // singular values of the unit normals below it are zeros
constexpr double hiddenBelow = 0.1;      // and below this one the contact coordinates blur their direction
constexpr double cellsPerMargin = 1.0 / 16;
constexpr std::size_t checkEvery = 1024;  // expansions between looks at the stop token and the memory

/// The coordinates of the search: c_i of the contacts, then ⟨p,v⟩ of the unit directions v in their span that
/// the c_i would blur. A reflection of contact j subtracts c_j times column j of `step`.
struct Coordinates {
  ExtendedVector start;    ///< of p⁻
  ExtendedMatrix step;     ///< coordinates × k, 2⟨û_j,·⟩
  Eigen::VectorXd rising;  ///< weights of the coordinates in ⟨p,w⟩
  double tolerance = 0;    ///< two momenta whose coordinates all differ by less are one

  int count() const { return static_cast<int>(start.size()); }
};

Coordinates chooseCoordinates(const ImpactProblem& problem, const Eigen::VectorXd& risingCovector) {
  const WhiteFrame& frame = problem.frame();
  const ExtendedMatrix& U = frame.unitNormals();
  const int k = problem.contactCount();
  if (k == 0) return {};
  const Eigen::BDCSVD<Eigen::MatrixXd> svd(U.cast<double>(), Eigen::ComputeThinU | Eigen::ComputeThinV);
  const Eigen::VectorXd& sigma = svd.singularValues();
  int rank = 0, clear = 0;
  while (rank < sigma.size() && sigma[rank] > rankTolerance) ++rank;
  while (clear < rank && sigma[clear] > hiddenBelow) ++clear;
  const int hidden = rank - clear;

  ExtendedMatrix basis(problem.dof(), k + hidden);
  basis.leftCols(k) = U;
  basis.rightCols(hidden) = svd.matrixU().middleCols(clear, hidden).cast<Extended>();

  Coordinates result;
  result.start = basis.transpose() * frame.whiten(problem.momentum());
  result.step = 2 * basis.transpose() * U;
  for (int j = 0; j < k; ++j) result.step(j, j) = 2;
  const Eigen::VectorXd w = svd.matrixU().transpose() * frame.whiten(risingCovector).cast<double>();
  result.rising.resize(k + hidden);
  result.rising.head(k) = svd.matrixV().leftCols(clear) * w.head(clear).cwiseQuotient(sigma.head(clear));
  result.rising.tail(hidden) = w.segment(clear, hidden);
  // ‖Δp‖² ≤ Σ_clear Δc²/σ² + Σ_hidden Δt²
  const double blur = clear > 0 ? k / (sigma[clear - 1] * sigma[clear - 1]) : 0;
  result.tolerance = mergeTolerance * problem.momentumNorm() / std::sqrt(blur + hidden);
  return result;
}

/// Nodes by a number that nearby momenta share: one fixed projection of the coordinates, cut into cells much
/// wider than the tolerance. Open addressing; a cell may hold several nodes.
class CellTable {
 public:
  CellTable() : m_slots(std::size_t{1} << m_bits) {}

  std::size_t bytes() const { return m_slots.size() * sizeof(Slot); }

  void insert(std::int64_t cell, NodeId node) {
    if (++m_count * 10 > m_slots.size() * 7) grow();
    place({hash(cell), node + 1});
  }

  /// The first node of the cell that matches, or −1.
  template <class Matches>
  std::int64_t find(std::int64_t cell, const Matches& matches) const {
    const std::uint32_t h = hash(cell);
    for (std::size_t i = h >> (32 - m_bits);; i = (i + 1) & (m_slots.size() - 1)) {
      const Slot& slot = m_slots[i];
      if (slot.node == 0) return -1;
      if (slot.hash == h && matches(slot.node - 1)) return slot.node - 1;
    }
  }

 private:
  struct Slot {
    std::uint32_t hash = 0;
    std::uint32_t node = 0;  ///< id + 1; 0 is empty
  };

  static std::uint32_t hash(std::int64_t cell) {
    auto x = static_cast<std::uint64_t>(cell) * 0x9E3779B97F4A7C15u;
    x ^= x >> 32;
    return static_cast<std::uint32_t>((x * 0xD6E8FEB86659FD93u) >> 32);
  }

  void place(Slot slot) {
    std::size_t i = slot.hash >> (32 - m_bits);
    while (m_slots[i].node != 0) i = (i + 1) & (m_slots.size() - 1);
    m_slots[i] = slot;
  }

  void grow() {
    std::vector<Slot> old(std::size_t{2} << m_bits);
    old.swap(m_slots);
    ++m_bits;
    for (const Slot& slot : old) {
      if (slot.node != 0) place(slot);
    }
  }

  int m_bits = 8;
  std::size_t m_count = 0;
  std::vector<Slot> m_slots;
};

/// The search itself. Scalar is the precision of the frontier; finished states are kept in double.
template <class Scalar>
class Search {
 public:
  Search(const ImpactProblem& problem, const Coordinates& coordinates, const SearchRules& rules,
         const GraphLimits& limits)
      : m_k(problem.contactCount()),
        m_size(coordinates.count()),
        m_threshold(-feasibilityTolerance * problem.momentumNorm()),
        m_coordinates(coordinates),
        m_rules(rules),
        m_limits(limits),
        m_data(std::make_unique<Data>(m_k, m_size)) {
    m_data->mergeTolerance = mergeTolerance;
    sparsify();
    m_child.resize(static_cast<std::size_t>(m_size));
  }

  SearchResult run(const std::stop_token& stop, const Progress& progress) {
    for (int i = 0; i < m_size; ++i)
      m_child[static_cast<std::size_t>(i)] = static_cast<Scalar>(m_coordinates.start[i]);
    create(0, 0, projection(m_child.data()));
    for (NodeId node = 0; node < m_data->size() && m_data->limit == Limit::None && !m_guardBroken; ++node) {
      if (node == m_levelEnd) beginLevel();
      if (node % checkEvery == checkEvery - 1) lookAround(stop, progress);
      if (m_data->limit == Limit::None) expand(node);
    }
    finish();
    return {std::move(m_data), m_guardBroken};
  }

 private:
  struct Entry {
    int row;
    Scalar value;
  };

  /// The nonzeros of the columns of `step`, and what a reflection does to the projection.
  void sparsify() {
    std::uint64_t seed = 1;
    for (int i = 0; i < m_size; ++i) {  // fixed weights in [1/2, 3/2) without any symmetry
      seed = seed * 6364136223846793005u + 1442695040888963407u;
      m_weights.push_back(static_cast<Scalar>(0.5 + static_cast<double>(seed >> 11) * 0x1p-53));
    }
    m_columnStart.push_back(0);
    for (int j = 0; j < m_k; ++j) {
      Scalar shift = 0;
      for (int i = 0; i < m_size; ++i) {
        const auto value = static_cast<Scalar>(m_coordinates.step(i, j));
        if (value == 0) continue;
        m_entries.push_back({i, value});
        shift += m_weights[static_cast<std::size_t>(i)] * value;
      }
      m_columnStart.push_back(m_entries.size());
      m_shift.push_back(shift);
    }
    Scalar margin = 0;
    for (const Scalar w : m_weights) margin += w * static_cast<Scalar>(m_coordinates.tolerance);
    m_cellsPerUnit = margin > 0 ? static_cast<Scalar>(cellsPerMargin) / margin : 0;
  }

  Scalar projection(const Scalar* c) const {
    Scalar sum = 0;
    for (int i = 0; i < m_size; ++i) sum += m_weights[static_cast<std::size_t>(i)] * c[i];
    return sum;
  }

  double height(NodeId node) const {
    const double* c = m_data->coordinates[node];
    double sum = 0;
    for (int i = 0; i < m_size; ++i) sum += m_coordinates.rising[i] * c[i];
    return sum;
  }

  /// Adds the state in m_child.
  NodeId create(NodeId parent, ContactIndex contact, Scalar projected) {
    const auto node = static_cast<NodeId>(m_data->nodes.append());
    double* row = m_data->coordinates[m_data->coordinates.append()];
    bool feasible = true;
    for (int i = 0; i < m_size; ++i) {
      const Scalar c = m_child[static_cast<std::size_t>(i)];
      row[i] = static_cast<double>(c);
      if (i >= m_k || !(c < m_threshold)) continue;
      feasible = false;
      if (!m_rules.guarded.empty() && m_rules.guarded[static_cast<std::size_t>(i)]) m_guardBroken = true;
    }
    if constexpr (!std::is_same_v<Scalar, double>) {
      m_nextFrontier.insert(m_nextFrontier.end(), m_child.begin(), m_child.end());
    }
    *m_data->nodes[node] = {parent, 0, feasible ? std::uint16_t{0} : Data::openMark, contact};
    if (feasible) m_data->outcomes.push_back(node);
    m_table.insert(static_cast<std::int64_t>(std::floor(projected * m_cellsPerUnit)), node);
    return node;
  }

  /// The node that is the momentum in m_child, or −1.
  std::int64_t findChild(Scalar projected, double heightBelow) const {
    const auto same = [&](NodeId node) {
      const double* c = m_data->coordinates[node];
      for (int i = 0; i < m_size; ++i) {
        const Scalar child = m_child[static_cast<std::size_t>(i)];
        if (!(std::abs(c[i] - child) <= m_coordinates.tolerance)) return false;
        if (i < m_k && (c[i] < m_threshold) != (child < m_threshold)) return false;
      }
      return height(node) > heightBelow;
    };
    const Scalar at = projected * m_cellsPerUnit;
    const Scalar floor = std::floor(at);
    const auto cell = static_cast<std::int64_t>(floor);
    std::int64_t found = m_table.find(cell, same);
    if (found < 0 && at - floor < cellsPerMargin) found = m_table.find(cell - 1, same);
    if (found < 0 && at - floor > 1 - cellsPerMargin) found = m_table.find(cell + 1, same);
    return found;
  }

  const Scalar* stateOf(NodeId node) const {
    if constexpr (std::is_same_v<Scalar, double>) {
      return m_data->coordinates[node];
    } else {
      const std::size_t inLevel = node - m_data->levelStart.back();
      return m_frontier.data() + inLevel * static_cast<std::size_t>(m_size);
    }
  }

  void expand(NodeId node) {
    if (m_data->nodes[node]->edgeCount == 0) return;
    const Scalar* c = stateOf(node);
    const Scalar projected = projection(c);
    const double heightHere = height(node);
    m_out.clear();
    for (int j = 0; j < m_k; ++j) {
      if (!(c[j] < m_threshold)) continue;
      std::copy(c, c + m_size, m_child.begin());
      for (std::size_t e = m_columnStart[static_cast<std::size_t>(j)];
           e < m_columnStart[static_cast<std::size_t>(j) + 1]; ++e) {
        m_child[static_cast<std::size_t>(m_entries[e].row)] -= c[j] * m_entries[e].value;
      }
      const Scalar projectedChild = projected - c[j] * m_shift[static_cast<std::size_t>(j)];
      std::int64_t target = findChild(projectedChild, heightHere);
      if (target < 0) {
        if (m_data->size() >= std::min<std::size_t>(m_limits.maxStates, 0xFFFF'FFF0)) {
          m_data->limit = Limit::MaxStates;
          return;
        }
        target = create(node, static_cast<ContactIndex>(j), projectedChild);
      }
      m_out.push_back({static_cast<NodeId>(target), static_cast<ContactIndex>(j)});
    }
    const std::size_t first = m_data->edges.append(m_out.size());
    std::copy(m_out.begin(), m_out.end(), m_data->edges[first]);
    m_data->edgeTotal += m_out.size();
    m_data->nodes[node]->firstEdge = static_cast<std::uint32_t>(first);
    m_data->nodes[node]->edgeCount = static_cast<std::uint16_t>(m_out.size());
  }

  void lookAround(const std::stop_token& stop, const Progress& progress) {
    const std::size_t toCome = m_data->size() * (sizeof(Uint128) + sizeof(std::uint32_t));
    const std::size_t frontier = (m_frontier.capacity() + m_nextFrontier.capacity()) * sizeof(Scalar);
    if (m_data->bytes() + m_table.bytes() + frontier + toCome > m_limits.maxBytes)
      m_data->limit = Limit::Memory;
    if (stop.stop_requested()) m_data->limit = Limit::Cancelled;
    if (progress) progress(-1);
  }

  void beginLevel() {
    m_frontier.swap(m_nextFrontier);
    m_nextFrontier.clear();
    m_data->levelStart.push_back(m_levelEnd);
    m_levelEnd = static_cast<NodeId>(m_data->size());
  }

  void finish() {
    if (m_levelEnd < m_data->size()) m_data->levelStart.push_back(m_levelEnd);
    if (m_data->limit == Limit::None && !m_guardBroken) countOrderings(*m_data);
  }

  int m_k, m_size;
  Scalar m_threshold;
  const Coordinates& m_coordinates;
  const SearchRules& m_rules;
  GraphLimits m_limits;
  std::unique_ptr<Data> m_data;
  CellTable m_table;
  std::vector<Scalar> m_weights, m_shift, m_child;
  std::vector<Entry> m_entries;
  std::vector<std::size_t> m_columnStart;
  Scalar m_cellsPerUnit = 0;
  std::vector<Scalar> m_frontier, m_nextFrontier;
  NodeId m_levelEnd = 0;  ///< one past the level that is being expanded
  std::vector<OrderingGraph::Edge> m_out;
  bool m_guardBroken = false;
};

}  // namespace

SearchResult searchOrderings(const ImpactProblem& problem, const SearchRules& rules,
                             const GraphLimits& limits, std::stop_token stop, const Progress& progress) {
  const Coordinates coordinates = chooseCoordinates(problem, rules.rising);
  return Search<Extended>(problem, coordinates, rules, limits).run(stop, progress);
}

}  // namespace carom
