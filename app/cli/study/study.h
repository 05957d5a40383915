#pragma once

#include "cli/options.h"

namespace carom {

/// `carom study run|status|plot|merge|script`: tables over many parameters, on one machine or on many.
void addStudyCommand(CLI::App& app, Action& action);

}  // namespace carom
