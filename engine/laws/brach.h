#pragma once

#include "laws/split_impact.h"

namespace carom {

/// Brach's law [CR98 4.1]: V_fn = −e V_in, and P_t = P_n (−μ₂ s + μ₃ n × s) with s = V_it/‖V_it‖, μ₂ =
/// `tangential`, μ₃ = `transverse`; P_t = 0 where V_it = 0. P may lie outside the friction cone and gain
/// energy. Throws LawError where W_nn + W_nt·P_t/P_n ≤ 0, where no normal impulse gives the rebound, and for
/// μ₃ ≠ 0 in the plane.
LawImpulse brachImpulse(const SplitImpact& impact, const LawCoefficients& coefficients);

}  // namespace carom
