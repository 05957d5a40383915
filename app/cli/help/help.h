#pragma once

#include "cli/options.h"

namespace carom {

/// `carom help TOPIC`: the commands, options and keys of JSON whose names have the topic in them.
void addHelpCommand(CLI::App& app, Action& action);

}  // namespace carom
