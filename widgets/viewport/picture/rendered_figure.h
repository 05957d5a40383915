#pragma once

#include "figure/figure.h"

class vtkRenderer;

namespace carom {

/// A figure with a rendered picture of high resolution, under vector arrows and letters. It needs no display.
/// paint() throws FigureError without OpenGL.
class RenderedFigure : public Figure {
 public:
  void paint(QPainter& painter, const QRectF& area) const final;

 protected:
  void paintPlain(QPainter& painter, const QRectF& area, const FilePaint& how) const final;
  /// Draws the whole figure. resolution: pixels of the rendering per unit of the painter, as many as Mesa
  /// renders at most.
  virtual void paintRendered(QPainter& painter, const QRectF& area, double resolution) const = 0;
  /// Draws what the renderer shows.
  static void drawRendering(QPainter& painter, const QRectF& area, double resolution, vtkRenderer* renderer);

 private:
  void paintWithin(QPainter& painter, const QRectF& area, double resolution) const;
};

}  // namespace carom
