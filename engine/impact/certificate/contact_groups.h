#pragma once

#include <optional>
#include <stop_token>
#include <vector>

#include "impact/resolve.h"

namespace carom {

/// Two contacts with |G_ij| at or below this count as orthogonal: a reflection of one then changes c of the
/// other by at most 2e-13 ‖p⁻‖, below feasibilityTolerance. A smaller value lets rounding of G (1e-16) join
/// groups of stretched scenes; a larger one separates contacts that act on each other.
inline constexpr double separateTolerance = 1e-13;

/// The groups of contacts that are orthogonal to all other contacts and include an infeasible one: each is an
/// impact of its own. In the order of their first contacts.
std::vector<std::vector<ContactIndex>> pressedGroups(const ImpactProblem& problem);

/// The impact of the contacts of a group alone, with the whole momentum.
ImpactProblem groupProblem(const ImpactProblem& problem, const std::vector<ContactIndex>& contacts);

/// The combined answer of the separate groups of an elastic impact.
///
/// An ordering of the whole interleaves one ordering of each group in any way. Numbers of states and outcomes
/// multiply, lengths add, and N₁(l₁) and N₂(l₂) orderings of two groups give N₁N₂ C(l₁+l₂, l₁). A word of the
/// whole is minimal iff its part in each group is. Searching the groups one by one costs the sum of the
/// searches.
struct GroupProduct {
  std::vector<std::vector<ContactIndex>> groups;
  Count states, orderings;
  std::uint32_t minLength = 0, maxLength = 0;
  bool countsIdealGroup = false;  ///< of some group, see ImpactReport
  std::vector<Outcome> outcomes;  ///< without nodes of a graph; those of the last group vary fastest
};

/// Resolves each group and combines the answers. Empty where a group reaches a limit of the options or
/// `stop`, and where the product has more than 10,000 outcomes or orderings longer than 20,000.
std::optional<GroupProduct> resolveGroups(const ImpactProblem& problem, const ResolveOptions& options,
                                          std::stop_token stop = {}, const Progress& progress = {});

}  // namespace carom
