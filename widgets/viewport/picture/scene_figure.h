#pragma once

#include <optional>

#include "answer/snapshot.h"
#include "common/selection.h"
#include "figure/figure.h"
#include "viewport/view_state.h"

namespace carom {

/// The 3D view as a figure: the solid scene as a picture of high resolution, with vector arrows and letters.
/// It needs no display. paint() throws FigureError without OpenGL.
class SceneFigure : public Figure {
 public:
  /// Shows the end of the initial impact, or the initial state where there is none, as the window first
  /// frames it.
  explicit SceneFigure(const SnapshotPtr& snapshot);
  /// Without a view, the figure has the camera with which the window starts.
  SceneFigure(SnapshotPtr snapshot, const Moment& moment, std::optional<ViewState> view = {},
              double aspect = 0.62);

  QString name() const override { return QStringLiteral("scene"); }
  QString title() const override;
  double aspect() const override { return m_aspect; }
  void paint(QPainter& painter, const QRectF& area) const override;
  void paintVectors(QPainter& painter, const QRectF& area, int rasterDpi) const override;
  /// Body, position and velocity at the moment, in SI.
  QString csv() const override;
  QString provenance() const override;

 private:
  /// `resolution`: pixels per unit of the painter for the solid scene.
  void paintScene(QPainter& painter, const QRectF& area, double resolution) const;

  SnapshotPtr m_snapshot;
  Moment m_moment;
  std::optional<ViewState> m_view;
  double m_aspect;
};

}  // namespace carom
