#pragma once

#include "laws/split_impact.h"

namespace carom {

/// The point P_0 from which the laws that reach all of the permissible region [CR98 4.1, 1 and 2] set out:
/// 3/2 P_I, the impulse without friction that returns half of V_n. It lies inside the region for V_n < 0 and
/// μ > 0, and tends to 0, on its border, for V_n → 0. The paper leaves the choice open.
double regionCentre(const SplitImpact& impact);

/// The largest t ≥ 0 for which P_0 + t D is permissible [CR98 3.2]; infinite where the region has no end,
/// which takes a W that is singular. D: 1 + t, not 0.
double wayInRegion(const SplitImpact& impact, double friction, const LocalVector& D);

/// The impulse P_0 + t D, which slips where it lies on the friction cone.
LawImpulse impulseInRegion(const SplitImpact& impact, double friction, const LocalVector& D, double t);

/// The parts of an impulse along n, against the slip s and along n × s; 0 along the last two where V_it = 0.
struct RegionParts {
  double normal = 0, against = 0, across = 0;
};
RegionParts partsAlongSlip(const SplitImpact& impact, const LocalVector& P);

/// The impulse with these parts along n, against the slip s = V_it/‖V_it‖ and along n × s: 1 + t. P_t = 0
/// where V_it = 0. Throws LawError in the plane for a part along n × s above 1e-12.
LocalVector alongSlip(const SplitImpact& impact, const RegionParts& parts);

}  // namespace carom
