#pragma once

#include "impact/impact_report.h"

namespace carom {

/// Replaces each outcome by its blend with the plastic impact of the report for restitution R, see
/// restitutionBlend.
void blendWithPlastic(const ImpactReport& report, std::vector<Outcome>& outcomes, double R);

}  // namespace carom
