#pragma once

#include "cli/options.h"

namespace carom {

/// carom landing SCENE: how ambiguous the landing of a robot on its feet is.
void addLandingCommand(CLI::App& app, Action& action);

}  // namespace carom
