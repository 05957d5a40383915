#pragma once

#include <Eigen/Core>
#include <optional>
#include <vector>

namespace carom {

class Mechanism;

/// The samples of a run that someone else computed or measured, in the coordinates of a mechanism.
struct RecordedRun {
  Eigen::VectorXd time;  ///< N, rising (s)
  Eigen::MatrixXd q;     ///< n×N
  Eigen::MatrixXd v;     ///< n×N, see Mechanism; no column where velocities are missing
  /// Coordinates that were not recorded and that the loops tell from the others: their numbers, rising.
  std::vector<int> told{};
  /// n×N, forces and torques besides those of the scene (N, N·m); no column where none were recorded.
  Eigen::MatrixXd tau{};

  Eigen::Index size() const { return time.size(); }
  bool hasVelocities() const { return v.cols() > 0; }
};

/// The configuration at a time (s), between two samples with constant velocities; empty before the first one
/// and after the last.
std::optional<Eigen::VectorXd> configurationAt(const RecordedRun& run, const Mechanism& mechanism,
                                               double time);

/// Standard deviations of one sample: n each; `v` is empty where velocities are missing.
struct RecordingNoise {
  Eigen::VectorXd q, v;
};

}  // namespace carom
