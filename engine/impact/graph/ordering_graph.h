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

/// Why a search stopped short of the whole answer.
enum class Limit { None, MaxStates, Memory, Cancelled, Work };
std::string_view toString(Limit limit);  ///< "", "max-states", "memory", "cancelled", "work"

struct GraphLimits {
  std::size_t maxStates = 4'000'000;  ///< distinct momenta, the start included
  std::size_t maxBytes = std::size_t{1} << 30;
  /// Pairs of momenta that are compared, some seconds of work. There are many where momenta that differ lie
  /// so near each other, or so far away, that no projection of them tells them apart.
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

  /// The edges that leave a node, by rising contact; made on the way from what the graph keeps. Refers to the
  /// graph.
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
    const double* m_c = nullptr;  ///< of the node; contacts below the threshold have the edges
    double m_threshold = 0;
    const NodeId* m_targets = nullptr;
    std::size_t m_size = 0;
  };

  std::size_t nodeCount() const;
  std::size_t edgeCount() const;
  int contactCount() const;
  /// c of a node (k values, √J).
  std::span<const double> contactCoordinates(NodeId node) const;
  /// The reflections that leave a node, by rising contact; empty for outcomes and unexpanded nodes.
  Edges edges(NodeId node) const;
  /// No contact is infeasible here.
  bool isOutcome(NodeId node) const;
  /// Reached, but not searched further, because a limit was met.
  bool isOpen(NodeId node) const;
  /// Breadth-first level: the length of the shortest ordering that leads here.
  std::uint32_t level(NodeId node) const;
  /// Number of orderings from p⁻ to this node; 0 while the graph is incomplete.
  Count orderingsTo(NodeId node) const;
  /// Lengths of the orderings to this node; equal to level twice while the graph is incomplete.
  std::uint32_t minLength(NodeId node) const;
  std::uint32_t maxLength(NodeId node) const;
  /// Per outcome, in their order: how many orderings of each length end there. The graph must be complete.
  std::vector<std::map<std::uint32_t, Count>> orderingsByLength() const;
  /// One shortest word from p⁻ to this node.
  Word wordTo(NodeId node) const;
  /// The node that a word leads to; throws ImpactError where the word leaves the graph.
  NodeId follow(std::span<const ContactIndex> word) const;

  const std::vector<NodeId>& outcomes() const;  ///< in order of discovery
  bool complete() const { return limit() == Limit::None; }
  Limit limit() const;
  /// Largest distance (relative to ImpactProblem::scale()) at which two momenta are taken for one.
  double mergeTolerance() const;
  /// Bytes in use by the graph.
  std::size_t memoryUsed() const;

  struct Data;  ///< the arrays behind, see ordering_data.h
  explicit OrderingGraph(std::unique_ptr<const Data> data);
  OrderingGraph(OrderingGraph&&) noexcept;
  ~OrderingGraph();

 private:
  std::unique_ptr<const Data> m_data;
};

/// Searches all orderings of a terminating impact (decideTermination first).
///
/// Merging must be safe and complete. The tolerance is mergeTolerance, far below any ξ that matters; rounding
/// stays below it, since states are computed in extended precision wherever orderings can be long, and are
/// compared in coordinates that lose no direction of the momentum (the contact coordinates, and where normals
/// are nearly dependent the projections on the directions that these hide). Equal momenta join after some
/// 3000 reflections of a pair; from 10⁴ on the angle that G knows is too coarse, and they may stay apart. A
/// certified impact that fits its group only to the tolerance of the rule is searched in the group, where
/// what its relations make equal meets exactly, see SearchCoordinates.
///
/// Limits and cancelling end the search with a graph that says so; nothing is thrown for them.
OrderingGraph exploreOrderings(const ImpactProblem& problem, const GraphLimits& limits = {},
                               std::stop_token stop = {}, const Progress& progress = {});

}  // namespace carom
