#pragma once

#include "laws/split_impact.h"

namespace carom {

/// The permissible region in spherical coordinates [CR98 4.1, 1]: from regionCentre in the direction at the
/// angle ψ₁ = `polar` from n, turned by ψ₂ = `azimuth` about n from the direction against the slip s towards
/// n × s, the share ρ = `sigma` of the way to the border. Reaches every permissible impulse, and no other;
/// only impulses along n where V_it = 0. Throws LawError where the region has no end in this direction, at an
/// ideal hinge that friction jams, and in the plane for an azimuth other than 0 or π.
LawImpulse sphericalImpulse(const SplitImpact& impact, const LawCoefficients& coefficients);

/// The coefficients of an impulse P, 1 + t, or of the last one before it in the region.
LawCoefficients sphericalTo(const SplitImpact& impact, LawCoefficients coefficients, const LocalVector& P);

}  // namespace carom
