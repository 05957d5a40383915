#pragma once

#include "figure/figure.h"
#include "plot/styled_plot.h"

namespace carom {

/// A figure drawn by the plot that the panel shows.
class PlotFigure : public Figure {
 public:
  double aspect() const override { return 0.6; }
  /// A narrow plot is longer, so that its axes keep their length below a legend of several lines.
  double heightAt(double width) const override;
  void paint(QPainter& painter, const QRectF& area) const final { paintPlain(painter, area, {}); }
  double linePoints() const override { return pointsPerPixel * PlotStyle::lineWidth; }
  bool isPlot() const override { return true; }
  bool paintsInAnyThread() const override { return false; }  // the plot is a widget
  std::optional<FigureFrame> frame(const QSizeF& size, const FilePaint& how) const final;
  /// An axis of PGFPlots where the plot has lines only, paths of TikZ where it has more.
  TexPicture tex(const QSizeF& sizeMm, const FigureOptions& options) const override;
  /// The plot of a file with its edits, never shown.
  std::unique_ptr<StyledPlot> plotFor(const FigureStyle& style) const;

 protected:
  void paintPlain(QPainter& painter, const QRectF& area, const FilePaint& how) const final;
  /// Puts everything on an empty plot.
  virtual void draw(StyledPlot& plot) const = 0;

 private:
  static constexpr double pointsPerPixel = textPoints / PlotStyle::smallText;
};

}  // namespace carom
