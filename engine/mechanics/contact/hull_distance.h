#pragma once

#include <vector>

#include "mechanics/contact/solid_height.h"

namespace carom {

/// A point in the frame of a hull; in that of a polygon without its place along z.
Eigen::Vector3d inHull(const WorldHull& hull, const Eigen::Vector3d& point);

/// The height of a point x (in the hull's frame) over a hull whose faces are moved outwards by `grown` (with
/// sharp edges), plus `grown`: outside the distance, inside minus the least depth below a face. grown > 0
/// needs a point within 10⁻⁵ m of the surface or inside.
Height heightOver(const WorldHull& hull, const Eigen::Vector3d& x, double grown);

/// The largest height of x (in the hull's frame) over a face.
double highestOver(const WorldHull& hull, const Eigen::Vector3d& x);

/// The faces of a hull that are at most `depth` (m) above x (in the hull's frame).
std::vector<NearFace> facesNear(const WorldHull& hull, const Eigen::Vector3d& x, double depth);

/// Whether a point x (in the hull's frame) is over a face, inside all planes across its borders.
bool isOver(const Polytope::Face& face, const Eigen::Vector3d& x);

/// Whether a place (in the hull's frame) is a corner of the hull to within nearFace.
bool isAtCorner(const WorldHull& hull, const Eigen::Vector3d& place);

}  // namespace carom
