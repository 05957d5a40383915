#pragma once

#include <optional>

#include "impact/impact_problem.h"

namespace carom {

/// Whether a word that ends feasible is minimal [000 Def. 1]: no proper subsequence of its reflections ends
/// feasible, whether or not each of them finds its contact infeasible.
///
/// Subsequences that reach the same momentum at the same place of the word are tried once. `budget` counts
/// the momenta that may still be looked at and is used up as they are; empty when it does not suffice.
std::optional<bool> isMinimalWord(const ImpactProblem& problem, const Word& word, std::size_t& budget);

}  // namespace carom
