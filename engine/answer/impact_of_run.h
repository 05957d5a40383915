#pragma once

#include <memory>
#include <optional>
#include <stop_token>
#include <utility>
#include <vector>

#include "answer/snapshot.h"
#include "answer/verdict.h"
#include "base/progress.h"
#include "mechanics/motion/impact_passage.h"

namespace carom {

/// A summary of all orderings of one impact of a run.
struct ImpactSearch {
  bool searched = false;  ///< false: all members below are unknown
  bool complete = false;  ///< whether every ordering was searched; otherwise `outcomes` is a lower bound
  bool endless = false;   ///< whether orderings were cut, see inelasticCut; they are then not counted
  Count orderings;        ///< set where complete and not endless
  std::size_t outcomes = 0;
  double lower = 0, upper = 0;          ///< bounds of ξ, without unit; upper may be infinite
  double tolerance = 0;                 ///< error bound of the outcomes, see ImpactReport::tolerance
  std::size_t states = 0;               ///< number of distinct momenta
  Limit limit = Limit::None;            ///< the limit that stopped the search
  Verdict verdict = Verdict::NoImpact;  ///< also of a jammed impact, which is not searched
  bool operator==(const ImpactSearch&) const = default;
};
/// Summaries by index of the impact in Trajectory::impacts.
using ImpactSearches = std::vector<std::pair<int, ImpactSearch>>;

/// The budget of the search of one impact in the background.
struct SearchBudget {
  std::size_t states = 20'000;  ///< distinct momenta
  double seconds = 2;           ///< of the clock
};

/// wholeImpact of an impact of a run, 0 ≤ impact < number of impacts.
WholeImpact wholeImpactOf(const Snapshot& run, int impact);

/// The outcome in which an impact of a run ends; −1 where it is not among those of the report.
int outcomeTaken(const ImpactReport& report, const Snapshot& run, int impact);

ImpactSearch summary(const ImpactReport& report);
/// The summary that a run has without a search; empty where a search is needed. An impact in which chatter
/// was cut short has no orderings, and its summary is not searched.
std::optional<ImpactSearch> knownSearch(const Snapshot& run, int impact);
/// Searches the orderings of one impact of a run. Empty where stopped. Does not throw ImpactError.
std::optional<ImpactSearch> searchImpact(const Snapshot& run, int impact, const SearchBudget& budget = {},
                                         std::stop_token stop = {});

/// The snapshot of a run about another of its impacts (see Snapshot::impact), without a search: with the
/// report of all orderings where the run has a complete one, else without a report; without the outcome of
/// contacts that collided at once. It is quick enough for the window's thread. 0 ≤ impact < number of
/// impacts.
SnapshotPtr glanceAtImpact(const Snapshot& run, int impact);
/// The snapshot of a run about another of its impacts, resolved under the law of the run like the initial
/// one; the report depends only on the ImpactProblem and the options. Without a report where chatter was cut
/// short. Stopping returns an incomplete answer. Throws ImpactError as resolveImpact does.
SnapshotPtr resolveImpactOfRun(const Snapshot& run, int impact, std::stop_token stop = {},
                               const Progress& progress = {});

}  // namespace carom
