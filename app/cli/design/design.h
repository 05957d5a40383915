#pragma once

#include "cli/options.h"

namespace carom {

/// Adds `carom design`: the nearest design of a scene whose pairs of contacts have a wanted G.
void addDesignCommand(CLI::App& app, Action& action);

}  // namespace carom
