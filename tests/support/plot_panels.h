#pragma once

#include "motion/series_panel.h"

namespace carom {

/// The panel of a preset as a class, for tests that make panels from their types.
template <const PlotPreset& preset>
class PresetPanel : public SeriesPanel {
 public:
  explicit PresetPanel(Selection* selection, Edits* edits = nullptr, QWidget* parent = nullptr)
      : SeriesPanel(preset, selection, edits, parent) {}
};
using FreePanel = PresetPanel<freePlot>;
using EnergyPanel = PresetPanel<energyPlot>;
using MomentumPanel = PresetPanel<momentumPlot>;
using DifferencePanel = PresetPanel<differencePlot>;

}  // namespace carom
