#pragma once

#include "laws/split_impact.h"

namespace carom {

/// The bilinear law of spheres and discs [CR98 eq. 9]: P_n = −(1 + e) V_in/W_nn, P_t = −V_it/‖V_it‖ min(μ
/// P_n, (1 + e_t) ‖V_it‖/w_t) with W_tt V_it = w_t V_it. Throws LawError where, to 1e-9, W couples the normal
/// with the tangents or V_it is not an eigenvector of W_tt.
LawImpulse bilinearImpulse(const SplitImpact& impact, const LawCoefficients& coefficients);

}  // namespace carom
