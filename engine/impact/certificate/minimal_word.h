#pragma once

#include <optional>

#include "impact/impact_problem.h"
#include "impact/impact_report.h"

namespace carom {

/// Whether a word that ends feasible is minimal [SM14 Def. 1]: no proper subsequence of its reflections ends
/// feasible, whether or not each of them finds its contact infeasible.
///
/// Tries up to 2^length subsequences. `budget` counts the reflections that may still be spent and is used up
/// as they are; empty when it does not suffice.
std::optional<bool> isMinimalWord(const ImpactProblem& problem, const Word& word, std::size_t& budget);

/// Fills Outcome::minimal and ::reachedMinimally, and puts a minimal word in place of an example where one is
/// found.
///
/// With a certificate every ordering has the same length and is minimal. Of the two orderings of a pair the
/// longer is never minimal and the shorter always is. Otherwise the words of each outcome are tried one after
/// the other, shortest first seen, each outcome with an equal share of what is left of the budget.
void decideMinimality(ImpactReport& report, std::size_t budget);

}  // namespace carom
