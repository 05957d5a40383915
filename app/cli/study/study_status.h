#pragma once

#include "cli/options.h"

namespace carom {

/// `carom study status OUT`: how much of a study is done.
void addStudyStatusCommand(CLI::App& study, Action& action);

}  // namespace carom
