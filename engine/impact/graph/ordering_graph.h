#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <span>
#include <stop_token>
#include <string_view>
#include <vector>

#include "base/count.h"
#include "base/progress.h"
#include "impact/impact_problem.h"

namespace carom {

/// The limit that stopped a search before it was complete.
enum class Limit { None, MaxStates, Memory, Cancelled, Work };
std::string_view toString(Limit limit);  ///< "", "max-states", "memory", "cancelled", "work"

struct GraphLimits {
  std::size_t maxStates = 4'000'000;  ///< distinct momenta, the start included
  std::size_t maxBytes = std::size_t{1} << 30;
  /// Comparisons of two momenta, some seconds of work. They are many where distinct momenta have equal
  /// projections, because they lie very near each other or very far away.
  std::size_t maxComparisons = 200'000'000;
};

/// The tree of reflection orderings, merged by momentum: nodes are momenta, edges are reflections of an
/// infeasible contact, sinks are outcomes. It is acyclic whenever every ordering ends.
///
/// Node 0 is p⁻. Nodes are numbered in breadth-first order. Two momenta become one node where they are at
/// most mergeTolerance()·‖p⁻‖ apart, the same contacts are infeasible in both, and joining them keeps the
/// graph acyclic.
class OrderingGraph {
 public:
  using NodeId = std::uint32_t;
  struct Edge {
    NodeId target;
    ContactIndex contact;
  };

  /// The edges that leave a node, by rising contact. Refers to the graph, from whose arrays each edge is
  /// computed.
  class Edges {
   public:
    class Iterator {
     public:
      using iterator_category = std::input_iterator_tag;
      using value_type = Edge;
      using difference_type = std::ptrdiff_t;
      using pointer = const Edge*;
      using reference = const Edge&;

      reference operator*() const { return m_edge; }
      pointer operator->() const { return &m_edge; }
      Iterator& operator++() {
        if (++m_target != m_end) show(m_edge.contact + 1u);
        return *this;
      }
      Iterator operator++(int) {
        const Iterator before = *this;
        ++*this;
        return before;
      }
      bool operator==(const Iterator& other) const { return m_target == other.m_target; }

     private:
      friend class Edges;
      void show(std::size_t contact) {
        while (!(m_c[contact] < m_threshold)) ++contact;
        m_edge = {*m_target, static_cast<ContactIndex>(contact)};
      }

      const double* m_c = nullptr;
      double m_threshold = 0;
      const NodeId *m_target = nullptr, *m_end = nullptr;
      Edge m_edge{};
    };

    std::size_t size() const { return m_size; }
    bool empty() const { return m_size == 0; }
    Iterator begin() const {
      Iterator first = end();
      first.m_target = m_targets;
      if (m_size > 0) first.show(0);
      return first;
    }
    Iterator end() const {
      Iterator last;
      last.m_c = m_c;
      last.m_threshold = m_threshold;
      last.m_target = last.m_end = m_targets + m_size;
      return last;
    }
    Edge front() const { return *begin(); }
    Edge operator[](std::size_t i) const { return *std::next(begin(), static_cast<std::ptrdiff_t>(i)); }

   private:
    friend class OrderingGraph;
    const double* m_c = nullptr;  ///< of the node; contacts with c below the threshold have an edge
    double m_threshold = 0;
    const NodeId* m_targets = nullptr;
    std::size_t m_size = 0;
  };

  std::size_t nodeCount() const;
  std::size_t edgeCount() const;
  int contactCount() const;
  /// c of a node: k (√J).
  std::span<const double> contactCoordinates(NodeId node) const;
  /// The reflections that leave a node, by rising contact; empty for outcomes and unexpanded nodes.
  Edges edges(NodeId node) const;
  /// Whether every contact is feasible here.
  bool isOutcome(NodeId node) const;
  /// Whether a limit stopped the search before this node was expanded.
  bool isOpen(NodeId node) const;
  /// Breadth-first level: the length of the shortest ordering that leads here.
  std::uint32_t level(NodeId node) const;
  /// Number of orderings from p⁻ to this node; 0 while the graph is incomplete.
  Count orderingsTo(NodeId node) const;
  /// Shortest and longest ordering to this node; both equal level while the graph is incomplete.
  std::uint32_t minLength(NodeId node) const;
  std::uint32_t maxLength(NodeId node) const;
  /// For each of outcomes(), the number of orderings of each length that end there. The graph must be
  /// complete.
  std::vector<std::map<std::uint32_t, Count>> orderingsByLength() const;
  /// One shortest word from p⁻ to this node.
  Word wordTo(NodeId node) const;
  /// The node that a word leads to; throws ImpactError where the word leaves the graph.
  NodeId follow(std::span<const ContactIndex> word) const;

  const std::vector<NodeId>& outcomes() const;  ///< in order of discovery
  bool complete() const { return limit() == Limit::None; }
  Limit limit() const;
  /// Largest distance, over ImpactProblem::scale(), at which two momenta are merged.
  double mergeTolerance() const;
  /// Memory of the graph in bytes.
  std::size_t memoryUsed() const;

  struct Data;  ///< the arrays of the graph, see ordering_graph_data.h
  explicit OrderingGraph(std::unique_ptr<const Data> data);
  OrderingGraph(OrderingGraph&&) noexcept;
  ~OrderingGraph();

 private:
  std::unique_ptr<const Data> m_data;
};

/// Searches all orderings of a terminating impact (decideTermination first).
///
/// Momenta merge within mergeTolerance, far below any ξ that matters. Rounding stays below it, because long
/// orderings are computed in extended precision, and because the coordinates compared lose no direction of
/// the momentum: they are the contact coordinates and, where normals are nearly dependent, projections on the
/// directions that these hide. Equal momenta merge after up to about 3000 reflections of a pair; from 10⁴ on
/// the rounding of G may keep them apart. A certified impact that fits its group only to the tolerance of the
/// rule is searched in the group, where equal elements meet exactly, see SearchCoordinates.
///
/// A limit or cancelling ends the search, and limit() of the graph reports it; neither throws.
OrderingGraph exploreOrderings(const ImpactProblem& problem, const GraphLimits& limits = {},
                               std::stop_token stop = {}, const Progress& progress = {});

}  // namespace carom
