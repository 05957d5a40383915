#pragma once

#include "cli/options.h"

namespace carom {

/// `carom bench`: the benchmarks beside a straightforward implementation, as a table of ratios.
void addBenchCommand(CLI::App& app, Action& action);

}  // namespace carom
