#pragma once

#include <string>
#include <vector>

#include "impact/impact_problem.h"
#include "impact/policy.h"

namespace carom {

/// The value of --policy: most-infeasible, least-infeasible, approach-speed, priority:CONTACT,…, random:SEED
/// or friction-lcp. Its priority holds indices into `contacts`. Throws CommandError.
Policy parsePolicy(const std::string& text, const std::vector<ContactLabel>& contacts);

}  // namespace carom
