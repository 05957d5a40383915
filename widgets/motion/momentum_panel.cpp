#include "motion/momentum_panel.h"

namespace carom {

MomentumPanel::MomentumPanel(Selection* selection, QWidget* parent)
    : MotionPanel(std::make_shared<MomentumQuantity>(), selection, parent) {}

MomentumFigure::MomentumFigure(SnapshotPtr snapshot, bool alongTime)
    : MotionFigure(std::make_shared<MomentumQuantity>(), motionView(std::move(snapshot), alongTime)) {}

}  // namespace carom
