#pragma once

#include "figure/figure.h"

namespace carom {

/// Puts a figure on the clipboard, as a picture and as SVG for programs that take it. Throws FigureError.
void copyPicture(const Figure& figure, const FigureOptions& options = {});
/// Puts its CSV there as text.
void copyData(const Figure& figure);

}  // namespace carom
