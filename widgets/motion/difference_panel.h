#pragma once

#include "motion/motion_panel.h"

namespace carom {

class Edits;

/// How far the momenta of two orderings are apart: ‖p_a − p_b‖/‖p⁻‖ in the kinetic metric of the impact where
/// they part (the first one, or that of a fork), a the ordering in force and b the pinned one.
///
/// Along the ordering both go reflection by reflection, and the shorter one waits at its end; there the value
/// is ξ where the two ends are the outcomes farthest apart. Along time both motions go on by themselves.
class DifferenceQuantity : public MotionQuantity {
 public:
  QString name() const override { return QStringLiteral("difference"); }
  QString title() const override { return QStringLiteral("Difference"); }
  /// Nothing is pinned, or the moment is at another impact.
  QString notice(const MotionView& view) const override;
  void draw(StyledPlot& plot, const MotionView& view) const override;
  QColor cursorColor() const override;
  Html card(const MotionView& view, double place) const override;
  QString csv(const MotionView& view) const override;
};

/// The difference at one place of the x axis: reflections done, or s. Needs a comparison.
double differenceAt(const MotionView& view, double place);

class DifferencePanel : public MotionPanel {
  Q_OBJECT
 public:
  /// Asks to be shown when a second run or ordering is chosen.
  DifferencePanel(Selection* selection, Edits* edits, QWidget* parent = nullptr);
};

/// The same as a figure. Throws FigureError where nothing is compared.
class DifferenceFigure : public MotionFigure {
 public:
  explicit DifferenceFigure(SnapshotPtr snapshot, bool alongTime = false);
};

}  // namespace carom
