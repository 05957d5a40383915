#pragma once

#include "laws/split_impact.h"

namespace carom {

/// Smith's law [CR98 eq. 8]: V_fn = −e V_in and P_t = −μ P_n k(V_ft),
///   k(V) = (‖V_it‖ V_it + ‖V‖ V)/(‖V_it‖² + ‖V‖²).
///
/// For a given P_n there is one V_ft: k is monotone, (k(V) − k(V′))·(V − V′) ≥ 0, and W_tt⁻¹ V + μ P_n k(V)
/// then takes each value once. The answer is the least P_n whose V_n is the rebound's: it is connected with P
/// = 0, and > 0. At an infinite μ, P_n = 0 until V_it is reversed. Where V_it = 0, P_t opposes V_ft, or
/// sticks.
LawImpulse smithImpulse(const SplitImpact& impact, const LawCoefficients& coefficients);

}  // namespace carom
