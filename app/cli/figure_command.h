#pragma once

#include "cli/options.h"

namespace carom {

/// `carom figure NAME -o FILE`: a figure as PDF, SVG, PNG, or its numbers as CSV, without a display.
void addFigureCommand(CLI::App& app, Action& action);

}  // namespace carom
