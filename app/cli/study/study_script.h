#pragma once

#include "cli/options.h"

namespace carom {

/// `carom study script FILE --slurm|--parallel`: how to compute a study in shards.
void addStudyScriptCommand(CLI::App& study, Action& action);

}  // namespace carom
