#include "laws/bilinear.h"

#include <algorithm>
#include <cmath>

namespace carom {

namespace {

/// Relative size of a coupling that counts as rounding of the masses. A smaller value refuses spheres given
/// with nine digits; a larger one neglects couplings that the impulse feels.
constexpr double tolerance = 1e-9;

/// w_t, the eigenvalue of W_tt for the eigenvector V_it.
double tangentialRate(const SplitImpact& impact) {
  if (impact.Wtn.norm() > tolerance * std::sqrt(impact.Wn * impact.Wt.norm()))
    throw LawError("bilinear law: the masses couple normal and tangential motion; expected spheres or discs");
  const double speed = impact.Vt.norm();
  if (speed == 0) return impact.Wt.trace() / static_cast<double>(impact.Vt.size());
  const Tangent rates = impact.Wt * impact.Vt;
  const double rate = rates.dot(impact.Vt) / (speed * speed);
  if ((rates - rate * impact.Vt).norm() > tolerance * impact.Wt.norm() * speed)
    throw LawError("bilinear law: the masses couple the tangents; expected slip along a principal direction");
  return rate;
}

}  // namespace

LawImpulse bilinearImpulse(const SplitImpact& impact, const LawCoefficients& coefficients) {
  const double rate = tangentialRate(impact), speed = impact.Vt.norm();
  const double Pn = -(1 + coefficients.restitution) * impact.Vn / impact.Wn;
  // An infinite μ stops the slip at P_n = 0, too.
  const double bound = std::isinf(coefficients.friction) ? HUGE_VAL : coefficients.friction * Pn;
  const double turning = (1 + coefficients.tangential) * speed / rate;
  if (speed == 0) return {joined(Pn, impact.Vt), ContactMode::Stick};
  return {joined(Pn, -std::min(bound, turning) / speed * impact.Vt),
          turning > bound ? ContactMode::Slip : ContactMode::Stick};
}

}  // namespace carom
