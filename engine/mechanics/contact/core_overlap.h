#pragma once

#include "mechanics/tree/mechanism.h"

namespace carom {

/// The depth of overlap of two shapes without their radii (m), by the fifteen separating axes of two boxes,
/// with a hull by those of its faces and edges; ≤ 0 where one of them separates the shapes. Detects bodies
/// that cross without a corner inside the other. 0 for shapes without edges (half-spaces, balls, points),
/// whose gaps suffice.
double coreOverlap(const Mechanism& mechanism, const ContactPair& contact, const Eigen::VectorXd& q);
/// The same for the poses of the two bodies.
double coreOverlap(const Mechanism& mechanism, const ContactPair& contact, const std::array<Pose, 2>& poses);

}  // namespace carom
