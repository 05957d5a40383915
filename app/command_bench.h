#pragma once

#include "command.h"

namespace carom {

/// `carom bench`: the benchmarks beside a straightforward implementation, as a table of ratios.
void addBenchCommand(CLI::App& app, Action& action);

}  // namespace carom
