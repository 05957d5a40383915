#pragma once

#include <QString>
#include <functional>

namespace carom {

/// What a command ended with.
enum class ExitStatus {
  Done = 0,
  InputFault = 1,    ///< a scene, a value or a file
  CommandFault = 2,  ///< an option, a name or an expression of the command itself
  LimitReached = 3,  ///< an answer, but cut short: "complete": false
};

/// Opens the window on a scene (empty: the first one) and returns the exit status of the application.
using OpenWindow = std::function<int(int argc, char** argv, const QString& scene)>;

/// Runs what the command line asks for; without a command, opens the window.
///
/// Answers go to standard output, each fault as one line to standard error. The result is an ExitStatus.
int runCommandLine(int argc, char** argv, const OpenWindow& openWindow);

}  // namespace carom
