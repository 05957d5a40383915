#pragma once

#include <optional>

#include "answer/snapshot.h"
#include "common/selection.h"
#include "viewport/picture/ghosts.h"
#include "viewport/picture/rendered_figure.h"
#include "viewport/view_state.h"

namespace carom {

/// The 3D view as a figure: the solid scene is rendered, arrows and letters are vectors.
class SceneFigure : public RenderedFigure {
 public:
  /// Shows the end of the initial impact, or the initial state where there is none, as the window first
  /// frames it; or what a view of source() shows. Throws FigureError.
  explicit SceneFigure(const SnapshotPtr& snapshot, const QString& view = {});
  /// Without a view, the figure has the camera with which the window starts. Ghosts: those at the moment;
  /// tracks: those of every moment, which a movie of the figure shows, too.
  SceneFigure(SnapshotPtr snapshot, const Moment& moment, std::optional<ViewState> view = {},
              double aspect = 0.62, std::vector<Ghosts> ghosts = {}, std::vector<GhostTrack> tracks = {});

  QString name() const override { return QStringLiteral("scene"); }
  QString title() const override;
  double aspect() const override { return m_aspect; }
  /// Body, position and velocity at the moment, in SI; of ghosts "body (name)" and position.
  QString csv() const override;
  FigureSource source() const override;
  const Moment& moment() const { return m_moment; }
  /// Empty where the figure has the camera with which the window starts.
  const std::optional<ViewState>& view() const { return m_view; }
  const std::vector<GhostTrack>& tracks() const { return m_tracks; }

 protected:
  void paintRendered(QPainter& painter, const QRectF& area, double resolution) const override;

 private:
  SnapshotPtr m_snapshot;
  Moment m_moment;
  std::optional<ViewState> m_view;
  double m_aspect;
  std::vector<Ghosts> shownGhosts() const;

  std::vector<Ghosts> m_ghosts;
  std::vector<GhostTrack> m_tracks;
};

}  // namespace carom
