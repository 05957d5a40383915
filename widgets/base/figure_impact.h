#pragma once

#include <optional>

#include "base/figure_arguments.h"

namespace carom {

/// The impact that a figure is about, as index in Trajectory::impacts; empty: that of the initial state.
/// Throws FigureError, which begins with --impact.
std::optional<int> impactOfFigure(const FigureArguments& arguments);

}  // namespace carom
