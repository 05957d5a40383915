#pragma once

#include <functional>

#include "answer/question/options.h"

namespace CLI {
class App;
}

namespace carom {

/// The action of a parsed command line; runs after parsing.
using Action = std::function<ExitStatus()>;

/// Gives a command of the command line its options of questions, whose texts become `words`.
void addOptions(CLI::App& app, Command command, OptionWords& words);

}  // namespace carom
