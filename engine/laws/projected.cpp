#include "laws/projected.h"

#include <algorithm>

#include "laws/permissible_region.h"

namespace carom {

LawImpulse projectedImpulse(const SplitImpact& impact, const LawCoefficients& coefficients) {
  LocalVector D = alongSlip(impact, {coefficients.impulse, coefficients.tangential, coefficients.transverse});
  D[0] -= regionCentre(impact);
  const double way = D.isZero(0) ? 0 : std::min(1.0, wayInRegion(impact, coefficients.friction, D));
  return impulseInRegion(impact, coefficients.friction, D, way);
}

LawCoefficients projectedTo(const SplitImpact& impact, LawCoefficients coefficients, const LocalVector& P) {
  const RegionParts parts = partsAlongSlip(impact, P);
  coefficients.impulse = parts.normal;
  coefficients.tangential = parts.against;
  coefficients.transverse = parts.across;
  return coefficients;
}

}  // namespace carom
