#pragma once

#include "impact/impact_report.h"

namespace carom {

/// Puts the blend with the plastic impact of the report, see restitutionBlend, in the place of outcomes.
void blendWithPlastic(const ImpactReport& report, std::vector<Outcome>& outcomes, double R);

}  // namespace carom
