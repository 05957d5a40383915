#pragma once

#include "figure/figure.h"
#include "papers/contact_plane.h"

namespace carom {

/// The subspace N of the two contacts of an impact: normals, tangents, the cone of feasible momenta, and each
/// ordering as a path of reflections of p⁻ [SM14 IV], before a restitution of the whole impact.
class NormalSpaceFigure : public Figure {
 public:
  /// view: JSON, {"contacts": …}, see chosenImpact(). Throws FigureError where there is no such plane, see
  /// ContactPlane.
  explicit NormalSpaceFigure(SnapshotPtr snapshot, const QString& view = {});

  QString name() const override { return QStringLiteral("normal-space"); }
  QString title() const override;
  double aspect() const override { return 0.9; }
  void paint(QPainter& painter, const QRectF& area) const override;
  /// ordering,reflections,x,y (√J): p⁻ and what each reflection makes of it; r₀ is along y.
  QString csv() const override;
  FigureSource source() const override;

 private:
  SnapshotPtr m_snapshot;
  QStringList m_contacts;  ///< the chosen ones; empty: all
  std::shared_ptr<const ImpactReport> m_report;
  ContactPlane m_plane;
};

}  // namespace carom
