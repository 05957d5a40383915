#include "impact/outcomes/outcome_probabilities.h"

#include "impact/outcomes/gap_probabilities.h"

namespace carom {

void setProbabilities(ImpactReport& report, std::span<const int> placeOf) {
  const GapReport& gaps = *report.gaps;
  const std::size_t chains = gaps.chainSamples.size();
  std::vector<std::vector<std::uint32_t>> hits(report.outcomes.size(), std::vector<std::uint32_t>(chains, 0));
  for (std::size_t i = 0; i < placeOf.size(); ++i) {
    if (placeOf[i] < 0) continue;
    std::vector<std::uint32_t>& ofOutcome = hits[static_cast<std::size_t>(placeOf[i])];
    for (std::size_t chain = 0; chain < chains; ++chain) ofOutcome[chain] += gaps.orderings[i].hits[chain];
  }
  for (std::size_t i = 0; i < hits.size(); ++i) {
    const auto [share, error] = chainShare(gaps, hits[i]);
    report.outcomes[i].probability = Probability{share, error};
  }
}

}  // namespace carom
