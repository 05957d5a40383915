#pragma once

#include <cstdint>
#include <vector>

#include "impact/impact_report.h"

namespace carom {

/// The reflections of an ordering graph that belong to a minimal ordering [SM14 Def. 1].
class MinimalReflections {
 public:
  enum class Answer : std::uint8_t { No, Undecided, Yes };

  /// With a certificate (elastic impacts) every reflection does. Otherwise up to 500 orderings are tried one
  /// by one with `budget` reflections; reflections of words beyond the budget are undecided. With more
  /// orderings Outcome::reachedMinimally decides: No for a reflection that leads to no outcome that a minimal
  /// ordering may reach. With restitution of each reflection every answer is Undecided.
  explicit MinimalReflections(const ImpactReport& report, std::size_t budget = 50'000);

  /// The answer for the reflection with this index among OrderingGraph::edges of a node.
  Answer edge(OrderingGraph::NodeId node, std::size_t index) const;
  /// The answer for the reflection of a contact; No where the node has no such edge.
  Answer edge(const OrderingGraph& graph, OrderingGraph::NodeId node, ContactIndex contact) const;

 private:
  void tryWords(const ImpactReport& report, std::size_t budget);
  void lookAhead(const ImpactReport& report);
  void mark(const OrderingGraph& graph, const Word& word, Answer answer);

  Answer m_all = Answer::Undecided;  ///< the answer for every reflection where m_edges is empty
  std::vector<std::uint32_t> m_first;
  std::vector<Answer> m_edges;
};

}  // namespace carom
