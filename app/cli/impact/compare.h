#pragma once

#include "cli/options.h"

namespace carom {

/// Adds `carom compare`: what other impact models make of a scene's impact, beside its outcomes.
void addCompareCommand(CLI::App& app, Action& action);

}  // namespace carom
