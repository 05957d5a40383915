#pragma once

#include "laws/split_impact.h"

namespace carom {

/// Chatterjee and Ruina's law [CR98 eqs 10–14]: (1 + e) P_I + (1 + e_t)(P_II − P_I), or, where that lies
/// outside the friction cone, the point of the cone in direction P_II − P_I. e is Newton's. Always
/// permissible.
LawImpulse chatterjeeRuinaImpulse(const SplitImpact& impact, const LawCoefficients& coefficients);

}  // namespace carom
