#pragma once

#include <optional>
#include <vector>

#include "laws/collision_law.h"

namespace carom {

/// The rays between which a law in the plane is linear: vectors h such that the impulse of every velocity of
/// approach V between two neighbouring rays h·V = 0, V_n < 0, is one matrix times V. They follow from the
/// cases of the law, each of which ends where a linear function of V changes its sign; the impulse need not
/// have a kink at each. Empty where the impulse is not piecewise linear in V, or where that is not known: for
/// Smith's law but at μ = 0 and ∞, for Stronge's restitution but at e = 0, and where W is singular.
///
/// W: 2×2 (1/kg). Does not check the coefficients, e ≤ 1.
std::optional<std::vector<Eigen::Vector2d>> planarKinks(CollisionLaw law, const LocalMatrix& W,
                                                        const LawCoefficients& coefficients);

}  // namespace carom
