#pragma once

#include <vector>

#include "laws/split_impact.h"

namespace carom {

/// Routh's law with Poisson's restitution [CR98 4.2.1, eq. 7]: dP_t = −μ V_t/‖V_t‖ dP_n while the contact
/// slips. At V_t = 0 it sticks where some dP_t within the cone keeps V_t = 0, else it slips on in the
/// direction d with W_tn − μ W_tt d = α d, α ≥ 0. The impulse ends at P_n = (1 + e) P_nc, where P_nc is P_n
/// when V_n first reaches 0 from below. In space the slip may turn so that the contact closes again before;
/// then the impulse ends at V_n = 0.
///
/// A slip in a constant direction, as always in the plane, has a closed form; a slip that turns is integrated
/// to about 1e-13. At an infinite μ the contact slips at P_n = 0. A grazing impact, V_n = 0, has an impulse
/// where friction closes the contact.
LawImpulse routhImpulse(const SplitImpact& impact, const LawCoefficients& coefficients);

/// The impulses from 0 to routhImpulse at which the slip ends, compression ends or a step of a slip that
/// turns ends. The path is straight between them but for a slip that turns.
std::vector<LocalVector> routhPath(const SplitImpact& impact, const LawCoefficients& coefficients);

}  // namespace carom
