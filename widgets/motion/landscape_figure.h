#pragma once

#include "motion/landscape_axis.h"
#include "plot/isoband_item.h"
#include "plot/plot_figure.h"
#include "study/landscape.h"

namespace carom {

class TakenPlaces;

/// How the colours of a landscape follow its values.
enum class LandscapeScale {
  Linear,
  Clipped,   ///< between the quantiles of 2 % and 98 %
  SignedLog  ///< sign(v) log(1 + |v|/v₀), v₀ the quantile of 10 % of |v|
};

/// A measure over two parameters or coordinates as filled contours, with the curves on which a pair lets the
/// order of its reflections not matter, minima ▽ and maxima △, and the present design.
class LandscapeFigure : public PlotFigure {
 public:
  /// view: JSON, {"scale": "linear", "clipped" or "signed-log"}; where empty, signed-log for values of very
  /// different size. Throws FigureError.
  LandscapeFigure(SnapshotPtr snapshot, std::shared_ptr<const Landscape> landscape, const QString& view = {});

  QString name() const override { return QStringLiteral("landscape"); }
  QString title() const override;
  double aspect() const override { return 0.75; }
  QString csv() const override;
  FigureSource source() const override;
  LandscapeScale scale() const { return m_scale; }
  /// Draws on the plot of a panel.
  void drawOn(StyledPlot& plot) const { draw(plot); }

 protected:
  void draw(StyledPlot& plot) const override;

 private:
  QString measureName() const;
  std::optional<double> valueOf(const Cell& cell) const;
  std::vector<double> risingValues() const;
  /// Why the plane is hatched, where its shapes alone do not show it; empty where it is not.
  QString whyHatched() const;
  double scaled(double value) const;
  void drawBands(StyledPlot& plot) const;
  void drawOneValue(StyledPlot& plot) const;
  PlaneValues planeValues() const;
  TakenPlaces* drawCurves(StyledPlot& plot) const;
  void drawMarks(StyledPlot& plot, TakenPlaces* taken) const;

  SnapshotPtr m_snapshot;
  std::shared_ptr<const Landscape> m_landscape;
  QString m_view;
  std::array<LandscapeAxis, 2> m_axes;
  LandscapeScale m_scale = LandscapeScale::Linear;
  double m_low = 0, m_high = 1;  ///< of the colours
  double m_unit = 1;             ///< v₀
};

}  // namespace carom
