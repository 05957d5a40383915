#pragma once

#include "laws/split_impact.h"

namespace carom {

/// The composite law σ P_new + (1 − σ) P_R of Chatterjee and Ruina's impulse and Routh's [CR98 5.3];
/// permissible as both are.
LawImpulse compositeImpulse(const SplitImpact& impact, const LawCoefficients& coefficients);

}  // namespace carom
