#pragma once

#include <stdexcept>
#include <string>

namespace carom {

/// How a command ended; part of the contract with scripts.
enum class ExitStatus {
  Done = 0,
  InputFault = 1,    ///< a scene, a value or a file is refused
  CommandFault = 2,  ///< an option, a name or an expression of the command itself
  LimitReached = 3,  ///< an answer, but cut short: "complete": false
};

/// A fault outside of scenes. The message is one line without the name of the program.
class CommandError : public std::runtime_error {
 public:
  CommandError(ExitStatus status, const std::string& message)
      : std::runtime_error(message), m_status(status) {}
  ExitStatus status() const { return m_status; }

 private:
  ExitStatus m_status;
};

}  // namespace carom
