#pragma once

#include "cli/options.h"

namespace carom {

/// `carom scenes`: name, title and source of every built-in scene, with tabs between.
void addScenesCommand(CLI::App& app, Action& action);

}  // namespace carom
