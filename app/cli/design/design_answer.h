#pragma once

#include "answer/document/json_values.h"
#include "study/design/robust_design.h"

namespace carom {

/// What `carom design --json` prints.
Json designJson(const Scene& scene, const DesignAnswer& answer);
/// The same with the factors of tolerances, where they were maximised.
Json designJson(const Scene& scene, const RobustDesignAnswer& answer);

}  // namespace carom
