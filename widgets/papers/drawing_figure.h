#pragma once

#include "common/selection.h"
#include "figure/figure.h"

namespace carom {

/// A planar scene as a vector drawing, at any moment of its run: bodies, normals of closed contacts,
/// velocities or momenta, and the arcs of parameters at the initial state.
class DrawingFigure : public Figure {
 public:
  /// view: JSON, {"arrows": "velocity", "momentum", "both" or "none"} and a moment, see momentIn(); else the
  /// initial state. Throws FigureError where the scene moves in space, and for other arrows.
  explicit DrawingFigure(SnapshotPtr snapshot, const QString& view = {});

  QString name() const override { return QStringLiteral("drawing"); }
  QString title() const override;
  double aspect() const override;
  void paint(QPainter& painter, const QRectF& area) const override;
  /// body,x,y (m),vx,vy (m/s),px,py (N·s): the centres of mass.
  QString csv() const override;
  FigureSource source() const override;

 private:
  struct PlanarDrawing drawing() const;
  void takeMoment();

  SnapshotPtr m_snapshot;
  std::optional<Moment> m_moment;
  QString m_arrows;
  Eigen::VectorXd m_q, m_v;                  ///< n, at the moment
  Eigen::Matrix3Xd m_velocities, m_momenta;  ///< of the centres of mass, 3×bodies
};

}  // namespace carom
