#pragma once

#include <Eigen/Core>

namespace carom {

/// The nearest multiple of 15° where the angle (rad) is within 0.05 rad of it, the angle itself elsewhere.
/// `free`: always the angle itself.
double roundAngle(double angle, bool free);

/// The vector, of the same length in the plane z = 0, at a round angle where it is near one.
Eigen::Vector3d withRoundAngle(const Eigen::Vector3d& v, bool free);

}  // namespace carom
