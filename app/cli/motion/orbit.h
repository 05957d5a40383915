#pragma once

#include "cli/options.h"

namespace carom {

/// carom orbit SCENE: a periodic motion, and whether it is stable in every order of its ties.
void addOrbitCommand(CLI::App& app, Action& action);

}  // namespace carom
