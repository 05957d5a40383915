#pragma once

#include "cli/options.h"

namespace carom {

/// `carom sweep SCENE --over NAME=A:B:N --measure M`: a table over one or two parameters.
void addSweepCommand(CLI::App& app, Action& action);

}  // namespace carom
