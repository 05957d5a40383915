#pragma once

#include "cli/options.h"

namespace carom {

/// `carom conform`: planted problems for other engines, and what their answers are worth.
void addConformCommand(CLI::App& app, Action& action);

}  // namespace carom
