#pragma once

#include <QColor>
#include <QImage>
#include <QString>

namespace carom {

/// A picture of the handbook as it is drawn: SVG at this many pixels for each of its own, anything else as it
/// is, and not wider than `widest` (px). Formulas, which are black, get the colour of the text. Null where
/// there is none.
QImage pagePicture(const QString& file, const QColor& ink, double scale, int widest);

/// What a text document needs to know of the look of pages.
struct PageColors {
  QColor ink, quiet, accent, line, code;  ///< code: the ground of code and of the heads of tables
};
/// The style sheet of pages in a QTextDocument; size is that of the text in points.
QString pageStyle(const PageColors& colors, double size);

}  // namespace carom
