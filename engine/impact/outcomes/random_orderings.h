#pragma once

#include <stop_token>

#include "impact/impact_report.h"

namespace carom {

/// What random orderings of a terminating impact show.
struct SampleReport {
  OrderingsEstimate estimate;
  /// Distinct ends, in order of discovery; each with the shortest
  /// word seen and without a count.
  std::vector<Outcome> outcomes;
  std::uint32_t minLength = 0, maxLength = 0;  ///< of the words seen
  Limit limit = Limit::None;                   ///< why there are fewer samples than were asked for
};

/// Walks from p⁻ to outcomes, choosing among the infeasible contacts with equal probabilities.
///
/// A walk that had d_1, d_2, … choices estimates the number of orderings by ∏ d_i, without bias [Knuth 1975].
/// The products are heavy-tailed: few walks carry most of the sum, so the standard error is itself uncertain
/// and too small more often than too large. Same seed, same bits. `stop` ends the sampling early, with fewer
/// samples.
/// Ends nearer than tolerance · ImpactProblem::scale() are one.
SampleReport sampleOrderings(const ImpactProblem& problem, const SampleOptions& options,
                             std::stop_token stop = {}, const Progress& progress = {},
                             double tolerance = mergeTolerance);

}  // namespace carom
