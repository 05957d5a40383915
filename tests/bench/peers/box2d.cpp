// Box2D: sequential impulses in the plane.
#include <box2d/box2d.h>

#include "peers/peer.h"

namespace carom::peers {

namespace {

b2Vec2 planeVector(const Eigen::Vector3d& v) {
  return {static_cast<float>(v.x()), static_cast<float>(v.y())};
}

class Box2dSimulation : public Simulation {
 public:
  Box2dSimulation(const World& world, double step, Settings settings)
      : m_step(static_cast<float>(step)),
        m_best(settings == Settings::Best),
        m_world(planeVector(world.gravity)) {
    m_world.SetAllowSleeping(false);
    const b2BodyDef fixed;
    b2Body* ground = m_world.CreateBody(&fixed);
    for (const HalfSpace& plane : world.planes) addPlane(*ground, plane, world);
    for (const RigidBody& body : world.bodies) addBody(body, world);
    for (const Hinge& hinge : world.hinges) {
      const auto index = static_cast<std::size_t>(hinge.body);
      b2RevoluteJointDef joint;
      joint.Initialize(index > 0 ? m_bodies[index - 1] : ground, m_bodies[index], planeVector(hinge.at));
      m_world.CreateJoint(&joint);
    }
  }

  void step() override { m_world.Step(m_step, m_best ? 100 : 8, m_best ? 20 : 3); }
  std::vector<Motion> motions() const override {
    std::vector<Motion> motions;
    for (const b2Body* body : m_bodies) {
      const b2Vec2 x = body->GetWorldCenter(), v = body->GetLinearVelocity();
      motions.push_back({{x.x, x.y, 0}, {v.x, v.y, 0}, body->GetAngularVelocity()});
    }
    return motions;
  }

 private:
  void addFixture(b2Body& body, const b2Shape& shape, const World& world) {
    b2FixtureDef fixture;
    fixture.shape = &shape;
    fixture.density = 1;
    fixture.restitution = static_cast<float>(world.restitution);
    fixture.friction = static_cast<float>(world.friction);
    if (m_best) fixture.restitutionThreshold = 0;
    if (!world.collides()) fixture.filter.maskBits = 0;
    body.CreateFixture(&fixture);
  }
  /// Polygons have a skin around them, here within the stated size.
  void addPlane(b2Body& ground, const HalfSpace& plane, const World& world) {
    constexpr float far = 100;
    const b2Vec2 normal = planeVector(plane.normal), along(-normal.y, normal.x);
    b2PolygonShape slab;
    slab.SetAsBox(far, 1, (static_cast<float>(plane.offset) - 1 - b2_polygonRadius) * normal,
                  b2Atan2(along.y, along.x) + b2_pi);
    addFixture(ground, slab, world);
  }
  void addBody(const RigidBody& from, const World& world) {
    b2BodyDef definition;
    definition.type = b2_dynamicBody;
    definition.position = planeVector(from.position);
    definition.linearVelocity = planeVector(from.velocity);
    b2Body* body = m_world.CreateBody(&definition);
    if (const auto* ball = std::get_if<Ball>(&from.shape)) {
      b2CircleShape circle;
      circle.m_radius = static_cast<float>(ball->radius);
      addFixture(*body, circle, world);
    } else {
      const b2Vec2 half = planeVector(std::get<Box>(from.shape).halfSize);
      b2PolygonShape box;
      box.SetAsBox(half.x - b2_polygonRadius, half.y - b2_polygonRadius);
      addFixture(*body, box, world);
    }
    const b2MassData mass{static_cast<float>(from.mass), b2Vec2(0, 0), static_cast<float>(inertia(from).z())};
    body->SetMassData(&mass);
    m_bodies.push_back(body);
  }

  float m_step;
  bool m_best;
  b2World m_world;
  std::vector<b2Body*> m_bodies;
};

const AddedPeer added{
    {"box2d",
     std::to_string(b2_version.major) + "." + std::to_string(b2_version.minor) + "." +
         std::to_string(b2_version.revision),
     {"single precision, in the plane; 8 iterations for velocities, 3 for positions; restitution above 1 m/s "
      "only; boxes smaller by the skin of 0.01 m; no damping, no sleeping",
      "single precision, in the plane; 100 iterations for velocities, 20 for positions; restitution at every "
      "speed (threshold 0); boxes smaller by the skin of 0.01 m; no damping, no sleeping"},
     [](const World& world, double step, Settings settings) -> std::unique_ptr<Simulation> {
       return std::make_unique<Box2dSimulation>(world, step, settings);
     },
     true}};

}  // namespace

}  // namespace carom::peers
