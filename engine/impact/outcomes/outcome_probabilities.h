#pragma once

#include <span>

#include "impact/impact_report.h"

namespace carom {

/// Sets Outcome::probability of every outcome from the gaps of the report.
/// placeOf: for each ordering of the gaps, the index of the outcome where it ends, −1 where it ends in none.
void setProbabilities(ImpactReport& report, std::span<const int> placeOf);

}  // namespace carom
