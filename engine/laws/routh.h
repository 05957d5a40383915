#pragma once

#include "laws/split_impact.h"

namespace carom {

/// Routh's law with Poisson's restitution [CR98 4.2.1, eq. 7]: dP_t = −μ V_t/‖V_t‖ dP_n while the contact
/// slips, V_t = 0 where dP_t within the cone can keep it so, else the slip goes on in the direction d of W_tn
/// − μ W_tt d = α d, α ≥ 0. Ends at P_n = (1 + e) P_nc, P_nc where V_n first reaches 0 from below. In space a
/// slip can turn so that the contact closes again before that end; then the impulse goes on to V_n = 0.
///
/// Slips in a constant direction (always in the plane) are closed forms; a slip that turns is integrated to
/// about 1e-13. At an infinite μ the slip takes place at P_n = 0. A grazing impact, V_n = 0, has an impulse
/// where friction drives the contact closed.
LawImpulse routhImpulse(const SplitImpact& impact, const LawCoefficients& coefficients);

}  // namespace carom
