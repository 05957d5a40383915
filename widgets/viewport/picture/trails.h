#pragma once

#include <vector>

#include "viewport/picture/scene_frame.h"

namespace carom {

/// The ways of the centres of mass of the moving bodies through a whole motion.
class Trails {
 public:
  Trails() = default;
  explicit Trails(const Snapshot& snapshot);
  /// The ways up to a time (s).
  std::vector<SceneFrame::Trail> until(double time) const;

 private:
  std::vector<double> m_times;             ///< N, rising (s)
  std::vector<SceneFrame::Trail> m_whole;  ///< of each moving body, N points
};

}  // namespace carom
