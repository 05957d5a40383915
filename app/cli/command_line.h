#pragma once

#include <QString>
#include <functional>

namespace carom {

/// Opens the window on a scene (empty: the first one), with a recording to audit (empty: none), and returns
/// the exit status of the application.
using OpenWindow = std::function<int(int argc, char** argv, const QString& scene, const QString& recording)>;

/// Runs the command of a command line; without a command, opens the window.
///
/// Answers go to standard output, and each fault as one line to standard error. The result is an ExitStatus
/// (see options.h).
int runCommandLine(int argc, char** argv, const OpenWindow& openWindow);

}  // namespace carom
