#pragma once

#include "laws/split_impact.h"

namespace carom {

/// The impulse itself as the parameters of a law, projected into the permissible region [CR98 4.1, 2]: the
/// impulse with the parts `impulse` along n, `tangential` against the slip and `transverse` along n × s, s
/// the direction of the slip, in units of ‖V_i‖/W_nn. One outside of the region is replaced by the last
/// permissible impulse on the line from regionCentre to it. Reaches every permissible impulse, and no other;
/// only impulses along n where V_it = 0. Throws LawError for a `transverse` in the plane.
LawImpulse projectedImpulse(const SplitImpact& impact, const LawCoefficients& coefficients);

/// The coefficients of an impulse P, 1 + t.
LawCoefficients projectedTo(const SplitImpact& impact, LawCoefficients coefficients, const LocalVector& P);

}  // namespace carom
