#pragma once

#include <memory>
#include <stop_token>
#include <vector>

#include "impact/graph/ordering_graph_data.h"
#include "impact/reflection.h"

namespace carom {

/// What the search needs besides the problem.
struct SearchRules {
  /// n, a covector with ⟨rising,û_i⟩ > 0 for every contact that may act. Two momenta are merged only where
  /// that keeps ⟨p,rising⟩ growing along every edge, so that the graph is acyclic by construction.
  Eigen::VectorXd rising;
  /// k or empty: contacts that must never become infeasible; the search ends where one does.
  std::vector<bool> guarded;
  /// A contact is infeasible iff c < −feasibility · ‖p⁻‖.
  double feasibility = feasibilityTolerance;
  /// Merges momenta only within a breadth-first level: what keeps the graph acyclic where `rising` does not.
  bool levelwise = false;
};

struct SearchResult {
  std::unique_ptr<const OrderingGraph::Data> data;
  bool guardBroken = false;
};

/// The breadth-first search behind exploreOrderings.
SearchResult searchOrderings(const ImpactProblem& problem, const SearchRules& rules,
                             const GraphLimits& limits, std::stop_token stop, const Progress& progress);

}  // namespace carom
