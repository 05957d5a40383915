#pragma once

#include <optional>

#include "figure/axes_frame.h"
#include "figure/figure.h"
#include "papers/contour.h"

namespace carom {

/// Two coordinates of a scene, the others as in the initial state: the region in which no bodies overlap and
/// that is joined to the initial state, its boundaries, one for each contact, and the motion with its corners
/// [SM10 Fig. 4]. Boundaries are straight between the places of a grid, which is computed once for each
/// range. May be painted in any thread, but in one at a time.
class ConfigurationSpaceFigure : public Figure {
 public:
  /// view: {"x": "a.x", "y": "b.x"}; else the first two coordinates. Throws FigureError for unknown ones and
  /// for a scene with fewer than two.
  explicit ConfigurationSpaceFigure(SnapshotPtr snapshot, const QString& view = {}, int gridSize = fineGrid);

  /// Places along each axis: gaps that bend have a boundary that looks smooth. The coarse grid is for a
  /// picture that will change again soon.
  static constexpr int fineGrid = 241, coarseGrid = 61;

  QString name() const override { return QStringLiteral("configuration-space"); }
  QString title() const override;
  double aspect() const override { return 0.86; }
  void paint(QPainter& painter, const QRectF& area) const override;
  /// what,x,y: the motion, its impacts, and the boundary of each contact.
  QString csv() const override;
  FigureSource source() const override;

 private:
  /// The gaps of a contact; NaN where they are positive outside of the region.
  struct Boundary {
    QString contact;
    int index;
    GridValues gaps;
  };
  struct Region {
    QRectF range;
    std::vector<Boundary> boundaries;
    GridValues least;  ///< of all gaps, negative outside of the region
  };
  Eigen::VectorXd configuration(double x, double y) const;
  void takeMotion();
  std::vector<int> contactsThatMove() const;
  const Region& regionOver(const QRectF& range) const;
  Region computeRegion(const QRectF& range) const;
  void paintBoundaries(QPainter& painter, const AxesFrame& frame) const;
  void paintName(QPainter& painter, const AxesFrame& frame, const Boundary& boundary,
                 const std::vector<QPointF>& line, std::vector<QPointF>& taken) const;

  SnapshotPtr m_snapshot;
  int m_x = 0, m_y = 1, m_gridSize;
  QRectF m_range;
  mutable std::optional<Region> m_region;  ///< the one computed last
  std::vector<QPointF> m_motion, m_corners;
};

}  // namespace carom
