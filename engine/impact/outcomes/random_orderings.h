#pragma once

#include <stop_token>

#include "impact/impact_report.h"

namespace carom {

/// How to draw random orderings, in which every choice among the infeasible contacts has equal probabilities.
struct SampleOptions {
  std::size_t samples = 0;
  std::uint64_t seed = 1;
  /// The sampling stops, with fewer samples, after reflections have changed this many numbers: after about
  /// ten seconds.
  std::size_t budget = 2'000'000'000;
  std::size_t maxBytes = std::size_t{1} << 30;  ///< of memory for the samples
  std::size_t uncounted = 0;  ///< the first reflections of each ordering that the budget does not count
};

/// The results of random orderings. Those that lose energy may be cut, and count by their beginnings.
struct SampleReport {
  OrderingsEstimate estimate;
  /// Distinct ends, in order of discovery, each with the shortest word drawn and without a count of
  /// orderings.
  std::vector<Outcome> outcomes;
  std::uint32_t minLength = 0, maxLength = 0;  ///< of the words drawn
  Limit limit = Limit::None;                   ///< why there are fewer samples than requested
};

/// Walks from p⁻ to outcomes, choosing among the infeasible contacts with equal probabilities.
///
/// A walk that had d_1, d_2, … choices estimates the number of orderings by ∏ d_i, without bias [Knuth 1975].
/// The products are heavy-tailed: few walks contribute most of the sum, so that the standard error is itself
/// uncertain and more often too small than too large. The same seed gives the same bits. `stop` ends the
/// sampling early, with fewer samples. Ends nearer than tolerance · ImpactProblem::scale() are one.
SampleReport sampleOrderings(const ImpactProblem& problem, const SampleOptions& options,
                             std::stop_token stop = {}, const Progress& progress = {},
                             double tolerance = mergeTolerance);

}  // namespace carom
