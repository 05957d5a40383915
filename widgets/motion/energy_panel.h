#pragma once

#include "motion/motion_panel.h"

namespace carom {

/// Kinetic energy by body along the selected ordering; with the potential along time.
class EnergyPanel : public MotionPanel {
  Q_OBJECT
 public:
  explicit EnergyPanel(Selection* selection, QWidget* parent = nullptr);
};

}  // namespace carom
