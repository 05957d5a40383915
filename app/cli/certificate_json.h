#pragma once

#include <string>

#include "cli/json_values.h"
#include "impact/impact_report.h"
#include "mechanics/tree/mechanism.h"

namespace carom {

/// The first keys of the document of an impact, which need no search: coordinates, contacts, certificate,
/// bounds and the plastic impact.
Json headJson(const std::string& scene, const std::vector<Coordinate>& coordinates,
              const ImpactReport& report);

}  // namespace carom
