#pragma once

#include "motion/plotted_quantity.h"

namespace carom {

/// The distance of the momenta of two orderings: ‖p_a − p_b‖/‖p⁻‖ in the kinetic metric of the impact where
/// they part (the first one, or that of a fork). a is the ordering in force and b the pinned one.
///
/// Along the ordering both advance reflection by reflection, and the shorter one waits at its end. The last
/// value is ξ where the two ends are the outcomes farthest apart. Along time both motions advance on their
/// own, and kept runs that have a second run show how far these are apart.
class DifferenceQuantity : public MotionQuantity {
 public:
  QString name() const override { return QStringLiteral("difference"); }
  QString title() const override { return QObject::tr("Difference"); }
  /// Not empty also where no ordering is pinned, or where the moment is at another impact.
  QString notice(const MotionView& view) const override;
  bool hasLogAxis() const override { return true; }
  void draw(StyledPlot& plot, const MotionView& view) const override;
  QColor cursorColor() const override;
  Html card(const MotionView& view, double place) const override;
  QString csv(const MotionView& view) const override;
};

/// A run with a second run: how far these are apart along time.
struct DifferenceCurve {
  QString name;  ///< of a kept run; empty for the run in force
  QColor color;
  SnapshotPtr run;
  Eigen::VectorXd x, y;  ///< s, or reflections; 1
};
/// That of the run in force, then those of the kept runs that are shown.
std::vector<DifferenceCurve> differenceCurves(const MotionView& view);

/// The difference at one place of the x axis: reflections done, or s. Needs a comparison.
double differenceAt(const MotionView& view, double place);

}  // namespace carom
