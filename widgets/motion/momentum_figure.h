#pragma once

#include "motion/momentum_quantity.h"
#include "motion/plotted_quantity.h"

namespace carom {

/// The components of the momentum as a figure. Throws FigureError where there is nothing to draw.
class MomentumFigure : public MotionFigure {
 public:
  explicit MomentumFigure(SnapshotPtr snapshot, bool alongTime = false, const QString& view = {})
      : MotionFigure(std::make_shared<MomentumQuantity>(), motionView(std::move(snapshot), alongTime, view)) {
  }
};

}  // namespace carom
