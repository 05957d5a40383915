#pragma once

#include <memory>
#include <optional>
#include <stop_token>
#include <utility>
#include <vector>

#include "answer/snapshot.h"
#include "base/progress.h"
#include "mechanics/motion/impact_passage.h"

namespace carom {

/// What all orderings of one impact of a run come to, in a few numbers.
struct ImpactSearch {
  bool searched = false;  ///< if not, nothing below is known
  bool complete = false;  ///< every ordering was searched; if not, there are `outcomes` at least
  bool endless = false;   ///< orderings were cut where nothing that matters is left to come: none are counted
  Count orderings;        ///< where complete and not endless
  std::size_t outcomes = 0;
  double lower = 0, upper = 0;  ///< ξ is in between, without unit; the upper end may be infinite
  double tolerance = 0;         ///< how far ξ may be off, see ImpactReport::tolerance
  std::size_t states = 0;       ///< distinct momenta that were looked at
  Limit limit = Limit::None;    ///< what cut the search short
  bool operator==(const ImpactSearch&) const = default;
};
/// By number of the impact in Trajectory::impacts.
using ImpactSearches = std::vector<std::pair<int, ImpactSearch>>;

/// What may be spent on one of many impacts that nobody looks at.
struct SearchBudget {
  std::size_t states = 20'000;  ///< distinct momenta
  double seconds = 2;           ///< of the clock
};

/// See wholeImpact. 0 ≤ impact < number of impacts.
WholeImpact wholeImpactOf(const Snapshot& run, int impact);

/// The outcome in which an impact of a run ends, −1 where none was found.
int outcomeTaken(const ImpactReport& report, const Snapshot& run, int impact);

ImpactSearch summary(const ImpactReport& report);
/// What a run knows of its orderings without any work; empty where a search would say more. Where chatter was
/// cut short there is nothing to search: no order is followed.
std::optional<ImpactSearch> knownSearch(const Snapshot& run, int impact);
/// Searches the orderings of one impact of a run. Empty where stopped. Never throws for what an impact is.
std::optional<ImpactSearch> searchImpact(const Snapshot& run, int impact, const SearchBudget& budget = {},
                                         std::stop_token stop = {});

/// The run's snapshot about another of its impacts (see Snapshot::impact), with what is known without a
/// search: all orderings where the run holds them complete, else no report. 0 ≤ impact < number of impacts.
SnapshotPtr glanceAtImpact(const Snapshot& run, int impact);
/// The same with that impact resolved under the law of the run, as the initial one is: a function of its
/// ImpactProblem and the options alone. Without a report where chatter was cut short. Stopping yields an
/// answer that says that it is incomplete. Throws ImpactError as resolveImpact does.
SnapshotPtr resolveImpactOfRun(const Snapshot& run, int impact, std::stop_token stop = {},
                               const Progress& progress = {});

}  // namespace carom
