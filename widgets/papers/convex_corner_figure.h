#pragma once

#include "figure/figure.h"

namespace carom {

/// A point that hits the corner of a convex wedge [SM10 Fig. 1]: v⁻, its reflections in the two edges, the
/// cone of velocities between them, and the one nearest to v⁻. The metric is the Euclidean one.
class ConvexCornerFigure : public Figure {
 public:
  QString name() const override { return QStringLiteral("convex-corner"); }
  QString title() const override;
  double aspect() const override { return 0.8; }
  void paint(QPainter& painter, const QRectF& area) const override;
  /// what,x,y: unit vectors.
  QString csv() const override;
};

}  // namespace carom
