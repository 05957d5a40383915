#include "motion/energy_panel.h"

namespace carom {

EnergyPanel::EnergyPanel(Selection* selection, QWidget* parent)
    : MotionPanel(std::make_shared<EnergyQuantity>(), selection, parent) {}

EnergyFigure::EnergyFigure(SnapshotPtr snapshot, bool alongTime)
    : MotionFigure(std::make_shared<EnergyQuantity>(), motionView(std::move(snapshot), alongTime)) {}

}  // namespace carom
