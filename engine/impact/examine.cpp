#include "impact/examine.h"

#include <algorithm>
#include <cmath>

#include "impact/certificate/certificate.h"
#include "impact/certificate/contact_groups.h"
#include "impact/outcomes/lossy_ending.h"
#include "impact/white_frame.h"

namespace carom {

namespace {

/// ⌈x⌉, where x counts as a whole number within pairRuleTolerance of it, as the m of a pair does.
int guardedCeil(double x) {
  const double whole = std::round(x);
  return static_cast<int>(std::abs(x - whole) <= pairRuleTolerance * std::max(1.0, whole) ? whole
                                                                                          : std::ceil(x));
}

std::optional<PairBounds> pairBounds(const ImpactProblem& problem, const Termination& termination) {
  if (problem.contactCount() != 2 || !termination.coneHasInterior) return std::nullopt;
  const double m = pairMultiplicity(problem, 0, 1);  // π/2γ
  if (m > 1e9) return std::nullopt;                  // twice as many reflections would not fit in an int
  return PairBounds{guardedCeil(2 * m), guardedCeil(m)};
}

/// Whether an impulse of one contact leaves the velocities of all others unchanged, along normals and
/// tangents.
bool areDecoupled(const ImpactProblem& problem) {
  const WhiteFrame& frame = problem.frame();
  const auto directions = [&](int i) -> ExtendedMatrix {
    if (problem.labels()[static_cast<std::size_t>(i)].collision) return frame.directions(i);
    return frame.unitNormals().col(i);
  };
  for (int i = 0; i < problem.contactCount(); ++i)
    for (int j = 0; j < i; ++j) {
      const ExtendedMatrix a = directions(i), b = directions(j);
      if ((a.transpose() * b).norm() > separateTolerance * a.norm() * b.norm()) return false;
    }
  return true;
}

/// Whether contacts with coincident normals have equal restitution. If they have not, the outcome depends on
/// which of them reflects.
bool coincidentAreAlike(const ImpactProblem& problem, const Certificate& certificate) {
  for (int i = 0; i < problem.contactCount(); ++i)
    for (int j = 0; j < i; ++j)
      if (certificate.multiplicity(i, j) == 1 && problem.factors()[i] != problem.factors()[j]) return false;
  return true;
}

/// Reduces a certificate to what holds where impacts lose energy. Contacts that are all orthogonal or
/// coincident (with equal restitution) still commute. A pair with m ≥ 3, or one that breaks the elastic rule,
/// leaves uniqueness undecided. Contacts that collide commute where they are decoupled.
void restrictToCommuting(const ImpactProblem& problem, Certificate& certificate) {
  const auto& m = certificate.multiplicity.array();
  const bool commute = problem.reflectsOnly()
                           ? ((m == 1) || (m == 2)).all() && coincidentAreAlike(problem, certificate)
                           : areDecoupled(problem);
  if (certificate.unique == true && commute) return;
  certificate.unique.reset();
  certificate.closedFormOrderings.reset();
  certificate.closedFormStates.reset();
  certificate.closedFormLength.reset();
}

}  // namespace

ImpactProblem underLaw(const ImpactProblem& problem, std::optional<double> R, std::optional<double> e) {
  if (R) return problem.reflecting(1);
  return e ? problem.reflecting(std::sqrt(*e)) : problem;
}

ImpactReport examineImpact(const ImpactProblem& given, std::optional<double> R, std::optional<double> e,
                           const std::stop_token& stop) {
  ImpactReport report(underLaw(given, R, e));
  const ImpactProblem& problem = report.problem;
  report.restitution = R;
  report.reflectionRestitution = e;
  report.termination = decideTermination(problem, stop);
  if (problem.isElastic()) report.ends = report.termination.answer();
  report.certificate = certify(problem, report.termination, stop);
  if (!problem.isElastic()) restrictToCommuting(problem, report.certificate);
  if (!problem.isElastic() && problem.reflectsOnly()) report.ends = lossyOrderingsEnd(report);
  report.plastic = plasticImpact(problem, stop);
  if (R && *R == 0 && report.certificate.unique == false)
    report.certificate.unique.reset();  // R = 0: all outcomes are the plastic one
  if (!problem.isElastic() || R.value_or(1) < 1) return report;
  report.bounds = pairBounds(problem, report.termination);
  if (problem.contactCount() == 2) report.sensitivity = pairSensitivity(problem);
  return report;
}

}  // namespace carom
