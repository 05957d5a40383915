#include "laws/spherical.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "laws/permissible_region.h"

namespace carom {

LawImpulse sphericalImpulse(const SplitImpact& impact, const LawCoefficients& coefficients) {
  const double along = std::cos(coefficients.polar), aside = std::sin(coefficients.polar);
  const LocalVector D = alongSlip(
      impact, {along, aside * std::cos(coefficients.azimuth), aside * std::sin(coefficients.azimuth)});
  const double share = D.isZero(0) ? 0 : coefficients.sigma;
  const double way = share > 0 ? wayInRegion(impact, coefficients.friction, D) : 0;
  if (std::isinf(way))
    throw LawError(
        "the spherical law: the permissible region has no end in this direction; expected another angle");
  return impulseInRegion(impact, coefficients.friction, D, share * way);
}

LawCoefficients sphericalTo(const SplitImpact& impact, LawCoefficients coefficients, const LocalVector& P) {
  RegionParts parts = partsAlongSlip(impact, P);
  parts.normal -= regionCentre(impact);
  const LocalVector D = alongSlip(impact, parts);
  const double aside = std::hypot(parts.against, parts.across),
               azimuth = std::atan2(parts.across, parts.against);
  coefficients.polar = std::atan2(aside, parts.normal);
  coefficients.azimuth = azimuth < 0 ? azimuth + 2 * std::numbers::pi : azimuth;
  coefficients.sigma = D.isZero(0) ? 0 : std::min(1.0, 1 / wayInRegion(impact, coefficients.friction, D));
  return coefficients;
}

}  // namespace carom
