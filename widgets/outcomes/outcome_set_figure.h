#pragma once

#include "figure/axes_frame.h"
#include "figure/figure.h"
#include "outcomes/outcome_projection.h"

namespace carom {

/// Where a projection stands in an area.
AxesFrame outcomeFrame(const OutcomeProjection& picture, const QRectF& area, double unit);
/// Draws it; `hovered` is the outcome pointed at, −1 for none.
void paintOutcomeSet(QPainter& painter, const OutcomeProjection& picture, const QRectF& area, double unit,
                     int hovered = -1);

/// The outcomes of an impact, their convex hull, the edges of their conic hull, p⁻ and its projections, seen
/// along two directions.
class OutcomeSetFigure : public Figure {
 public:
  /// Seen along the first two principal axes.
  explicit OutcomeSetFigure(const SnapshotPtr& snapshot);
  explicit OutcomeSetFigure(OutcomeProjection picture) : m_picture(std::move(picture)) {}

  QString name() const override { return QStringLiteral("outcome-set"); }
  QString title() const override;
  double aspect() const override { return 0.75; }
  void paint(QPainter& painter, const QRectF& area) const override;
  /// what,x,y (√J): arriving, outcome 1 …, convex, conic.
  QString csv() const override;
  QString provenance() const override;

 private:
  OutcomeProjection m_picture;
};

}  // namespace carom
