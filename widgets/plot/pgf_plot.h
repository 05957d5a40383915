#pragma once

#include <optional>

#include "figure/tex_file.h"
#include "plot/styled_plot.h"

namespace carom {

/// A plot of lines, areas and bars as an axis of PGFPlots with their points in the units of the axes. Empty
/// where the plot has a map, filled contours or a second vertical axis, which PGFPlots does not draw as here.
/// `points`: size of the labels; `pointsPerUnit`: of a unit of the plot's device.
std::optional<TexPicture> pgfPlot(const StyledPlot& plot, const QSizeF& sizeMm, const QString& title,
                                  double points, double pointsPerUnit);

}  // namespace carom
