#pragma once

#include "impact/impact_report.h"

namespace carom {

/// Replaces each outcome by its blend with the plastic impact of the report for restitution R, see
/// restitutionBlend.
void blendWithPlastic(const ImpactReport& report, std::vector<Outcome>& outcomes, double R);

/// Replaces every outcome by its blend with the plastic impact for restitution R of the whole impact
/// [SM14 eqs 16, 17], see restitutionBlend. Throws ImpactError for R outside [0,1].
void applyRestitution(ImpactReport& report, double R);

}  // namespace carom
