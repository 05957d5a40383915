#pragma once

#include <QColor>
#include <QStringList>
#include <functional>

namespace carom {

/// The palettes of --style that colour-blind readers can tell apart: "okabe-ito" (the usual), "tol-bright",
/// "tol-muted", "tol-contrast", and "grey".
QStringList paletteNames();
/// What becomes of a colour of the window's design under a palette; an empty name leaves it. Throws
/// FigureError for a name that is unknown.
std::function<QColor(QColor)> recolouring(const QString& palette, bool black = false);
/// The grey of the same luminance, as a printer without colours makes it.
QColor greyOf(const QColor& color);

}  // namespace carom
