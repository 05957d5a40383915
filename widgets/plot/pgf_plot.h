#pragma once

#include <optional>

#include "figure/tex_file.h"
#include "plot/styled_plot.h"

namespace carom {

/// A plot of lines as an axis of PGFPlots, which reads its curves from a CSV file of that name (columns x1,
/// y1, x2, …, in the units of the axes). Empty where the plot has bars, areas or a map, which PGFPlots does
/// not draw as here. `points`: size of the labels; `pointsPerUnit`: of a unit of the plot's device.
std::optional<TexPicture> pgfPlot(const StyledPlot& plot, const QSizeF& sizeMm, const QString& dataFile,
                                  const QString& title, double points, double pointsPerUnit);

}  // namespace carom
