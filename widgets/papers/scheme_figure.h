#pragma once

#include "figure/figure.h"

namespace carom {

/// Balls in the plane at their initial state as lines and surfaces, with velocities, normals of closed
/// contacts and the arcs of parameters [SM14 Fig. 4].
class SchemeFigure : public Figure {
 public:
  /// Throws FigureError where the scene moves in space, or has bodies other than balls and half-spaces.
  explicit SchemeFigure(SnapshotPtr snapshot);

  QString name() const override { return QStringLiteral("billiard-scheme"); }
  QString title() const override;
  double aspect() const override;
  void paint(QPainter& painter, const QRectF& area) const override;
  FigureSource source() const override { return {name(), m_snapshot}; }

 private:
  SnapshotPtr m_snapshot;
};

/// The stances A, B and C of RHex with the angles that [SM12] prints (Figs 2 and 3), whatever else the
/// parameters are: both feet on the floor, with the product ⟨û,v̂⟩ of the two contacts.
class StancesFigure : public Figure {
 public:
  /// Throws FigureError where the scene has no legs with these angles.
  explicit StancesFigure(SnapshotPtr snapshot);

  QString name() const override { return QStringLiteral("rhex-stances"); }
  QString title() const override;
  double aspect() const override { return 0.33; }
  void paint(QPainter& painter, const QRectF& area) const override;
  /// stance,gamma,phi,product.
  QString csv() const override;
  FigureSource source() const override { return {name(), m_snapshot}; }

 private:
  struct Stance {
    QChar letter;
    SceneInstance instance;
    double gamma, phi, product;  ///< rad, rad, ⟨û,v̂⟩
  };
  SnapshotPtr m_snapshot;
  std::vector<Stance> m_stances;
};

}  // namespace carom
