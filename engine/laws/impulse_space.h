#pragma once

#include <cstddef>
#include <vector>

#include "laws/collision_law.h"

namespace carom {

/// The law whose path stands for that of a law: itself for the three laws on Routh's path, Routh's with
/// Poisson's restitution for the others, which have none of their own.
CollisionLaw pathLawOf(CollisionLaw law);

/// Routh's path P(P_n) from 0 to the impulse of pathLawOf(law) (N·s), one d-vector each: the points where the
/// slip ends or reverses, where compression ends, and the end. It is straight between them but for a slip
/// that turns in space, which has points less than 0.2 rad apart. Throws LawError where `collide` does.
std::vector<LocalVector> routhPath(const LocalImpact& impact, const LawCoefficients& coefficients,
                                   CollisionLaw law = CollisionLaw::Routh);

/// Smith's impulses (N·s), one d-vector each, at `count` ≥ 2 values of e from −1, where the impulse is 0, to
/// 0: how the curve of the law climbs from the origin to what is accessible [CR98 4.2.3, Fig. 3c]. Empty
/// where no tangent can move. Throws LawError where `collide` does for e = 0.
std::vector<LocalVector> smithApproach(const LocalImpact& impact, const LawCoefficients& coefficients,
                                       std::size_t count);

/// The impulses of a law (N·s), one d-vector each, at `count` ≥ 4 values of its restitution coefficients
/// along the border of their range: e from 0 to 1 and, where the law uses it, `tangential` over its range.
/// The impulse ratio of Brach's law goes from 0 to μ. The other coefficients keep their values.
///
/// The laws that reach all of the permissible region, projected and spherical, give its border in the plane
/// through the normal at `azimuth`, or of the projected law through its impulse.
///
/// Two coefficients give a closed loop (0, least), (1, least), (1, most), (0, most) of (e, tangential) with
/// about count/4 points a side, each corner among them; one coefficient gives a curve. Throws LawError where
/// the law has no answer for one of the values, and for an infinite range or region.
std::vector<LocalVector> accessibleBoundary(CollisionLaw law, const LocalImpact& impact,
                                            const LawCoefficients& coefficients, std::size_t count);

}  // namespace carom
