#pragma once

#include "figure/figure.h"

namespace carom {

/// A picture for LaTeX. It reads no other file, so that \input finds all of it in any folder.
struct TexPicture {
  QByteArray packages;    ///< lines of the preamble
  QByteArray picture;     ///< from \begin{tikzpicture} to \end{tikzpicture}, or a table
  bool setsPage = false;  ///< a page is as large as the picture, whatever the size of the figure
};

/// The paths and words of a figure as TikZ. Words are set by LaTeX, in the font of the document.
TexPicture tikzPicture(const Figure& figure, const QSizeF& sizeMm, const FigureOptions& options);

/// A file that pdflatex compiles to a page of the size of the figure, and that another document takes in by
/// \input, where its preamble has the packages.
QByteArray texFile(const TexPicture& picture, const Figure& figure, const QSizeF& sizeMm,
                   const FigureOptions& options);

}  // namespace carom
