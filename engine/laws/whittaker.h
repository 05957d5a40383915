#pragma once

#include <vector>

#include "laws/split_impact.h"

namespace carom {

/// Whittaker's law, also Kane and Levinson's [CR98 4.2.2]: V_fn = −e V_in, and either V_ft = 0 within the
/// friction cone or P_t = −μ P_n V_ft/‖V_ft‖. It may gain energy.
///
/// Of several solutions with slip the one nearest in direction to V_it (to W_tn where V_it = 0) is taken.
/// Throws LawError where there is no solution, as at a hinge that would have to yield.
LawImpulse whittakerImpulse(const SplitImpact& impact, const LawCoefficients& coefficients);

/// All impulses that the law allows, whittakerImpulse first; empty where there is none. Of a grazing impact
/// only the limit that is taken.
std::vector<LawImpulse> whittakerSolutions(const SplitImpact& impact, const LawCoefficients& coefficients);

}  // namespace carom
