#include "impact/impact_report.h"

#include <algorithm>

#include "base/big_int.h"

namespace carom {

bool ImpactReport::cut() const {
  const bool isEndless = ends == false && !problem.isElastic();
  return isEndless || std::ranges::any_of(outcomes, &Outcome::cut);
}

double ImpactReport::worstRelativeEnergyError() const {
  double worst = 0;
  for (const Outcome& outcome : outcomes) worst = std::max(worst, outcome.relativeEnergyError);
  return worst;
}

std::optional<Count> unrealisedOrderings(const ImpactReport& report) {
  if (!report.gaps || !report.gaps->realisable.complete || !report.complete()) return std::nullopt;
  return toCount(bigInt(report.orderings) - report.gaps->realisable.words.size());
}

}  // namespace carom
