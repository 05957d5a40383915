#include "peers/lasting_worlds.h"

#include <algorithm>
#include <cmath>

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

World slidingBox() {
  World world = stackOfBoxes(1);
  world.bodies[0].velocity = {8, 0, 0};
  return world;
}

namespace {

/// Balls of 0.1 m and 1 kg.
World settling(bool isSpatial) {
  World world;
  world.gravity = gravity;
  world.friction = 0.3;
  world.settles = true;
  world.isSpatial = isSpatial;
  return world;
}

/// A number in [−size, size] that looks random: no row of bodies meets another at one instant.
double scattered(int index, double size) {
  return size * (2 * std::fmod(0.5 + 0.6180339887498949 * index, 1) - 1);
}

constexpr double ballRadius = 0.05;

}  // namespace

World discsInFunnel(int count) {
  World world = settling(false);
  const double s = std::sqrt(0.5);
  for (const double side : {s, -s}) world.planes.push_back({{side, s, 0}, 0});
  for (int i = 0; i < count; ++i)
    world.bodies.push_back({Ball{ballRadius},
                            1,
                            {0.12 * (i % 5 - 2) + scattered(2 * i, 0.005),
                             0.55 + 0.12 * (i / 5) + scattered(2 * i + 1, 0.005), 0}});
  return world;
}

World ballsInPit(int count) {
  World world = settling(true);
  world.planes.push_back({Eigen::Vector3d::UnitY(), 0});
  for (const Eigen::Vector3d& out : {Eigen::Vector3d(1, 0.3, 0), Eigen::Vector3d(-1, 0.3, 0),
                                     Eigen::Vector3d(0, 0.3, 1), Eigen::Vector3d(0, 0.3, -1)})
    world.planes.push_back({out.normalized(), -0.3});
  for (int i = 0; i < count; ++i) {
    const int place = i % 9;
    world.bodies.push_back({Ball{ballRadius},
                            1,
                            {0.11 * (place % 3 - 1) + scattered(3 * i, 0.004),
                             0.1 + 0.12 * (i / 9) + scattered(3 * i + 1, 0.004),
                             0.11 * (place / 3 - 1) + scattered(3 * i + 2, 0.004)}});
  }
  return world;
}

double overlap(const World& world, const std::vector<Motion>& motions) {
  double deepest = 0;
  for (std::size_t i = 0; i < motions.size(); ++i) {
    const double radius = std::get<Ball>(world.bodies[i].shape).radius;
    for (const HalfSpace& plane : world.planes)
      deepest = std::max(deepest, radius + plane.offset - plane.normal.dot(motions[i].position));
    for (std::size_t k = 0; k < i; ++k)
      deepest = std::max(deepest, radius + std::get<Ball>(world.bodies[k].shape).radius -
                                      (motions[i].position - motions[k].position).norm());
  }
  return deepest;
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
