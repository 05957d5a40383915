#pragma once

#include "mechanics/tree/mechanism.h"

namespace carom {

/// The depth of overlap of two shapes without their radii (m), along the normals of their faces and of pairs
/// of their edges; ≤ 0 where one of these separates the shapes. Detects bodies that cross without a corner
/// inside the other. 0 for shapes without edges (half-spaces, balls, points), whose gaps suffice, and for two
/// rods in space, which are lines without their radii.
double coreOverlap(const Mechanism& mechanism, const ContactPair& contact, const Eigen::VectorXd& q);
/// The same for the poses of the two bodies.
double coreOverlap(const Mechanism& mechanism, const ContactPair& contact, const std::array<Pose, 2>& poses);

}  // namespace carom
