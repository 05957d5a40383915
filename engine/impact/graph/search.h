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
  std::vector<bool> guarded{};
  /// A contact is infeasible iff c < −feasibility · ‖p⁻‖.
  double feasibility = feasibilityTolerance;
  /// Merges momenta only within a breadth-first level: what keeps the graph acyclic where `rising` does not.
  bool levelwise = false;
  /// Momenta nearer than this times ImpactProblem::scale() are one.
  double merging = mergeTolerance;
  /// k×k or empty: the m_ij of a certified impact that fits its group to the tolerance of the rule only. The
  /// search then runs in the group, see SearchCoordinates.
  Eigen::MatrixXi group{};
};

struct SearchResult {
  std::unique_ptr<const OrderingGraph::Data> data;
  bool guardBroken = false;
};

/// The breadth-first search behind exploreOrderings.
SearchResult searchOrderings(const ImpactProblem& problem, const SearchRules& rules,
                             const GraphLimits& limits, std::stop_token stop, const Progress& progress);

}  // namespace carom
