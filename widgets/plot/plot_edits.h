#pragma once

#include "base/figure_style.h"
#include "plot/styled_plot.h"

namespace carom {

/// Gives a line that lies on another one dashes, so that both are seen.
void partCoincidingLines(StyledPlot& plot);
/// Gives a plot what a style changes on it: labels and ranges of its axes, the place of its legend, and marks
/// that tell its curves apart without colours.
void applyEdits(StyledPlot& plot, const FigureStyle& style);

}  // namespace carom
