#pragma once

#include "motion/plot_preset.h"
#include "motion/series_drawing.h"
#include "plot/plot_figure.h"

namespace carom {

/// A plot of a run as a figure.
class SeriesFigure : public PlotFigure {
 public:
  /// Throws FigureError where there is nothing to draw.
  explicit SeriesFigure(SeriesView view);
  /// The coordinates over time, or what a view of source() shows. Throws FigureError.
  explicit SeriesFigure(SnapshotPtr snapshot, const QString& view = {});
  QString name() const override { return QString::fromLatin1(m_view.preset->name); }
  QString title() const override;
  QString csv() const override;
  FigureSource source() const override;
  const SeriesView& view() const { return m_view; }

 protected:
  void draw(StyledPlot& plot) const override { drawSeries(plot, m_view); }

 private:
  SeriesView m_view;
};

/// What a figure of a preset shows, with the text of its source(). Throws FigureError.
SeriesView figureView(const PlotPreset& preset, SnapshotPtr snapshot, bool alongTime, const QString& view);

/// A preset along the ordering of an impact, or along time.
template <const PlotPreset& preset>
class PresetFigure : public SeriesFigure {
 public:
  explicit PresetFigure(SnapshotPtr snapshot, bool alongTime = false, const QString& view = {})
      : SeriesFigure(figureView(preset, std::move(snapshot), alongTime, view)) {}
};
using EnergyFigure = PresetFigure<energyPlot>;
using MomentumFigure = PresetFigure<momentumPlot>;
using DifferenceFigure = PresetFigure<differencePlot>;

/// The growth of perturbations along the run, on a logarithmic axis, or what a view of source() shows.
class GrowthFigure : public SeriesFigure {
 public:
  explicit GrowthFigure(SnapshotPtr snapshot, const QString& view = {});
  QString name() const override { return QStringLiteral("growth"); }
};

}  // namespace carom
