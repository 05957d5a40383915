#pragma once

#include "figure/figure.h"
#include "papers/contact_sphere.h"

namespace carom {

/// The sphere of momenta of two or three contacts [SM10 Fig. 6]: the feasible part S₀ with its share of the
/// area, the mirrors, p⁻, and an ordering to each outcome as a path on the sphere.
class NormalSphereFigure : public Figure {
 public:
  /// view: JSON, {"turn": degrees about the vertical, "tilt": degrees upwards}, from where the sphere is
  /// seen. Throws FigureError, see ContactSphere.
  explicit NormalSphereFigure(SnapshotPtr snapshot, const QString& view = {});

  QString name() const override { return QStringLiteral("normal-sphere"); }
  QString title() const override;
  double aspect() const override { return 0.95; }
  void paint(QPainter& painter, const QRectF& area) const override;
  /// outcome,reflections,x,y,z: p⁻ and what each reflection makes of it, on the unit sphere.
  QString csv() const override;
  FigureSource source() const override;

 private:
  /// What is drawn of an outcome.
  struct Path {
    std::vector<int> word;
    std::vector<Eigen::Vector3d> momenta;
  };
  std::vector<Path> paths() const;

  SnapshotPtr m_snapshot;
  ContactSphere m_sphere;
  double m_turn = 25, m_tilt = 20;  ///< degrees
};

}  // namespace carom
