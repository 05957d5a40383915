#pragma once

#include "laws/split_impact.h"

namespace carom {

/// Brach's law [CR98 4.1]: V_fn = −e V_in, and P_t = −μ₂ P_n V_it/‖V_it‖ with μ₂ = `tangential`; P_t = 0
/// where V_it = 0. P may lie outside the friction cone and gain energy. Throws LawError where W_nn − μ₂
/// W_nt·V_it/‖V_it‖ ≤ 0, where no normal impulse gives the rebound.
LawImpulse brachImpulse(const SplitImpact& impact, const LawCoefficients& coefficients);

}  // namespace carom
