#pragma once

#include <boost/multiprecision/cpp_int.hpp>
#include <cstdint>
#include <span>
#include <stop_token>
#include <string_view>
#include <vector>

#include "impact/impact_problem.h"
#include "impact/progress.h"

namespace carom {

/// Exact counts of orderings pass 2^64 early (n = 9 balls on a line).
using BigInt = boost::multiprecision::cpp_int;

/// Why a search stopped short of the whole answer.
enum class Limit { None, MaxStates, Memory, Cancelled };
std::string_view toString(Limit limit);  ///< "", "max-states", "memory", "cancelled"

struct GraphLimits {
  std::size_t maxStates = 4'000'000;       ///< distinct momenta, the start included
  std::size_t maxBytes = std::size_t{1} << 30;
};

/// The tree of reflection orderings, merged by momentum: nodes are momenta, edges are reflections of an
/// infeasible contact, sinks are outcomes. It is acyclic whenever every ordering ends.
///
/// Node 0 is p⁻. Nodes are numbered in breadth-first order.
class OrderingGraph {
 public:
  using NodeId = std::uint32_t;
  struct Edge {
    NodeId target;
    ContactIndex contact;
  };

  std::size_t nodeCount() const;
  std::size_t edgeCount() const;
  int contactCount() const;
  /// c of a node (k values, √J).
  std::span<const double> contactCoordinates(NodeId node) const;
  /// The reflections that leave a node, by rising contact; empty for outcomes and unexpanded nodes.
  std::span<const Edge> edges(NodeId node) const;
  /// No contact is infeasible here.
  bool isOutcome(NodeId node) const;
  /// Reached, but not searched further, because a limit was met.
  bool isOpen(NodeId node) const;
  /// Breadth-first level: the length of the shortest ordering that leads here.
  std::uint32_t level(NodeId node) const;
  /// Number of orderings from p⁻ to this node; 0 while the graph is incomplete.
  const BigInt& orderingsTo(NodeId node) const;
  /// Lengths of the orderings to this node; equal to level twice while the graph is incomplete.
  std::uint32_t minLength(NodeId node) const;
  std::uint32_t maxLength(NodeId node) const;
  /// One shortest word from p⁻ to this node.
  Word wordTo(NodeId node) const;
  /// The node that a word leads to; throws ImpactError where the word leaves the graph.
  NodeId follow(std::span<const ContactIndex> word) const;

  const std::vector<NodeId>& outcomes() const;  ///< in order of discovery
  bool complete() const { return limit() == Limit::None; }
  Limit limit() const;
  /// Largest distance (relative to ‖p⁻‖) at which two momenta were taken for one.
  double mergeTolerance() const;

  struct Data;  ///< the arrays behind, see ordering_graph.cpp
  explicit OrderingGraph(std::unique_ptr<const Data> data);
  OrderingGraph(OrderingGraph&&) noexcept;
  ~OrderingGraph();

 private:
  std::unique_ptr<const Data> m_data;
};

/// Searches all orderings of a terminating impact (decideTermination first).
/// Limits and cancelling end the search with a graph that says so; nothing is thrown for them.
OrderingGraph exploreOrderings(const ImpactProblem& problem, const GraphLimits& limits = {},
                               std::stop_token stop = {}, const Progress& progress = {});

}  // namespace carom
