#pragma once

#include "figure/figure.h"
#include "plot/styled_plot.h"

namespace carom {

/// A figure drawn by the plot that the panel shows.
class PlotFigure : public Figure {
 public:
  double aspect() const override { return 0.6; }
  void paint(QPainter& painter, const QRectF& area) const final;

 protected:
  /// Puts everything on an empty plot.
  virtual void draw(StyledPlot& plot) const = 0;
};

}  // namespace carom
