#pragma once

#include <array>
#include <map>
#include <optional>
#include <stop_token>
#include <vector>

#include "base/progress.h"
#include "impact/graph/ordering_graph.h"
#include "impact/impact_problem.h"
#include "impact/outcomes/gap_orderings.h"

namespace carom {

/// How many displacements are drawn, and within which limits.
struct GapOptions {
  std::size_t samples = 0;
  std::uint64_t seed = 1;
  /// The sampling stops, with fewer samples, after reflections have changed this many numbers: after about
  /// ten seconds.
  std::size_t budget = 1'000'000'000;
  std::size_t maxBytes = std::size_t{1} << 30;  ///< of memory for the distinct orderings
  std::size_t uncounted = 0;  ///< the first reflections of each ordering that the budget does not count
  /// Whether contacts that approach come from a distance: then their gaps at the recorded moment are of
  /// either sign, because a negative one closes earlier. Otherwise all contacts touch and have gaps ≥ 0.
  bool arriving = false;
};

/// An ordering that infinitesimal gaps realise.
struct GapOrdering {
  Word word;
  double probability = 0;
  double standardError = 0;
  std::vector<std::uint32_t> hits;  ///< for each chain of the sampling
};

/// The probabilities of orderings when the contacts close one after the other.
struct GapReport {
  std::size_t samples = 0;
  Limit limit = Limit::None;  ///< why there are fewer samples than requested
  std::uint64_t seed = 0;
  std::vector<GapOrdering> orderings;       ///< by falling probability, then by word
  std::vector<std::uint32_t> chainSamples;  ///< number of samples of each chain
  /// For two contacts: the exact probabilities that contact 0 or 1 closes first; ½ where both arrive.
  std::optional<std::array<double, 2>> exactFirst;
  /// All orderings that gaps realise, where they were determined; they include `orderings`.
  RealisableOrderings realisable;
};

/// Samples the distribution over orderings that random perturbations of the impact point [SM10 III-A] give.
///
/// The configuration moves by an infinitesimal displacement, isotropic in the kinetic metric, that opens
/// every contact: x is a standard normal vector in the span of the û_i (white), conditioned on all gaps g_i =
/// ⟨û_i,x⟩ > 0 (in units of ‖u_i‖). One x gives all gaps, so that those of dependent contacts are consistent.
/// Then g_i(t) = g_i + c_i t. The infeasible contact with the least −g_i/c_i hits next and reflects c, until
/// c is feasible. Only the direction of x matters.
///
/// Where contacts arrive (GapOptions::arriving) only the feasible ones, which rest, have g_i > 0. So the
/// probabilities do not depend on the moment at which the state is recorded: a shift along the motion changes
/// neither the gaps at rest, nor differences of closings −g_i/c_i.
///
/// x comes from 32 independent chains of a Gibbs sampler, which moves along the extreme rays of the cone of a
/// maximal independent set of contacts and along random directions, one sweep of both between samples.
/// Standard errors are those of the means of the chains, so that correlation within a chain does not bias
/// them. The same seed gives the same bits. Throws ImpactError where the cone has no interior.
GapReport sampleGaps(const ImpactProblem& problem, const GapOptions& options, std::stop_token stop = {},
                     const Progress& progress = {});

/// The share of the samples that these hits of each chain are, and its standard error.
std::array<double, 2> chainShare(const GapReport& report, const std::vector<std::uint32_t>& hits);

/// The probability that a flight follows an edge of the graph, by source and contact; 0 for edges that are
/// missing. Orderings that leave an incomplete graph count up to there.
std::map<std::pair<OrderingGraph::NodeId, ContactIndex>, double> edgeProbabilities(const OrderingGraph& graph,
                                                                                   const GapReport& report);

}  // namespace carom
