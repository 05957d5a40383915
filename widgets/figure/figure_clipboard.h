#pragma once

#include "figure/figure.h"

namespace carom {

/// A figure for the clipboard: as a picture, and as SVG for programs that take it.
struct CopiedPicture {
  QImage image;
  QByteArray svg;
};

/// Throws FigureError. Any thread may do it where the figure paints in any.
CopiedPicture copyOf(const Figure& figure, const FigureOptions& options);
void putOnClipboard(const CopiedPicture& picture);

/// Puts a figure on the clipboard. Throws FigureError.
void copyPicture(const Figure& figure, const FigureOptions& options = {});
/// Puts its CSV there as text.
void copyData(const Figure& figure);

}  // namespace carom
