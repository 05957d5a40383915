#pragma once

#include <functional>

#include "impact/impact_report.h"
#include "impact/reflection.h"

namespace carom {

/// Makes a word that leads to the outcome its example, and sets the momentum and impulses from its replay.
void setExample(const ImpactProblem& problem, Outcome& outcome, Word word);
/// setExample with the result of replay(problem, word) in `end`.
void setExample(const ImpactProblem& problem, Outcome& outcome, Word word, Replay end);

/// An upper bound on ξ for any set of outcomes of this p⁻, from the feasible cone alone.
///
/// All outcomes share the component of p⁻ that is orthogonal to every normal; the rest, p_N, keeps its length
/// and ends in the cone ⟨x,û_i⟩ ≥ 0. A maximal independent set of the normals gives a cone that contains it,
/// whose extreme rays r_i are the dual basis. If all ⟨r_i,r_j⟩ ≥ 0 its widest angle Θ is between two rays,
/// because a ratio of a nonnegative linear function to a norm is quasiconcave. Otherwise Θ is at most twice
/// the widest angle between the rays and a unit vector at acute angles to all of them. ξ ≤ 2 sin(Θ/2)
/// ‖p_N‖/‖p‖.
double indeterminacyBound(const ImpactProblem& problem);

/// Computes ξ and its pair. `bound` returns an upper bound of ξ; it is called where outcomes are missing or
/// too many to compute every distance.
Indeterminacy measureIndeterminacy(const ImpactProblem& problem, const std::vector<Outcome>& outcomes,
                                   bool allFound, const std::function<double()>& bound);

/// ξ of a complete search of reflections, the same bits as by measureIndeterminacy. Only those outcomes are
/// replayed whose contact coordinates are farthest apart. Empty where these coordinates cannot tell, or too
/// many outcomes are as far apart.
std::optional<double> xiOfGraph(const ImpactProblem& problem, const OrderingGraph& graph);

/// The choices among outcomes of [SM10 III]. outcomes must not be empty.
Choice chooseAmong(const ImpactProblem& problem, const std::vector<Outcome>& outcomes);

}  // namespace carom
