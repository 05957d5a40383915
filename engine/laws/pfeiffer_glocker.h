#pragma once

#include "laws/split_impact.h"

namespace carom {

/// Pfeiffer and Glocker's law with Poisson's restitution [CR98 4.2.4], which without tangential restitution
/// holds in space, too.
///
/// Compression ends at V_n = 0; its impulse P_C is Whittaker's without rebound. Expansion has P_nE ≥ e P_nC,
/// complementary to V_n ≥ 0. In each phase the tangential impulse is within μ times the phase's normal one,
/// and the contact sticks at its end or slips against it.
///
/// With e_t in [0, 1], in the plane, expansion gives back L = e e_t |P_tC| (ν = 1): along P_tC, and with S
/// what would end the slip, P_tE = max(S, min(L, S + L)) within the cone. That is L for a sphere that stuck,
/// and what there is without e_t as e_t goes to 0.
///
/// Throws LawError for e_t ≠ 0 in space.
LawImpulse pfeifferGlockerImpulse(const SplitImpact& impact, const LawCoefficients& coefficients);

}  // namespace carom
