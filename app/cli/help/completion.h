#pragma once

#include "cli/options.h"

namespace carom {

/// `carom completion bash|zsh|fish`: a script for a shell, made of all commands and options.
void addCompletionCommand(CLI::App& app, Action& action);

}  // namespace carom
