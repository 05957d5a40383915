#include "viewport/picture/rendered_figure.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

#include "viewport/render/offscreen_gl.h"

namespace carom {

void RenderedFigure::paint(QPainter& painter, const QRectF& area) const {
  const QTransform device = painter.deviceTransform();
  paintWithin(painter, area, std::hypot(device.m11(), device.m12()));
}

void RenderedFigure::paintPlain(QPainter& painter, const QRectF& area, const FilePaint& how) const {
  constexpr double unitsPerInch = 72;
  if (how.rasterDpi == 0) return paint(painter, area);
  paintWithin(painter, area, how.rasterDpi / unitsPerInch);
}

void RenderedFigure::paintWithin(QPainter& painter, const QRectF& area, double resolution) const {
  constexpr double longestSide = 8192;  // pixels, that Mesa renders
  paintRendered(painter, area, std::min(resolution, longestSide / std::max(area.width(), area.height())));
}

void RenderedFigure::drawRendering(QPainter& painter, const QRectF& area, double resolution,
                                   vtkRenderer* renderer) const {
  const QSize pixels = (area.size() * resolution).toSize().expandedTo({1, 1});
  const auto gl = m_gl ? m_gl : std::make_shared<OffscreenGl>(samples);
  const QImage image = gl->render(renderer, pixels);
  painter.save();
  painter.setRenderHints(QPainter::SmoothPixmapTransform | QPainter::LosslessImageRendering);
  painter.drawImage(area, image);
  painter.restore();
}

}  // namespace carom
