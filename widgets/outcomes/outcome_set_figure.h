#pragma once

#include "figure/axes_frame.h"
#include "figure/figure.h"
#include "outcomes/outcome_projection.h"

namespace carom {

/// Where a projection stands in an area.
AxesFrame outcomeFrame(const OutcomeProjection& picture, const QRectF& area, double unit);
/// What the mouse points at; −1 for nothing.
struct OutcomeSetHover {
  int outcome = -1;
  int model = -1;  ///< number in ModelComparison::models
  bool operator==(const OutcomeSetHover&) const = default;
};

/// Draws the projection.
void paintOutcomeSet(QPainter& painter, const OutcomeProjection& picture, const QRectF& area, double unit,
                     const OutcomeSetHover& hovered = {});

/// The outcomes of an impact, their convex hull, the edges of their conic hull, p⁻ and its projections, seen
/// along two directions.
class OutcomeSetFigure : public Figure {
 public:
  /// Seen along the first two principal axes, or those of a view of source(). Throws FigureError.
  explicit OutcomeSetFigure(const SnapshotPtr& snapshot, const QString& view = {});
  explicit OutcomeSetFigure(OutcomeProjection picture) : m_picture(std::move(picture)) {}

  QString name() const override { return QStringLiteral("outcome-set"); }
  QString title() const override;
  double aspect() const override { return 0.75; }
  double heightAt(double width) const override;
  void paint(QPainter& painter, const QRectF& area) const override;
  /// what,x,y (√J): arriving, outcome 1 …, convex, conic; then the names of models, and compliant.
  QString csv() const override;
  FigureSource source() const override;
  const OutcomeProjection& picture() const { return m_picture; }

 private:
  static constexpr double pointsPerPixel = textPoints / 11;

  OutcomeProjection m_picture;
};

}  // namespace carom
