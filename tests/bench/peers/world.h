#pragma once

#include <Eigen/Geometry>
#include <variant>
#include <vector>

#include "mechanics/tree/mechanism.h"

namespace carom::peers {

struct Box {
  Eigen::Vector3d halfSize;  ///< m
};

/// A free rigid body at rest or moving without spin. SI.
struct RigidBody {
  std::variant<Ball, Box> shape;
  double mass = 1;
  Eigen::Vector3d position, velocity = Eigen::Vector3d::Zero();  ///< of the centre of mass
};

/// The moments of inertia of a uniform body about its centre (kg·m²).
inline Eigen::Vector3d inertia(const RigidBody& body) {
  if (const auto* ball = std::get_if<Ball>(&body.shape))
    return Eigen::Vector3d::Constant(0.4 * body.mass * ball->radius * ball->radius);
  const Eigen::Vector3d square = std::get<Box>(body.shape).halfSize.cwiseAbs2();
  return body.mass / 3 * (Eigen::Vector3d::Constant(square.sum()) - square);
}

/// A hinge about the z axis between a body and the body before it, or the world.
struct Hinge {
  int body = 0;
  Eigen::Vector3d at;  ///< world (m)
};

/// What every engine builds and simulates. Bodies touch each other and the planes, unless there are hinges:
/// then nothing touches. All motion stays in the plane z = 0, unless the world
/// is spatial; y is up.
struct World {
  std::vector<RigidBody> bodies;
  std::vector<HalfSpace> planes;
  std::vector<Hinge> hinges;  ///< body 0 to the world, body 1 to body 0, …
  Eigen::Vector3d gravity = Eigen::Vector3d::Zero();
  double restitution = 0, friction = 0;
  bool settles = false;    ///< bodies fall and come to rest; balls turn
  bool isSpatial = false;  ///< they do not stay in the plane z = 0

  bool collides() const { return hinges.empty(); }
};

}  // namespace carom::peers
