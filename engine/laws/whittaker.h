#pragma once

#include "laws/split_impact.h"

namespace carom {

/// Whittaker's law, also Kane and Levinson's [CR98 4.2.2]: V_fn = −e V_in, and either V_ft = 0 within the
/// friction cone or P_t = −μ P_n V_ft/‖V_ft‖. It may gain energy.
///
/// Of several slips the one nearest in direction to the approach's tangential velocity (where that is 0: to
/// W_tn) is taken. Throws LawError where there is none, as of a hinge that would have to give way.
LawImpulse whittakerImpulse(const SplitImpact& impact, const LawCoefficients& coefficients);

}  // namespace carom
