#pragma once

#include "figure/figure.h"
#include "papers/planar_drawing.h"

namespace carom {

/// A planar robot with its configuration variables, each at its joint [SM12 Fig. 1, SM14 Fig. 6]: the angle
/// of a body from where its coordinate is 0, and the place of the base from the world's origin. Drawn clear
/// of the floor, and turned where the angle of the base is 0, so that each variable is seen.
class JointVariablesFigure : public Figure {
 public:
  enum class Robot { Rhex, Trex };
  /// Throws FigureError where the scene moves in space, or has no body that turns.
  explicit JointVariablesFigure(SnapshotPtr snapshot, Robot robot = Robot::Rhex);

  QString name() const override;
  QString title() const override;
  double aspect() const override;
  void paint(QPainter& painter, const QRectF& area) const override;
  /// coordinate,symbol,value: of the drawing, in SI.
  QString csv() const override;
  FigureSource source() const override { return {name(), m_snapshot}; }

  /// An angle as it is drawn.
  struct Angle {
    int coordinate;
    Sketch::Vector pivot;  ///< m
    double from, to;       ///< directions (rad): where the coordinate is 0, and where it is
  };
  std::vector<Angle> angles() const;
  const Eigen::VectorXd& configuration() const { return m_q; }

 private:
  PlanarDrawing drawing() const;
  void paintPlace(Sketch& sketch) const;

  SnapshotPtr m_snapshot;
  Robot m_robot;
  Eigen::VectorXd m_q;
};

}  // namespace carom
