#pragma once

#include <vector>

#include "laws/split_impact.h"

namespace carom {

/// What ends the impulse on Routh's path, e the coefficient of restitution [CR98 4.2.1].
enum class RouthEnd {
  Impulse,   ///< Poisson's restitution: P_n = (1 + e) P_nc
  Velocity,  ///< Newton's: V_n = −e V_in; the impulse may gain energy
  Work,      ///< Stronge's [1990]: the normal impulse has given back e² of the work of compression
};

/// Routh's law [CR98 4.2.1, eq. 7]: dP_t = −μ V_t/‖V_t‖ dP_n while the contact
/// slips. At V_t = 0 it sticks where some dP_t within the cone keeps V_t = 0, else it slips on in the
/// direction d with W_tn − μ W_tt d = α d, α ≥ 0. Compression ends at P_nc, where V_n first reaches 0 from
/// below. In space the slip may turn so that the contact closes again afterwards: by Poisson's restitution an
/// impulse that would end there ends at V_n = 0; the work of Stronge's counts as it is, V_n dP_n < 0.
///
/// A slip in a constant direction, as always in the plane, has a closed form; a slip that turns is integrated
/// to about 1e-13. At an infinite μ the contact slips at P_n = 0. A grazing impact, V_n = 0, has an impulse
/// where friction closes the contact. Where an ideal hinge holds a contact that stuck, W singular, the
/// contact stays at rest, also by Stronge's restitution: as a hinge that gives way gets heavier, the velocity
/// tends to 0 while the impulse along the hinge grows without bound. Newton's then has no answer and throws
/// LawError.
LawImpulse routhImpulse(const SplitImpact& impact, const LawCoefficients& coefficients,
                        RouthEnd end = RouthEnd::Impulse);

/// The impulses from 0 to routhImpulse at which the slip ends, compression ends or a step of a slip that
/// turns ends. The path is straight between them but for a slip that turns.
std::vector<LocalVector> routhPath(const SplitImpact& impact, const LawCoefficients& coefficients,
                                   RouthEnd end = RouthEnd::Impulse);

}  // namespace carom
