#pragma once

#include <optional>
#include <stop_token>
#include <vector>

#include "impact/impact_report.h"

namespace carom {

/// Two contacts with |G_ij| at or below this are taken to be orthogonal when groups are told apart: a
/// reflection of one moves the c of the other by less than the tolerance of feasibility.
inline constexpr double separateTolerance = 1e-13;

/// The groups of contacts that p⁻ presses on, each orthogonal to all other contacts: impacts of their own
/// that happen side by side. In the order of their first contacts.
std::vector<std::vector<ContactIndex>> pressedGroups(const ImpactProblem& problem);

/// The contacts of a group alone, struck by the whole momentum.
ImpactProblem groupProblem(const ImpactProblem& problem, const std::vector<ContactIndex>& contacts);

/// What the separate groups of an elastic impact amount to together.
///
/// An ordering of the whole is one of each group, interleaved in any way: its states and outcomes are the
/// product of theirs, its lengths their sums, and N₁(l₁) and N₂(l₂) orderings of two groups make
/// N₁N₂ C(l₁+l₂, l₁). A word of the whole is minimal iff its part in each group is: what another group does
/// decides nothing. So the groups are searched one by one, at the cost of their sum.
struct GroupProduct {
  std::vector<std::vector<ContactIndex>> groups;
  Count states, orderings;
  std::uint32_t minLength = 0, maxLength = 0;
  std::vector<Outcome> outcomes;  ///< none of them in a graph; the last group's vary fastest
};

/// Empty where a group meets a limit of the options or `stop`, and where the product has more than 10,000
/// outcomes or orderings longer than 20,000.
std::optional<GroupProduct> resolveGroups(const ImpactProblem& problem, const ResolveOptions& options,
                                          std::stop_token stop = {}, const Progress& progress = {});

}  // namespace carom
