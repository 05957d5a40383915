#pragma once

#include "viewport/picture/scene_frame.h"

namespace carom {

/// The camera of a movie. It stays where it is as long as it shows everything, and goes back, without a turn,
/// where something leaves the picture.
class FollowingCamera {
 public:
  /// The picture that it starts with. size: in units of the picture.
  FollowingCamera(const Camera& camera, const SceneFrame& start, double arrowScale, QSizeF size);

  /// The next picture.
  void show(const SceneFrame& frame);
  const Camera& camera() const { return m_camera; }

 private:
  Camera m_camera;
  double m_arrowScale;
  QSizeF m_size;
  std::vector<FitTarget> m_targets;  ///< those of the start, and those that left a picture
};

}  // namespace carom
