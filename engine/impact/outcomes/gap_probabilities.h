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

/// How many displacements to draw.
struct GapOptions {
  std::size_t samples = 0;
  std::uint64_t seed = 1;
  /// How many numbers reflections may change before the sampling stops, with fewer samples: ten seconds or
  /// so.
  std::size_t budget = 1'000'000'000;
  std::size_t maxBytes = std::size_t{1} << 30;  ///< of the orderings that are told apart
  std::size_t uncounted = 0;  ///< so many reflections of each ordering do not count for the budget
};

/// An ordering that infinitesimal gaps realise.
struct GapOrdering {
  Word word;
  double probability = 0;
  double standardError = 0;
  std::vector<std::uint32_t> hits;  ///< per chain of the sampling
};

/// How often which ordering happens when the contacts close one after the other.
struct GapReport {
  std::size_t samples = 0;
  Limit limit = Limit::None;  ///< why there are fewer samples than were asked for
  std::uint64_t seed = 0;
  std::vector<GapOrdering> orderings;       ///< by falling probability, then by word
  std::vector<std::uint32_t> chainSamples;  ///< how many of the samples each chain drew
  /// Two contacts: the exact probability that the first, or the second, closes first.
  std::optional<std::array<double, 2>> exactFirst;
  /// Every ordering that some gaps realise, where that was decided; then `orderings` are among them.
  RealisableOrderings realisable;
};

/// 002's perturbation of the impact point, as a distribution over orderings.
///
/// The configuration is moved by an infinitesimal displacement, isotropic in the kinetic metric, given that
/// it opens every contact: x is a standard normal vector in the span of the û_i (white), conditioned on all
/// gaps g_i = ⟨û_i,x⟩ > 0 (in units of ‖u_i‖). Gaps of dependent contacts are consistent, being those of one
/// x. Then g_i(t) = g_i + c_i t; the next hit is the least −g_i/c_i among the infeasible contacts, which
/// reflects c; until c is feasible. Only the direction of x matters.
///
/// x is drawn by 32 independent chains of a Gibbs sampler, along the extreme rays of the cone of a maximal
/// independent set of contacts and along random directions, a full sweep of both between samples; standard
/// errors are those of the chains' means, so that they hold whatever the correlation within a chain. Same
/// seed, same bits. The cone must have interior; throws ImpactError otherwise.
GapReport sampleGaps(const ImpactProblem& problem, const GapOptions& options, std::stop_token stop = {},
                     const Progress& progress = {});

/// Of a number of hits per chain: its share of the samples and standard error.
std::array<double, 2> chainShare(const GapReport& report, const std::vector<std::uint32_t>& hits);

/// The probability that a flight follows an edge of the graph, by source and contact; edges that are missing
/// were followed by none. Orderings that leave the graph (an incomplete one) count as far as they go.
std::map<std::pair<OrderingGraph::NodeId, ContactIndex>, double> edgeProbabilities(const OrderingGraph& graph,
                                                                                   const GapReport& report);

}  // namespace carom
