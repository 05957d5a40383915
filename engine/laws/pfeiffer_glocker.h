#pragma once

#include "laws/split_impact.h"

namespace carom {

/// Pfeiffer and Glocker's law with Poisson's restitution [003 4.2.4], which without tangential restitution holds
/// in space, too.
///
/// Compression ends at V_n = 0; its impulse P_C is Whittaker's without rebound. Expansion has P_nE ≥ e P_nC,
/// complementary to V_n ≥ 0. In each phase the tangential impulse is within μ times the phase's normal one, and
/// the contact sticks at its end or slips against it. With e_t in [0, 1], in the plane, expansion gives back what
/// compression stored (ν = 1): its slip may end at up to W_tt e e_t P_tC in place of 0, as far as P_tE then is not
/// more than the stored e e_t P_tC.
///
/// Throws LawError for e_t ≠ 0 in space.
LawImpulse pfeifferGlockerImpulse(const SplitImpact& impact, const LawCoefficients& coefficients);

}  // namespace carom
