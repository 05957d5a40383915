#pragma once
#include "peers/peer.h"
#include "peers/plain_world.h"

namespace carom::peers {

inline Triple triple(const Eigen::Vector3d& v) {
  return {v.x(), v.y(), v.z()};
}
inline Eigen::Vector3d eigenVector(const Triple& v) {
  return {v[0], v[1], v[2]};
}

inline PlainWorld plain(const World& world) {
  PlainWorld all{{}, {}, triple(world.gravity), world.restitution, world.friction, !world.collides()};
  for (const RigidBody& from : world.bodies) {
    PlainWorld::Body body;
    if (const auto* ball = std::get_if<Ball>(&from.shape))
      body.radius = ball->radius;
    else
      body.halfSize = triple(std::get<Box>(from.shape).halfSize);
    body.mass = from.mass;
    body.moments = triple(inertia(from));
    body.position = triple(from.position);
    body.velocity = triple(from.velocity);
    if (all.hasHinges) body.hinge = triple(world.hinges[all.bodies.size()].at);
    all.bodies.push_back(body);
  }
  for (const HalfSpace& plane : world.planes) all.planes.push_back({triple(plane.normal), plane.offset});
  return all;
}

inline std::vector<Motion> fromPlain(const std::vector<PlainMotion>& plain) {
  std::vector<Motion> motions;
  for (const PlainMotion& motion : plain)
    motions.push_back({eigenVector(motion.position), eigenVector(motion.velocity), motion.spin});
  return motions;
}

}  // namespace carom::peers
