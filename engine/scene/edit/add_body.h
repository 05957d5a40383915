#pragma once

#include <Eigen/Core>
#include <nlohmann/json.hpp>
#include <string>
#include <variant>
#include <vector>

#include "mechanics/tree/mechanism.h"

namespace carom::edit {

using Json = nlohmann::ordered_json;

/// A scene with bodies that were not there before, by name.
struct WithBodies {
  Json scene;
  std::vector<std::string> bodies;
};

// Bodies that can be placed in the plane z = 0. They start at rest.

/// It moves freely in the plane, or with the body that carries it.
struct NewBall {
  Eigen::Vector3d at;
  double radius = 0.05, mass = 1;
  std::string carrier{};  ///< "" for none
  Pose carrierPose{};     ///< at the initial state
};
/// The half-space with a point on its boundary and an outward normal.
struct NewWall {
  Eigen::Vector3d at, normal;
};
struct NewRod {
  Eigen::Vector3d from, to;
  double radius = 0, mass = 1;
};
struct NewBox {
  Eigen::Vector3d centre, size;
  double angle = 0, mass = 1;
};
/// A rod that turns about its first end, which is fixed to a body or to the world.
struct NewLink {
  std::string parent;  ///< "" for the world
  Pose parentPose;     ///< at the initial state
  Eigen::Vector3d from, to;
  double radius = 0, mass = 1;
};
using NewBody = std::variant<NewBall, NewWall, NewRod, NewBox, NewLink>;

/// Where a scene lists its contacts, the new body gets one with everything that it can touch.
WithBodies addBody(const Json& scene, const NewBody& body);
/// Adds contacts of a body with the first `others` in the list, all before it, where the scene lists its
/// contacts.
void addContactsOf(Json& scene, std::size_t entry, std::size_t others);

/// Adds a shape to a body.
Json addShape(const Json& scene, const std::string& body, const Json& shape);
/// Adds an entry of a list such as "springs", "dampers", "motors".
Json addForce(const Json& scene, const std::string& list, const Json& force);

}  // namespace carom::edit
