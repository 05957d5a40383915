// The recordings bullet-*.csv: runs of Bullet 3.24 (Debian 12) at its default settings, in the coordinates of
// Carom's scenes.
//
//   g++ -std=c++20 -O2 record_bullet.cpp $(pkg-config --cflags --libs bullet) -o record_bullet &&
//   ./record_bullet
//
// Bullet computes in single precision with 240 steps a second, and passes through contacts in an order of its
// own. Places have noise of 0.2 mm, as a camera would add; its seed is fixed.
#include <btBulletDynamicsCommon.h>

#include <cmath>
#include <cstdio>
#include <memory>
#include <numbers>
#include <random>
#include <vector>

namespace {

struct World {
  btDefaultCollisionConfiguration configuration;
  btCollisionDispatcher dispatcher{&configuration};
  btDbvtBroadphase broadphase;
  btSequentialImpulseConstraintSolver solver;
  btDiscreteDynamicsWorld world{&dispatcher, &broadphase, &solver, &configuration};
  std::vector<std::unique_ptr<btCollisionShape>> shapes;
  std::vector<std::unique_ptr<btRigidBody>> bodies;

  ~World() {
    for (const auto& body : bodies) world.removeRigidBody(body.get());
  }
  void add(btCollisionShape* shape, float mass, const btVector3& place, const btVector3& velocity,
           const btVector3& moves) {
    shapes.emplace_back(shape);
    btVector3 inertia(0, 0, 0);
    if (mass > 0) shape->calculateLocalInertia(mass, inertia);
    btRigidBody::btRigidBodyConstructionInfo info(mass, nullptr, shape, inertia);
    info.m_restitution = 1;  // Bullet multiplies those of two bodies
    info.m_friction = 0;
    info.m_startWorldTransform.setOrigin(place);
    auto* body = bodies.emplace_back(std::make_unique<btRigidBody>(info)).get();
    body->setLinearVelocity(velocity);
    body->setLinearFactor(moves);
    body->setAngularFactor(0);
    body->setActivationState(DISABLE_DEACTIVATION);
    world.addRigidBody(body);
  }
};

constexpr float rate = 240;
constexpr double noise = 2e-4;

/// Standard normal, the same on every machine [Box & Muller 1958].
double normal(std::mt19937_64& engine) {
  const auto uniform = [&] { return (static_cast<double>(engine() >> 11) + 0.5) * 0x1p-53; };
  const double radius = std::sqrt(-2 * std::log(uniform()));
  return radius * std::cos(2 * std::numbers::pi * uniform());
}

/// Balls on the x axis, and a wall at x = 0 where it is asked for.
void record(const char* file, const char* head, float radius, const std::vector<btVector3>& balls, bool wall,
            float duration) {
  World w;
  w.world.setGravity({0, 0, 0});
  for (const btVector3& ball : balls)  // place, speed
    w.add(new btSphereShape(radius), 1, {ball.x(), 0, 0}, {ball.y(), 0, 0}, {1, 0, 0});
  if (wall) w.add(new btStaticPlaneShape({1, 0, 0}, 0), 0, {0, 0, 0}, {0, 0, 0}, {0, 0, 0});
  std::mt19937_64 random(41);
  std::FILE* out = std::fopen(file, "w");
  std::fprintf(out, "%s", head);
  for (int k = 0; static_cast<float>(k) < duration * rate; ++k) {
    std::fprintf(out, "\n%.9g", k / 240.0);
    for (std::size_t i = 0; i < balls.size(); ++i)
      std::fprintf(
          out, ",%.6g",
          static_cast<double>(w.bodies[i]->getWorldTransform().getOrigin().x()) + noise * normal(random));
    w.world.stepSimulation(1 / rate, 0);
  }
  std::fprintf(out, "\n");
  std::fclose(out);
}

}  // namespace

int main() {
  record("bullet-cradle.csv", "time,ball0.x,ball1.x,ball2.x", 0.05F,
         {{-0.2F, 1, 0}, {0.1F, 0, 0}, {0.2F, 0, 0}}, false, 0.5F);
  record("bullet-wall.csv", "time,first.x,second.x", 0.1F, {{0.4F, -1, 0}, {0.6F, -1, 0}}, true, 0.6F);
}
