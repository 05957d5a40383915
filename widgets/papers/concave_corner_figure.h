#pragma once

#include "figure/figure.h"

namespace carom {

/// A point that hits the inside corner of two walls [SM10 Fig. 2]: v⁻, its reflection in each wall alone,
/// which may point at the other wall, and the paths of both orderings until no wall is in the way. The
/// feasible velocities after the impact are the cone between the ends of the orderings. The metric is the
/// Euclidean one.
class ConcaveCornerFigure : public Figure {
 public:
  QString name() const override { return QStringLiteral("concave-corner"); }
  QString title() const override;
  double aspect() const override { return 0.8; }
  void paint(QPainter& painter, const QRectF& area) const override;
  /// what,x,y: unit vectors; v_uvu is v⁻ reflected in u, in v and in u again.
  QString csv() const override;
};

}  // namespace carom
