#pragma once

#include "cli/options.h"

namespace carom {

/// `carom import`: a scene from a robot's description, see UrdfLibrary.
void addImportCommand(CLI::App& app, Action& action);

}  // namespace carom
