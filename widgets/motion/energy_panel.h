#pragma once

#include "motion/energy_quantity.h"
#include "motion/motion_panel.h"

namespace carom {

/// Kinetic energy by body along the selected ordering; with the potential along time.
class EnergyPanel : public MotionPanel {
  Q_OBJECT
 public:
  explicit EnergyPanel(Selection* selection, QWidget* parent = nullptr);
};

/// The same as a figure. Throws FigureError where there is nothing to draw.
class EnergyFigure : public MotionFigure {
 public:
  explicit EnergyFigure(SnapshotPtr snapshot, bool alongTime = false);
};

}  // namespace carom
