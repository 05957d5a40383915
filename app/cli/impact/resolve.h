#pragma once

#include "cli/options.h"

namespace carom {

/// `carom resolve SCENE`: the simultaneous impact at the scene's initial state, in all orderings or in the
/// one that a policy picks.
void addResolveCommand(CLI::App& app, Action& action);

}  // namespace carom
