#pragma once

#include <memory>

#include "cli/options.h"
#include "robot/import_robot.h"

namespace carom {

/// Adds what a command may say of how it reads a robot's description, but for its feet and whether its root
/// is free.
void addImportOptions(CLI::App& command, const std::shared_ptr<ImportOptions>& options);

/// `carom import`: a scene from a robot's description, see UrdfLibrary.
void addImportCommand(CLI::App& app, Action& action);

}  // namespace carom
