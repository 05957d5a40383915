#pragma once

#include <QPainter>
#include <QSizeF>
#include <QString>
#include <memory>
#include <stdexcept>

namespace carom {

/// A picture for a paper: drawn with QPainter in points (1/72 in) at its physical size, text in points too.
///
/// Panels paint themselves with the same figure, so the window and the command line make the same picture.
/// A figure owns (shares) the data it draws; it needs no widget and no display.
class Figure {
 public:
  virtual ~Figure() = default;
  /// "ordering-graph": file name stem and name on the command line.
  virtual QString name() const = 0;
  /// "ξ over θ — billiard-break": title in the file's metadata.
  virtual QString title() const = 0;
  /// Height over width at which it looks right.
  virtual double aspect() const = 0;
  /// Draws into `area` (pt). The painter's pen, font and brush may be anything before and after.
  virtual void paint(QPainter& painter, const QRectF& area) const = 0;
  /// Numbers behind the picture as CSV with a header line; empty where there are none.
  virtual QString csv() const { return {}; }
};

class FigureError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct FigureOptions {
  double widthMm = 88;       ///< physical width
  double heightMm = 0;       ///< 0: width × aspect
  int dpi = 300;             ///< PNG, and raster parts of PDF and SVG
  bool transparent = false;  ///< PNG and SVG without a white ground
};

/// Writes a figure as .pdf, .svg or .png by the ending of `path`, whole or not at all.
/// Fonts are embedded (PDF) or drawn as outlines (SVG). Throws FigureError.
void writeFigure(const Figure& figure, const QString& path, const FigureOptions& options = {});

/// "88mm", "3.5in", "20 cm" → mm; throws FigureError.
double parseLengthMm(const QString& text);

}  // namespace carom
