#pragma once

#include <Eigen/Core>
#include <nlohmann/json.hpp>
#include <string>

#include "scene/scene.h"

namespace carom::edit {

using Json = nlohmann::ordered_json;

/// A joint between a single body and another one, or ("") the world.
struct NewJoint {
  enum class Kind {
    Hinge,   ///< turns about z through `at`
    Slider,  ///< travels along `along`
    Ball,    ///< turns about `at` in any way
    Weld     ///< does not move
  };
  Kind kind = Kind::Hinge;
  std::string body, parent;
  Eigen::Vector3d at = Eigen::Vector3d::Zero();      ///< world, m
  Eigen::Vector3d along = Eigen::Vector3d::UnitX();  ///< world, of any length
};
/// Gives the body this joint in place of its own and leaves it where it is. Where the other body comes later
/// in the list, the body moves to the end with all that it carries. Throws SceneError for a wall that would
/// turn, and for a shape that does not turn with its frame, such as a slanting box, on a slider or weld.
Json joinBody(const Json& scene, const SceneInstance& instance, const NewJoint& joint);

}  // namespace carom::edit
