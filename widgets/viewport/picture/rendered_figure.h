#pragma once

#include <memory>

#include "figure/figure.h"

class vtkRenderer;

namespace carom {

class OffscreenGl;

/// A figure with a rendered picture of high resolution, under vector arrows and letters. It needs no display,
/// and has an OpenGL context of its own for each picture, so that any thread may paint it.
/// paint() throws FigureError without OpenGL.
class RenderedFigure : public Figure {
 public:
  /// Of multisampling.
  static constexpr int samples = 4;

  void paint(QPainter& painter, const QRectF& area) const final;
  /// Renders by a context that figures share one after the other, where there are many.
  void renderBy(std::shared_ptr<OffscreenGl> gl) { m_gl = std::move(gl); }

 protected:
  void paintPlain(QPainter& painter, const QRectF& area, const FilePaint& how) const final;
  /// Draws the whole figure. resolution: pixels of the rendering per unit of the painter, as many as Mesa
  /// renders at most.
  virtual void paintRendered(QPainter& painter, const QRectF& area, double resolution) const = 0;
  /// Draws what the renderer shows.
  void drawRendering(QPainter& painter, const QRectF& area, double resolution, vtkRenderer* renderer) const;

 private:
  void paintWithin(QPainter& painter, const QRectF& area, double resolution) const;

  std::shared_ptr<OffscreenGl> m_gl;  ///< null: a new one for each picture
};

}  // namespace carom
