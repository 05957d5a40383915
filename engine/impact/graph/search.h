#pragma once

#include <memory>
#include <stop_token>
#include <vector>

#include "impact/graph/ordering_graph_data.h"
#include "impact/graph/state_table.h"
#include "impact/reflection.h"

namespace carom {

/// The parameters of a search.
struct SearchRules {
  /// n, a covector with ⟨rising,û_i⟩ > 0 for every contact that may act. Momenta merge only where ⟨p,rising⟩
  /// keeps rising along every edge, which makes the graph acyclic.
  Eigen::VectorXd rising;
  /// k or empty: contacts whose infeasibility ends the search.
  std::vector<bool> guarded{};
  /// A contact is infeasible iff c < −feasibility · ‖p⁻‖.
  double feasibility = feasibilityTolerance;
  /// Merges momenta only within a breadth-first level, which keeps the graph acyclic without `rising`.
  bool levelwise = false;
  /// Momenta nearer than merging · ImpactProblem::scale() are one.
  double merging = mergeTolerance;
  /// k×k or empty: the m_ij of a certified impact that fits its group only to the tolerance of the rule. The
  /// search then runs in the group, see SearchCoordinates.
  Eigen::MatrixXi group{};
  /// Cells of one block of the table, as a power of 2. The graph does not depend on it.
  int blockBits = StateCell::usualBlockBits;
};

struct SearchResult {
  std::unique_ptr<const OrderingGraph::Data> data;
  bool guardBroken = false;  ///< whether a guarded contact became infeasible
};

/// Searches the orderings of a problem breadth-first, see exploreOrderings.
SearchResult searchOrderings(const ImpactProblem& problem, const SearchRules& rules,
                             const GraphLimits& limits, std::stop_token stop, const Progress& progress);

}  // namespace carom
