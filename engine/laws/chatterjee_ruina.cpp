#include "laws/chatterjee_ruina.h"

namespace carom {

LawImpulse chatterjeeRuinaImpulse(const SplitImpact& impact, const LawCoefficients& coefficients) {
  const ConeRay ray(coefficients.friction);
  const LocalVector second = impact.sticking();
  const Tangent slide = second.tail(impact.Vt.size());
  const double first = -impact.Vn / impact.Wn, along = second[0] - first, length = slide.norm();
  const double normal = (1 + coefficients.restitution) * first;
  const auto impulse = [&](double kappa) { return joined(normal + kappa * along, kappa * slide); };  // eq. 11
  const double whole = 1 + coefficients.tangential;
  if (ray.normal * whole * length <= ray.tangential * (normal + whole * along))  // eq. 12
    return {impulse(whole), ContactMode::Stick};
  // κ of eq. 13; the denominator is > 0, because P(κ) leaves the cone before κ = 1 + e_t.
  return {impulse(ray.tangential * normal / (ray.normal * length - ray.tangential * along)),
          ContactMode::Slip};
}

}  // namespace carom
