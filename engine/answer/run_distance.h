#pragma once

#include "answer/snapshot.h"

namespace carom {

/// ξ between two runs at one time, ‖p − p′‖/‖p‖ in the metric of the first run [SM14 Fig. 8]; NaN where that
/// is at rest.
double distanceBetweenRuns(const Snapshot& snapshot, double time);

/// Whether two runs have the same motion: the same coordinates and, to the last bit, the same states along
/// the same time.
bool isSameMotion(const Snapshot& a, const Snapshot& b);

/// ξ between two runs along time, with both sides of every impact of either run. Impacts of both runs at one
/// time, up to rounding, are one impact.
struct RunDistance {
  Eigen::VectorXd time, xi;
};
RunDistance distanceAlongTime(const Snapshot& snapshot);

}  // namespace carom
