#pragma once

#include "motion/series_drawing.h"
#include "plot/plot_figure.h"

namespace carom {

/// Freely chosen quantities over time, or one over another, as a figure.
class SeriesFigure : public PlotFigure {
 public:
  /// Throws FigureError where there is nothing to draw.
  explicit SeriesFigure(SeriesView view);
  /// The coordinates over time, or what a view of source() shows. Throws FigureError.
  explicit SeriesFigure(SnapshotPtr snapshot, const QString& view = {});
  QString name() const override { return QStringLiteral("plot"); }
  QString title() const override;
  QString csv() const override;
  FigureSource source() const override;
  const SeriesView& view() const { return m_view; }

 protected:
  void draw(StyledPlot& plot) const override { drawSeries(plot, m_view); }

 private:
  SeriesView m_view;
};

/// The growth of perturbations along the run, on a logarithmic axis, or what a view of source() shows.
class GrowthFigure : public SeriesFigure {
 public:
  explicit GrowthFigure(SnapshotPtr snapshot, const QString& view = {});
  QString name() const override { return QStringLiteral("growth"); }
};

}  // namespace carom
