#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace carom {

/// An option as the command line has it.
struct ShownOption {
  std::vector<std::string> names;  ///< "--output", "-o"
  std::string value, help;         ///< value: "" for a flag
};

/// A command with its options, and with the names of the commands below it.
struct ShownCommand {
  std::string path, help;  ///< "study run"; "" for carom itself
  std::vector<ShownOption> options;
  std::vector<std::string> below;
  bool takesScene = false;
};

/// All commands, carom itself first.
std::vector<ShownCommand> commandTree(const CLI::App& app);

}  // namespace carom
