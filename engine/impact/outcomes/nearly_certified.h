#pragma once

#include <stop_token>
#include <vector>

#include "impact/resolve.h"

namespace carom {

// Impacts with a certificate that holds only to the tolerance of the pair rule, see Certificate::nearly.

/// Most reflections of completeExample, after which a contact may still be infeasible.
inline constexpr std::size_t mostCompletion = 1'000'000;

/// Extends an example that leaves a contact infeasible because the pairs fit the group only to its tolerance.
void completeExample(const ImpactProblem& problem, Outcome& outcome, std::stop_token stop);

/// The separate outcomes of a nearly certified impact: of a pair those of its two words, else those of a
/// search that merges momenta only where they are equal to rounding. Empty where that search reaches a limit.
std::vector<Outcome> spreadOutcomes(const ImpactReport& report, const ResolveOptions& options,
                                    std::stop_token stop, const Progress& progress);

}  // namespace carom
