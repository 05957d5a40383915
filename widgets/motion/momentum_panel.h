#pragma once

#include "motion/momentum_plot.h"
#include "motion/motion_panel.h"

namespace carom {

/// The components of the momentum along the selected ordering or along time.
class MomentumPanel : public MotionPanel {
  Q_OBJECT
 public:
  explicit MomentumPanel(Selection* selection, QWidget* parent = nullptr);
};

/// The same as a figure. Throws FigureError where there is nothing to draw.
class MomentumFigure : public MotionFigure {
 public:
  explicit MomentumFigure(SnapshotPtr snapshot, bool alongTime = false);
};

}  // namespace carom
