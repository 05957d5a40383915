#pragma once

#include "cli/options.h"

namespace carom {

/// `carom bench peers`: other engines on scenes of simultaneous impact and of lasting contact, beside Carom.
/// A subcommand of `bench`.
CLI::App* addBenchPeersCommand(CLI::App& bench, Action& action);

}  // namespace carom
