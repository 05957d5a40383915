#include "laws/chatterjee_ruina.h"

namespace carom {

LawImpulse chatterjeeRuinaImpulse(const SplitImpact& impact, const LawCoefficients& coefficients) {
  const ConeRay ray(coefficients.friction);
  const LocalImpact local = impact.whole();
  const LocalVector first = local.frictionless(), second = local.sticking();
  const LocalVector normal = (1 + coefficients.restitution) * first, along = second - first;
  const double slide = along.tail(impact.Vt.size()).norm();
  const LocalVector candidate = normal + (1 + coefficients.tangential) * along;
  if (ray.normal * (1 + coefficients.tangential) * slide <= ray.tangential * candidate[0])  // eq. 12
    return {candidate, ContactMode::Stick};
  // κ of eq. 13; the denominator is > 0, because P(κ) leaves the cone before κ = 1 + e_t.
  const double kappa = ray.tangential * normal[0] / (ray.normal * slide - ray.tangential * along[0]);
  return {normal + kappa * along, ContactMode::Slip};
}

}  // namespace carom
