#pragma once

#include "cli/options.h"

namespace carom {

/// `carom figure NAME -o FILE`: a figure as PDF, SVG, PNG, or its numbers as CSV, without a display.
void addFigureCommand(CLI::App& app, Action& action);

/// Writes the figure of this name from a file of data that it draws. Throws CommandError.
ExitStatus writeDataFigure(const std::string& name, const std::string& data, const std::string& file);

}  // namespace carom
