#pragma once

#include "cli/options.h"

namespace carom {

/// `carom audit`: what a run that someone else computed or measured did at its impacts.
void addAuditCommand(CLI::App& app, Action& action);

}  // namespace carom
