#include "peers/lasting_worlds.h"

namespace carom::peers {

namespace {

const Eigen::Vector3d gravity(0, -9.81, 0);

}  // namespace

World doublePendulum() {
  World world;
  world.gravity = gravity;
  for (int i = 0; i < 2; ++i) {
    world.bodies.push_back({Box{{0.5, 0.05, 0.05}}, 1, {i + 0.5, 0, 0}});
    world.hinges.push_back({i, {static_cast<double>(i), 0, 0}});
  }
  return world;
}

World stackOfBoxes(int count) {
  World world;
  world.gravity = gravity;
  world.friction = 0.5;
  world.planes.push_back({Eigen::Vector3d::UnitY(), 0});
  double top = 0;
  for (int i = 0; i < count; ++i) {
    const double half = 0.5 * (1 - 0.1 * i);
    world.bodies.push_back({Box{Eigen::Vector3d::Constant(half)}, 1, {0, top + half, 0}});
    top += 2 * half;
  }
  return world;
}

double energy(const World& world, const std::vector<Motion>& motions) {
  double sum = 0;
  for (std::size_t i = 0; i < motions.size(); ++i) {
    const RigidBody& body = world.bodies[i];
    sum += 0.5 * body.mass * motions[i].velocity.squaredNorm() +
           0.5 * inertia(body).z() * motions[i].spin * motions[i].spin -
           body.mass * world.gravity.dot(motions[i].position);
  }
  return sum;
}

}  // namespace carom::peers
