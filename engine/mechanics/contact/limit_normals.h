#pragma once

#include <vector>

#include "mechanics/contact/shape_parts.h"
#include "mechanics/tree/mechanism.h"

namespace carom {

/// Where a corner or point touches an edge or corner of a hull, the gap has no gradient: the limits of
/// its direction, from the first part to the second, as the bodies approach this position. They are the
/// extreme rays of the unit vectors e with ⟨e, d⟩ ≤ 0 for all directions d into the first body and ≥ 0 for
/// those into the second: the common normal cone of both. Empty where the direction is unique, for other
/// parts, and for bodies that overlap. The bodies may pass the corner on the side of any of them.
std::vector<Eigen::Vector3d> limitDirections(const WorldPart& first, const WorldPart& second);

/// The covectors Dφ (rows, n columns) of these directions for a contact at q; no row where it has one normal.
Eigen::MatrixXd limitNormals(const Mechanism& mechanism, int contact, const Eigen::VectorXd& q);

}  // namespace carom
