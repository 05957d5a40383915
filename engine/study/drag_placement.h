#pragma once

#include "scene/scene.h"

namespace carom {

/// The parameters under which a body comes nearest to a point: what dragging a body means.
struct Placement {
  Assignments assignments;  ///< the given ones with the new values written in, in display units
  std::vector<std::string>
      parameters;       ///< those that move this body, in the order of the scene; may be empty
  double distance = 0;  ///< what is left between body and target (m), with these assignments
};

/// Minimises |position(body) − target|² over the named parameters, by Gauss–Newton steps that stay within
/// what their sliders span and are halved until they lead nearer and to a scene that is possible. It starts
/// from the present values. Where the names are empty, every parameter is used. Integers never move.
///
/// New values are rounded to 12 digits and written in the parameter's unit ("101.25deg"): the distance
/// belongs to what was written. body: index. target: world (m). Throws SceneError where the present values
/// are impossible or a name is unknown.
Placement placeBody(const Scene& scene, const Assignments& assignments, int body,
                    const Eigen::Vector3d& target, const std::vector<std::string>& parameters);

}  // namespace carom
