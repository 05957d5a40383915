#include "plot/plot_figure.h"

#include <cmath>

namespace carom {

void PlotFigure::paint(QPainter& painter, const QRectF& area) const {
  constexpr double pointsPerPixel = 0.68;  // 11 px in the window are 7.5 pt on paper
  constexpr double fine = 16;              // QCustomPlot's whole numbers are 1/16 px
  const double scale = pointsPerPixel / fine;
  StyledPlot plot({.unit = fine, .paper = true});
  draw(plot);
  painter.save();
  painter.translate(area.topLeft());
  painter.scale(scale, scale);
  plot.drawTo(painter, (area.size() / scale).toSize());
  painter.restore();
}

}  // namespace carom
