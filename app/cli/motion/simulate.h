#pragma once

#include "cli/options.h"

namespace carom {

/// `carom simulate SCENE --until T`: the motion from a state, through impacts.
void addSimulateCommand(CLI::App& app, Action& action);

}  // namespace carom
