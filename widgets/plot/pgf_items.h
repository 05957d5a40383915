#pragma once

#include <QByteArray>

#include "plot/styled_plot.h"

namespace carom {

/// "0.25" for PGFPlots; "nan" where there is no value.
QByteArray pgfNumber(double value);
QByteArray pgfColor(const QColor& color);
/// Colour, width and dashes of a line. `pointsPerUnit`: of a unit of the plot's device.
QByteArray penKeys(const QPen& pen, double pointsPerUnit);

/// Words, lines, discs and notes of a plot, and marks of impacts on its axis, as TikZ within its axis. The
/// plot is laid out, see StyledPlot::marginsAt().
QByteArray pgfItems(const StyledPlot& plot, double pointsPerUnit);

}  // namespace carom
