#pragma once

#include <Eigen/Core>
#include <nlohmann/json.hpp>
#include <string>

#include "scene/scene.h"

namespace carom::edit {

using Json = nlohmann::ordered_json;

/// How a body is to follow one new parameter.
struct NewHandle {
  std::string body;
  std::string centre{};  ///< the body that it goes around; "" for a line, and for a body on a hinge
  /// The direction of the line in the plane z = 0, as long as the parameter reaches to either side (m).
  Eigen::Vector3d along = Eigen::Vector3d::Zero();
};
struct AddedHandle {
  Json scene;
  std::string parameter;  ///< its name
};
/// Makes the place of a body depend on a new parameter, whose present value leaves it where it is, and lets a
/// drag of the body change that. A body on a hinge gets its angle as the parameter; one that slides along one
/// axis its coordinate. A body that travels in the plane, or is fixed, gets
///   (x, y) = (x₀, y₀) + s (cos α, sin α)          along a line of the direction α, s = 0 now (m)
///   (x, y) = (x_c, y_c) + r (cos θ, sin θ)        around another body; r follows the radii of balls that
///   touch
/// Angles are drawn as arcs. Throws SceneError where the body's place depends on parameters already, where it
/// is one of a repeat, and where it moves in another way.
AddedHandle addHandle(const Json& scene, const SceneInstance& instance, const NewHandle& handle);

}  // namespace carom::edit
