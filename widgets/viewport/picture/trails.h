#pragma once

#include <vector>

#include "viewport/picture/scene_frame.h"

namespace carom {

/// The ways of the centres of mass of the moving bodies through a whole motion, and through the kept runs
/// that are shown, in the colours of these.
class Trails {
 public:
  Trails() = default;
  explicit Trails(const Snapshot& snapshot);
  /// The ways up to a time (s).
  std::vector<SceneFrame::Trail> until(double time) const;

 private:
  struct Run {
    std::vector<double> times;             ///< N, rising (s)
    std::vector<SceneFrame::Trail> whole;  ///< of each moving body, N points
  };
  void addRun(const SceneInstance& instance, const Trajectory& motion, const QColor& color);

  std::vector<Run> m_runs;
};

}  // namespace carom
