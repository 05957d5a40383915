#pragma once

#include "scene/scene.h"

namespace carom {

/// The parameters under which a body comes nearest to a point: what dragging a body means.
///
/// Minimises |position(body) − target|² over the named parameters within their ranges, starting from the
/// present values. Where the names are empty, every real-valued parameter that moves the body is used.
struct Placement {
  Assignments assignments;               ///< the given ones with the new values written in, in display units
  std::vector<std::string> parameters;   ///< those that moved; empty: no parameter moves this body
  double distance = 0;                   ///< what is left between body and target (m)
};
Placement placeBody(const Scene& scene, const Assignments& assignments, int body, const Eigen::Vector3d& target,
                    const std::vector<std::string>& parameters);

}  // namespace carom
