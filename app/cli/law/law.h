#pragma once

#include "cli/options.h"

namespace carom {

/// `carom law NAME --mass M --velocity V`: one impulse of one collision law.
void addLawCommand(CLI::App& app, Action& action);

}  // namespace carom
