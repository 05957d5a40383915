#pragma once

#include "motion/plotted_quantity.h"

namespace carom {

/// Kinetic energy by body along an ordering, as stacked bars or areas; along time with the ledger above it.
class EnergyQuantity : public MotionQuantity {
 public:
  QString name() const override { return QStringLiteral("energy"); }
  QString title() const override { return QObject::tr("Energy"); }
  void draw(StyledPlot& plot, const MotionView& view) const override;
  std::optional<QRectF> bar(const MotionView& view, int reflection) const override;
  QColor cursorColor() const override;
  Html card(const MotionView& view, double place) const override;
  QString csv(const MotionView& view) const override;
};

}  // namespace carom
