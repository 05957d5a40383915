#pragma once

#include "scene/scene.h"

namespace carom {

/// The parameter values that bring a body nearest to a point, as dragging the body does.
struct Placement {
  Assignments assignments;  ///< the given ones with the new values, in display units
  /// The parameters that move this body, in the order of the scene; may be empty.
  std::vector<std::string> parameters;
  double distance = 0;  ///< from the body to the target (m), with these assignments
};

/// The point by which a body is dragged (world, m): its origin, or, where that is a hinge of its own, its
/// centre of mass; a point of its x axis where that is the hinge, too.
Eigen::Vector3d gripAt(const Mechanism& mechanism, int body, const Eigen::VectorXd& q);

/// Minimises |gripAt(body) − target|² over the named parameters (all where `parameters` is empty), from their
/// present values, by Gauss–Newton steps within the ranges of their sliders, halved until the distance falls
/// and the scene is possible. Integers are kept.
///
/// New values are written with 12 digits in the unit of the parameter ("101.25deg"), and the distance is that
/// of the written values. body: index. target: world (m). Throws SceneError where the present values are
/// impossible or a name is unknown.
Placement placeBody(const Scene& scene, const Assignments& assignments, int body,
                    const Eigen::Vector3d& target, const std::vector<std::string>& parameters);

}  // namespace carom
