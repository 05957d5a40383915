#include "impact/blend.h"

#include <cmath>

#include "impact/graph/distinct_momenta.h"
#include "impact/white_frame.h"

namespace carom {

namespace {

/// Makes one outcome of those that the blend has brought together: with R = 0 all.
void joinCoinciding(ImpactReport& report) {
  DistinctMomenta known(report.problem, mergeTolerance);
  std::vector<Outcome> distinct;
  for (Outcome& outcome : report.outcomes) {
    const std::size_t place = known.number(outcome.white);
    if (place == distinct.size()) {
      distinct.push_back(std::move(outcome));
      continue;
    }
    Outcome& same = distinct[place];
    same.orderings += outcome.orderings;
    const bool anyMinimal = same.reachedMinimally == true || outcome.reachedMinimally == true;
    if (anyMinimal || !outcome.reachedMinimally)
      same.reachedMinimally = anyMinimal ? std::optional(true) : std::nullopt;
    if (!same.probability || !outcome.probability) continue;
    same.probability->value += outcome.probability->value;
    same.probability->standardError =
        std::hypot(same.probability->standardError, outcome.probability->standardError);
    if (same.probability->value >= 1) same.probability->standardError = 0;
  }
  report.outcomes = std::move(distinct);
}

}  // namespace

void blendWithPlastic(const ImpactReport& report, std::vector<Outcome>& outcomes, double R) {
  const PlasticImpact& plastic = report.plastic;
  const KineticMetric& metric = report.problem.metric();
  const ExtendedVector white = report.problem.frame().whiten(plastic.momentum);
  const double before = metric.energy(report.problem.momentum());
  for (Outcome& outcome : outcomes) {
    const double alpha = restitutionBlend(metric, plastic.momentum, outcome.momentum, R);
    outcome.momentum = plastic.momentum + alpha * (outcome.momentum - plastic.momentum);
    outcome.white = white + static_cast<Extended>(alpha) * (outcome.white - white);
    outcome.impulses = plastic.impulses + alpha * (outcome.impulses - plastic.impulses);
    outcome.velocity = metric.velocity(outcome.momentum);
    outcome.energyLoss = (1 - R * R) * plastic.energyLoss;
    if (before == 0) continue;
    outcome.relativeEnergyError =
        std::abs(metric.energy(outcome.momentum) - (before - outcome.energyLoss)) / before;
  }
}

void applyRestitution(ImpactReport& report, double R) {
  if (!(R >= 0 && R <= 1)) throw ImpactError("restitution of the impact is outside [0, 1]");
  report.restitution = R;
  blendWithPlastic(report, report.outcomes, R);
  joinCoinciding(report);
}

}  // namespace carom
