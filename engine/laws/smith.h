#pragma once

#include <vector>

#include "laws/split_impact.h"

namespace carom {

/// Smith's law [CR98 eq. 8]: V_fn = −e V_in and P_t = −μ P_n k(V_ft),
///   k(V) = (‖V_it‖ V_it + ‖V‖ V)/(‖V_it‖² + ‖V‖²).
///
/// Each P_n determines V_ft: k is monotone, (k(V) − k(V′))·(V − V′) ≥ 0, so that W_tt⁻¹ V + μ P_n k(V) takes
/// each value once. The answer is the least P_n > 0 with V_n = −e V_in, the solution connected with P = 0. At
/// an infinite μ, P_n = 0 until V_it is reversed. Where V_it = 0, P_t opposes V_ft or the contact sticks.
LawImpulse smithImpulse(const SplitImpact& impact, const LawCoefficients& coefficients);

/// All impulses with P_n ≥ 0 that the law allows, by rising P_n, smithImpulse first.
std::vector<LawImpulse> smithSolutions(const SplitImpact& impact, const LawCoefficients& coefficients);

}  // namespace carom
