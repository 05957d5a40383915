#pragma once

#include <QByteArray>

#include "figure/figure.h"

namespace carom {

/// One figure as Encapsulated PostScript, level 2: paths and letters as outlines, so that no font is needed.
/// PostScript has no transparency: colours are blended with white. Pictures are RGB. The bounding box is the
/// figure's size; metadata stand in comments.
QByteArray encodeEps(const Figure& figure, const QSizeF& sizeMm, const FigureOptions& options);

}  // namespace carom
