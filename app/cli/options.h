#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "impact/impact_problem.h"
#include "scene/scene.h"

namespace CLI {
class App;
}

namespace carom {

/// How a command ended; part of the contract with scripts.
enum class ExitStatus {
  Done = 0,
  InputFault = 1,    ///< a scene, a value or a file is refused
  CommandFault = 2,  ///< an option, a name or an expression of the command itself
  LimitReached = 3,  ///< an answer, but cut short: "complete": false
};

/// The action of a parsed command line; runs after parsing.
using Action = std::function<ExitStatus()>;

/// A fault outside of scenes. The message is one line without the name of the program.
class CommandError : public std::runtime_error {
 public:
  CommandError(ExitStatus status, const std::string& message)
      : std::runtime_error(message), m_status(status) {}
  ExitStatus status() const { return m_status; }

 private:
  ExitStatus m_status;
};

/// The assignments of "theta=120deg", …; the last one of a name wins. Throws CommandError where one has no
/// name or no
/// "=".
Assignments parseAssignments(const std::vector<std::string>& texts);

/// The repeatable option --set, which every command with a scene has.
void addSetOption(CLI::App& command, std::vector<std::string>& texts);

/// A number or an expression with units, in SI; may be infinite or not a number. Throws CommandError, which
/// names `option`: a CommandFault where it does not parse.
double parseNumber(const std::string& option, const std::string& text);

/// A coefficient as a number or an expression; empty where the text is empty. Throws CommandError: an
/// InputFault outside [0, 1].
std::optional<double> parseCoefficient(const std::string& option, const std::string& text);

/// Throws CommandError where both options are given.
void refuseTogether(const std::string& a, bool hasA, const std::string& b, bool hasB);

/// A number of decimal digits only, within [least, most]. Throws CommandError, which names `option`.
std::size_t parseCount(const std::string& option, const std::string& text, std::size_t least,
                       std::size_t most = static_cast<std::size_t>(-1));

/// The contact of a name. Throws CommandError, which names `option` and lists the contacts.
ContactIndex contactNamed(const std::string& option, const std::string& name,
                          const std::vector<ContactLabel>& labels);

/// "a:b:c" → a, b, c; empty parts are kept.
std::vector<std::string> splitText(const std::string& text, char separator);

}  // namespace carom
