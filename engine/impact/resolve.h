#pragma once

#include <optional>
#include <stop_token>

#include "impact/impact_report.h"
#include "impact/outcomes/random_orderings.h"

namespace carom {

/// The options of resolveImpact.
struct ResolveOptions {
  GraphLimits limits;
  /// Whether separate groups of contacts with a large common graph are searched one by one, each within
  /// `limits`, and their answers combined; `states` may then exceed maxStates. Off: maxStates bounds one
  /// common graph.
  bool combineGroups = true;
  /// The number of reflections that deciding minimality may take, for all outcomes together.
  std::size_t minimalityChecks = 200'000;
  /// Whether to choose among the outcomes, see ImpactReport::choice. Projecting on the hulls of many outcomes
  /// takes a while.
  bool choice = true;
  /// Whether outcomes need examples. Without them ImpactReport::outcomes may have their nodes and numbers of
  /// orderings only, where ξ follows from the graph.
  bool examples = true;
  /// Random orderings in place of the search.
  std::optional<SampleOptions> sample{};
  /// Random orderings after a limit (other than cancelling) has stopped the search; 0 samples: none. They
  /// take about a second.
  SampleOptions samplePastLimit{4096, 1, 100'000'000};
  /// Probabilities of outcomes and orderings under random infinitesimal gaps.
  std::optional<GapOptions> gaps{};
  /// The number of beginnings of orderings that the search for all realisable ones may visit.
  std::size_t gapBeginnings = 20'000;
  /// R in [0,1] of the whole impact [SM14 eqs 16, 17]: each outcome is a blend of the plastic and an elastic
  /// one.
  std::optional<double> restitution{};
  /// e in [0,1] of each reflection [SM12 II], the factor 1 + √e, in place of the contacts' own restitutions.
  /// Orderings may then be endless.
  std::optional<double> reflectionRestitution{};
};

/// Resolves an impact in all orderings. Termination is decided first: a jammed elastic impact has no graph
/// and no outcomes; with e < 1 it comes to rest and has both. After a limit the report holds the outcomes
/// found, no counts, an estimate, and ξ as an interval. Throws ImpactError for options that are out of range
/// or exclude each other: R or e outside [0,1], both R and e, sampling or gaps with e.
ImpactReport resolveImpact(const ImpactProblem& problem, const ResolveOptions& options = {},
                           std::stop_token stop = {}, const Progress& progress = {});

}  // namespace carom
