#pragma once

#include "figure/figure.h"

namespace carom {

/// A picture for LaTeX, and the file of data that it reads, where it has one.
struct TexPicture {
  QByteArray packages;  ///< lines of the preamble
  QByteArray picture;   ///< from \begin{tikzpicture} to \end{tikzpicture}
  QByteArray data;      ///< CSV; empty: none
};

/// The paths and words of a figure as TikZ. Words are set by LaTeX, in the font of the document.
TexPicture tikzPicture(const Figure& figure, const QSizeF& sizeMm, const FigureOptions& options);

/// A file that pdflatex compiles to a page of the size of the figure, and that another document takes in by
/// \input, where its preamble has the packages.
QByteArray texFile(const TexPicture& picture, const Figure& figure, const QSizeF& sizeMm,
                   const FigureOptions& options);

}  // namespace carom
