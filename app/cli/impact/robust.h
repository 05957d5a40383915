#pragma once

#include "cli/options.h"

namespace carom {

/// Adds `carom robust`: ξ under random tolerances.
void addRobustCommand(CLI::App& app, Action& action);

}  // namespace carom
