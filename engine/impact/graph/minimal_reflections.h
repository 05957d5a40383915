#pragma once

#include <cstdint>
#include <vector>

#include "impact/impact_report.h"

namespace carom {

/// Which reflections of an ordering graph lie on a minimal ordering [SM14 Def. 1].
class MinimalReflections {
 public:
  enum class Answer : std::uint8_t { No, Undecided, Yes };

  /// Certified (and elastic): every reflection does. Else the orderings are tried one by one where there are
  /// at most 500 of them and `budget` reflections suffice; a reflection of words that the budget leaves out
  /// is undecided. Past that, only what Outcome::reachedMinimally says: No for a reflection after which no
  /// outcome follows that a minimal ordering may reach. Restitution of each reflection leaves everything
  /// undecided.
  explicit MinimalReflections(const ImpactReport& report, std::size_t budget = 50'000);

  /// The `index`-th of the reflections that leave a node (as OrderingGraph::edges counts them).
  Answer edge(OrderingGraph::NodeId node, std::size_t index) const;
  /// The reflection of a contact; No where none leaves.
  Answer edge(const OrderingGraph& graph, OrderingGraph::NodeId node, ContactIndex contact) const;

 private:
  void tryWords(const ImpactReport& report, std::size_t budget);
  void lookAhead(const ImpactReport& report);
  void mark(const OrderingGraph& graph, const Word& word, Answer answer);

  Answer m_all = Answer::Undecided;  ///< for every reflection, where m_edges is empty
  std::vector<std::uint32_t> m_first;
  std::vector<Answer> m_edges;
};

}  // namespace carom
