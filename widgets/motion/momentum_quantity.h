#pragma once

#include "motion/plotted_quantity.h"

namespace carom {

/// A generalized coordinate as a line: its body, and the direction of its joint.
struct MomentumLine {
  QString name;  ///< "a.x"
  int body = 0;
  QString component;  ///< "x"
  Qt::PenStyle line = Qt::SolidLine;
};
/// One for each coordinate: x solid, y dashed, z dotted, everything else dash-dotted.
std::vector<MomentumLine> momentumLines(const Mechanism& mechanism);

class MomentumQuantity : public MotionQuantity {
 public:
  QString name() const override { return QStringLiteral("momentum"); }
  QString title() const override { return QObject::tr("Momentum"); }
  void draw(StyledPlot& plot, const MotionView& view) const override;
  QColor cursorColor() const override;
  Html card(const MotionView& view, double place) const override;
  QString csv(const MotionView& view) const override;
};

}  // namespace carom
