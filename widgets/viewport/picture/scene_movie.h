#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "base/movie_options.h"
#include "figure/movie_file.h"
#include "viewport/picture/following_camera.h"
#include "viewport/picture/scene_figure.h"

namespace carom {

class OffscreenGl;

/// The run of a snapshot as a movie. Time passes at an even speed; at an impact with several reflections it
/// stands still, and they follow one another. Time and energy are written into the frames. Recordings in the
/// view move beside it.
class SceneMovie : public Movie {
 public:
  static constexpr std::size_t mostFrames = 100'000;

  /// view: see SceneFigure::source(); its moment does not count. Throws FigureError for options out of range,
  /// without a run, and for more than mostFrames.
  SceneMovie(SnapshotPtr snapshot, const QString& view, const MovieOptions& options);

  int frameCount() const override { return static_cast<int>(m_moments.size()); }
  QImage frame(int number) const override;
  /// What a frame shows.
  const Moment& moment(int number) const { return m_moments[static_cast<std::size_t>(number)]; }
  /// The camera of a frame: that of the view, or one that follows what leaves the picture.
  const Camera& camera(int number) const;
  /// The words in a frame: "t = 0.1234 s · E = 0.5 J".
  QString caption(int number) const;

 private:
  void addImpact(int impact);
  SceneFrame frameWithTracks(const Moment& moment) const;

  SnapshotPtr m_snapshot;
  ViewState m_view;
  std::vector<GhostTrack> m_tracks;  ///< beside the run
  MovieOptions m_options;
  std::vector<Moment> m_moments;
  mutable std::vector<Camera> m_cameras;  ///< of the first pictures, where the camera follows
  mutable std::optional<FollowingCamera> m_follower;
  mutable std::shared_ptr<OffscreenGl> m_gl;  ///< of all frames, made for the first one
  mutable std::optional<Moment> m_lastMoment;
  mutable Camera m_lastCamera;
  mutable QImage
      m_last;  ///< the frame that was drawn last: while time stands still, the next one is the same
};

}  // namespace carom
