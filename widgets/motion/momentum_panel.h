#pragma once

#include "motion/motion_panel.h"

namespace carom {

/// The components of the momentum along the selected ordering or along time.
class MomentumPanel : public MotionPanel {
  Q_OBJECT
 public:
  explicit MomentumPanel(Selection* selection, QWidget* parent = nullptr);
};

}  // namespace carom
