#pragma once

#include "cli/options.h"

namespace carom {

/// carom futures SCENE: what a motion can become, where orderings of impacts decide.
void addFuturesCommand(CLI::App& app, Action& action);

}  // namespace carom
