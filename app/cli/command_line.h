#pragma once

#include <functional>

#include "base/window_start.h"

namespace carom {

/// Opens the window and returns the exit status of the application.
using OpenWindow = std::function<int(int argc, char** argv, const WindowStart& start)>;

/// Runs the command of a command line; without a command, opens the window.
///
/// Answers go to standard output, and each fault as one line to standard error. The result is an ExitStatus
/// (see options.h).
int runCommandLine(int argc, char** argv, const OpenWindow& openWindow);

}  // namespace carom
