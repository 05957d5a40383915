#pragma once

#include "figure/figure.h"
#include "papers/planar_drawing.h"

namespace carom {

/// Balls on a line along x with their configuration variables: the place of each from the world's origin,
/// which is at a wall where there is one, and the radius [SM10 Figs. 3, 5]. The balls are drawn apart, so
/// that each variable is seen.
class LineVariablesFigure : public Figure {
 public:
  enum class End { Wall, Free };
  /// Throws FigureError where the scene has other coordinates than those of at most 9 balls along x.
  explicit LineVariablesFigure(SnapshotPtr snapshot, End end = End::Wall);

  QString name() const override;
  QString title() const override;
  double aspect() const override;
  void paint(QPainter& painter, const QRectF& area) const override;
  /// coordinate,symbol,value,radius: of the drawing, in m, from the left to the right.
  QString csv() const override;
  FigureSource source() const override { return {name(), m_snapshot}; }

 private:
  struct Place {
    Eigen::Index coordinate;
    double x, radius;  ///< m
  };
  QRectF span() const;
  double largest() const;
  double levelOf(std::size_t ball) const;
  void paintVariable(Sketch& sketch, std::size_t ball) const;
  void paintRadius(Sketch& sketch, std::size_t ball) const;

  SnapshotPtr m_snapshot;
  End m_end;
  std::vector<Place> m_balls;  ///< from the left to the right
  Eigen::VectorXd m_q;
};

}  // namespace carom
