#pragma once

#include <optional>
#include <stop_token>

#include "impact/impact_problem.h"
#include "impact/impact_report.h"

namespace carom {

/// Whether a word that ends feasible is minimal [SM14 Def. 1]: no proper subsequence of its reflections ends
/// feasible, whether or not each of them finds its contact infeasible. A contact that collides and does not
/// close has no impulse.
///
/// Tries up to 2^length subsequences. `budget`, the number of reflections that may be spent, is reduced by
/// those that were; empty where it does not suffice.
std::optional<bool> isMinimalWord(const ImpactProblem& problem, const Word& word, std::size_t& budget);

/// Sets Outcome::minimal and ::reachedMinimally, and replaces an example by a minimal word where one is
/// found.
///
/// With a certificate every ordering has the same length and is minimal. Of the two orderings of an elastic
/// pair the longer is never minimal and the shorter always is. Words that were cut are not decided. Otherwise
/// the words of each outcome are tried in turn, its example first, with an equal share of the remaining
/// budget for each outcome. What comes after a stop is not decided.
void decideMinimality(ImpactReport& report, std::size_t budget, const std::stop_token& stop = {});

}  // namespace carom
