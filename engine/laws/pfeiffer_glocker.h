#pragma once

#include "laws/split_impact.h"

namespace carom {

/// Pfeiffer and Glocker's law with Poisson's restitution [CR98 4.2.4]; with e_t = 0 also in space.
///
/// Compression ends at V_n = 0; its impulse P_C is that of Whittaker's law with e = 0. In expansion P_nE ≥ e
/// P_nC is complementary to V_n ≥ 0. In each phase the tangential impulse is at most μ times the normal
/// impulse of the phase, and the contact sticks at its end or slips against that impulse.
///
/// With e_t in [0, 1], in the plane, expansion returns L = e e_t |P_tC| (ν = 1). Along P_tC, with S the
/// impulse that would end the slip, P_tE = max(S, min(L, S + L)) within the cone: L for a sphere that stuck,
/// and the impulse without e_t in the limit e_t → 0.
///
/// Throws LawError for e_t ≠ 0 in space.
LawImpulse pfeifferGlockerImpulse(const SplitImpact& impact, const LawCoefficients& coefficients);

}  // namespace carom
