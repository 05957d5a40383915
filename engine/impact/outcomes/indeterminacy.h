#pragma once

#include <functional>

#include "impact/impact_report.h"
#include "impact/reflection.h"

namespace carom {

/// Replays a word of the outcome and makes it the example.
void setExample(const ImpactProblem& problem, Outcome& outcome, Word word);
/// The same where `end` is what replay(problem, word) returned.
void setExample(const ImpactProblem& problem, Outcome& outcome, Word word, Replay end);

/// Momenta as white vectors, in which distances of the kinetic metric are Euclidean: n × outcomes.
Eigen::MatrixXd whiteOutcomes(const ImpactProblem& problem, const std::vector<Outcome>& outcomes);

/// An upper bound on ξ for any set of outcomes of this p⁻, from the feasible cone alone.
///
/// Outcomes share the part of p⁻ that is orthogonal to every normal, and the rest, p_N, keeps its length
/// within the cone ⟨x,û_i⟩ ≥ 0. A maximal independent set of the normals makes a cone that contains it, with
/// extreme rays r_i, the dual basis. If all ⟨r_i,r_j⟩ ≥ 0 its widest angle Θ is between two rays (a ratio of
/// a nonnegative linear function to a norm is quasiconcave); else Θ is at most twice the widest angle between
/// the rays and a unit vector that has an acute angle with all of them. ξ ≤ 2 sin(Θ/2) ‖p_N‖/‖p‖.
double indeterminacyBound(const ImpactProblem& problem);

/// ξ and its pair. `bound` returns what ξ cannot exceed; it is asked where outcomes are missing or are too
/// many to measure every distance.
Indeterminacy measureIndeterminacy(const ImpactProblem& problem, const std::vector<Outcome>& outcomes,
                                   bool allFound, const std::function<double()>& bound);

/// Picks and projections of 002 III. Outcomes must not be empty.
Choice chooseAmong(const ImpactProblem& problem, const std::vector<Outcome>& outcomes);

}  // namespace carom
