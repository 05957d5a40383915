#include "motion/momentum_panel.h"

#include "motion/momentum_quantity.h"

namespace carom {

MomentumPanel::MomentumPanel(Selection* selection, QWidget* parent)
    : MotionPanel(std::make_shared<MomentumQuantity>(), selection, parent) {}

}  // namespace carom
