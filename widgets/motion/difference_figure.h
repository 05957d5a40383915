#pragma once

#include "motion/difference_quantity.h"
#include "motion/plotted_quantity.h"

namespace carom {

/// The difference of two orderings or runs as a figure. Throws FigureError where there is nothing to draw.
class DifferenceFigure : public MotionFigure {
 public:
  explicit DifferenceFigure(SnapshotPtr snapshot, bool alongTime = false, const QString& view = {})
      : MotionFigure(std::make_shared<DifferenceQuantity>(),
                     motionView(std::move(snapshot), alongTime, view)) {}
};

}  // namespace carom
