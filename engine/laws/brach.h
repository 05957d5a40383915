#pragma once

#include "laws/split_impact.h"

namespace carom {

/// Newton's restitution V_fn = −e V_in, and the tangential impulse as a share μ₂ = `tangential` of the normal
/// one, against the approach's tangential velocity; none where that is 0 [CR98 4.1]. Neither the cone nor the
/// energy bounds it. Throws LawError where W_nn − μ₂ W_nt·V_it/‖V_it‖ ≤ 0: no normal impulse brings the
/// rebound.
LawImpulse brachImpulse(const SplitImpact& impact, const LawCoefficients& coefficients);

}  // namespace carom
