#pragma once

#include "motion/energy_quantity.h"
#include "motion/plotted_quantity.h"

namespace carom {

/// The energies by body as a figure. Throws FigureError where there is nothing to draw.
class EnergyFigure : public MotionFigure {
 public:
  explicit EnergyFigure(SnapshotPtr snapshot, bool alongTime = false, const QString& view = {})
      : MotionFigure(std::make_shared<EnergyQuantity>(), motionView(std::move(snapshot), alongTime, view)) {}
};

}  // namespace carom
