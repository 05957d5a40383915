#include "motion/energy_panel.h"

#include "motion/energy_quantity.h"

namespace carom {

EnergyPanel::EnergyPanel(Selection* selection, QWidget* parent)
    : MotionPanel(std::make_shared<EnergyQuantity>(), selection, parent) {}

}  // namespace carom
