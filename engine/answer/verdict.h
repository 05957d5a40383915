#pragma once

#include <optional>
#include <string_view>

#include "impact/impact_report.h"

namespace carom {

/// What is known of the end of one impact, in the one vocabulary of the window, the command line, JSON and
/// Python.
enum class Verdict {
  NoImpact,                ///< no contact is closed, or none was resolved
  NothingCloses,           ///< contacts are closed, and the momentum is feasible: p⁺ = p⁻
  UniqueHere,              ///< all orderings of this momentum end in one outcome
  UniqueForEveryMomentum,  ///< proven for every momentum, see uniqueForEveryMomentum
  OrderMatters,            ///< orderings end in different outcomes
  SideMatters,             ///< sides of a corner end in different outcomes
  NotDecided,              ///< one outcome was found, and random orderings or rounding leave others possible
  Cut,                     ///< one outcome or none was found before a limit stopped the search
  Jammed,                  ///< some ordering neither ends nor has a limit
};
inline constexpr int verdictCount = 9;

/// "order matters": the same words everywhere, in English.
std::string_view wordsOf(Verdict verdict);

/// The verdict of a report; null: no impact. A proof for every momentum holds however much was searched, and
/// two outcomes that were found decide that the order matters, also where the search was cut.
Verdict verdictOf(const ImpactReport* report);

/// What a verdict is made from where there is no report: a summary of a search, or a point of a sweep.
struct VerdictFacts {
  bool searched = true;  ///< false: no impact that has orderings
  bool jammed = false;
  bool complete = true;   ///< every ordering was searched
  bool hitLimit = false;  ///< a limit stopped the search
  bool uniqueForEvery = false;
  std::size_t outcomes = 1;
  std::size_t sides = 1;  ///< outcomes over the sides of a corner
  bool sidesComplete = true;
  int longest = 1;  ///< reflections of the longest ordering
};
Verdict verdictOf(const VerdictFacts& facts);

}  // namespace carom
