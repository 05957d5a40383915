#pragma once

#include "cli/json_values.h"
#include "study/design/robust_design.h"

namespace carom {

/// What `carom design --json` prints.
Json designJson(const Scene& scene, const DesignAnswer& answer);
/// The same with the factors of tolerances, where they were maximised.
Json designJson(const Scene& scene, const RobustDesignAnswer& answer);

/// The m of a pair: a whole number from 2 on, or "nearest", which is 0 in DesignPair. Throws CommandError,
/// which begins with `place`.
int parseMultiplicity(const std::string& place, const std::string& text);

}  // namespace carom
