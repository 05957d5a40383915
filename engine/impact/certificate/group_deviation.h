#pragma once

#include <optional>

#include "impact/certificate/certificate.h"
#include "impact/impact_problem.h"

namespace carom {

/// Bound on ξ over all momenta and orderings of contacts whose pairs fit a finite reflection group only
/// nearly; empty where the group is not finite, because then no length bounds how the deviations add up.
///
/// Contacts that are orthogonal to each other are bounded apart, and the largest bound counts; so are those
/// that are to rounding, where some pair deviates by more.
/// A pair has its closed form 2|sin(mδ)|. For more contacts let v̂_i be unit vectors with the exact G of the
/// group and η = max ‖û_i − v̂_i‖, N the length of the longest element, ρ the margin of the v̂. An ordering
/// from p is followed by "reflect if infeasible" across the v̂, which moves at most N times. Each move adds at
/// most 2η‖p‖ to the distance of the two momenta, because such foldings never expand distances. While it
/// rests at x, all contacts that reflect fix the momentum x + (η‖p‖/(ρ−η)) w, w the direction of the margin,
/// so that any number of reflections adds 2η‖p‖/(ρ−η) at most. The end is feasible to η‖p‖, which adds
/// 2η‖p‖/ρ to its distance from the outcome of the group: ξ ≤ 4η (N + (N+1)/(ρ−η) + 1/ρ).
///
/// Of the certificate it takes the pairs: multiplicity, deviation and `nearly`. distinct: one contact for
/// each direction.
std::optional<double> groupDeviationBound(const ImpactProblem& problem, const Certificate& certificate,
                                          const std::vector<int>& distinct);

}  // namespace carom
