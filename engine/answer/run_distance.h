#pragma once

#include "answer/snapshot.h"

namespace carom {

/// ξ between two runs at one time, ‖p − p′‖/‖p‖ in the metric of the one in force [SM14 Fig. 8]; NaN where
/// that one is at rest.
double distanceBetweenRuns(const Snapshot& snapshot, double time);

/// The same along time, with both sides of every impact of either run.
struct RunDistance {
  Eigen::VectorXd time, xi;
};
RunDistance distanceAlongTime(const Snapshot& snapshot);

}  // namespace carom
