// Bullet: sequential impulses (default), or an exact solver of the complementarity problem.
#include <BulletDynamics/MLCPSolvers/btDantzigSolver.h>
#include <BulletDynamics/MLCPSolvers/btMLCPSolver.h>
#include <btBulletDynamicsCommon.h>

#include "peers/peer.h"

namespace carom::peers {

namespace {

btVector3 bulletVector(const Eigen::Vector3d& v) {
  return {static_cast<btScalar>(v.x()), static_cast<btScalar>(v.y()), static_cast<btScalar>(v.z())};
}
Eigen::Vector3d eigenVector(const btVector3& v) {
  return {v.x(), v.y(), v.z()};
}

class BulletSimulation : public Simulation {
 public:
  BulletSimulation(const World& world, double step, Settings settings)
      : m_step(static_cast<btScalar>(step)),
        m_best(settings == Settings::Best),
        m_solver(m_best ? std::make_unique<btMLCPSolver>(&m_dantzig)
                        : std::make_unique<btSequentialImpulseConstraintSolver>()),
        m_world(&m_dispatcher, &m_broadphase, m_solver.get(), &m_configuration) {
    m_world.setGravity(bulletVector(world.gravity));
    if (m_best) {
      btContactSolverInfo& info = m_world.getSolverInfo();
      info.m_splitImpulsePenetrationThreshold = 0;
      info.m_restitutionVelocityThreshold = 0;
    }
    for (const HalfSpace& plane : world.planes)
      addPart(std::make_unique<btStaticPlaneShape>(bulletVector(plane.normal),
                                                   static_cast<btScalar>(plane.offset)),
              0, {}, {}, world);
    for (const RigidBody& body : world.bodies) {
      if (const auto* ball = std::get_if<Ball>(&body.shape))
        addPart(std::make_unique<btSphereShape>(static_cast<btScalar>(ball->radius)), body.mass,
                body.position, body.velocity, world);
      else
        addPart(std::make_unique<btBoxShape>(bulletVector(std::get<Box>(body.shape).halfSize)), body.mass,
                body.position, body.velocity, world);
    }
    m_first = world.planes.size();
    for (const Hinge& hinge : world.hinges) addHinge(hinge, world);
  }
  ~BulletSimulation() override {
    for (const auto& hinge : m_hinges) m_world.removeConstraint(hinge.get());
    for (const auto& body : m_bodies) m_world.removeRigidBody(body.get());
  }

  void step() override { m_world.stepSimulation(m_step, 0); }
  std::vector<Motion> motions() const override {
    std::vector<Motion> motions;
    for (std::size_t i = m_first; i < m_bodies.size(); ++i)
      motions.push_back({eigenVector(m_bodies[i]->getWorldTransform().getOrigin()),
                         eigenVector(m_bodies[i]->getLinearVelocity()),
                         m_bodies[i]->getAngularVelocity().z()});
    return motions;
  }

 private:
  void addPart(std::unique_ptr<btCollisionShape> shape, double mass, const Eigen::Vector3d& position,
               const Eigen::Vector3d& velocity, const World& world) {
    btVector3 moments(0, 0, 0);
    if (mass > 0) shape->calculateLocalInertia(static_cast<btScalar>(mass), moments);
    btRigidBody::btRigidBodyConstructionInfo info(static_cast<btScalar>(mass), nullptr, shape.get(), moments);
    // Bullet multiplies the coefficients of the two bodies.
    info.m_restitution = static_cast<btScalar>(std::sqrt(world.restitution));
    info.m_friction = static_cast<btScalar>(std::sqrt(world.friction));
    if (mass > 0) info.m_startWorldTransform.setOrigin(bulletVector(position));
    auto body = std::make_unique<btRigidBody>(info);
    if (mass > 0) body->setLinearVelocity(bulletVector(velocity));
    body->setActivationState(DISABLE_DEACTIVATION);
    if (m_best) body->setContactProcessingThreshold(0);
    if (world.collides())
      m_world.addRigidBody(body.get());
    else
      m_world.addRigidBody(body.get(), 1, 0);
    m_shapes.push_back(std::move(shape));
    m_bodies.push_back(std::move(body));
  }
  void addHinge(const Hinge& hinge, const World& world) {
    const auto index = static_cast<std::size_t>(hinge.body);
    const btVector3 axis(0, 0, 1), own = bulletVector(hinge.at - world.bodies[index].position);
    if (hinge.body == 0)
      m_hinges.push_back(std::make_unique<btHingeConstraint>(*m_bodies[m_first], own, axis));
    else
      m_hinges.push_back(std::make_unique<btHingeConstraint>(
          *m_bodies[m_first + index - 1], *m_bodies[m_first + index],
          bulletVector(hinge.at - world.bodies[index - 1].position), own, axis, axis));
    m_world.addConstraint(m_hinges.back().get());
  }

  btScalar m_step;
  bool m_best;
  btDefaultCollisionConfiguration m_configuration;
  btCollisionDispatcher m_dispatcher{&m_configuration};
  btDbvtBroadphase m_broadphase;
  btDantzigSolver m_dantzig;
  std::unique_ptr<btConstraintSolver> m_solver;
  btDiscreteDynamicsWorld m_world;
  std::vector<std::unique_ptr<btCollisionShape>> m_shapes;
  std::vector<std::unique_ptr<btRigidBody>> m_bodies;
  std::size_t m_first = 0;  ///< of the bodies that move
  std::vector<std::unique_ptr<btHingeConstraint>> m_hinges;
};

const AddedPeer added{
    {"bullet",
     std::to_string(BT_BULLET_VERSION / 100) + "." + std::to_string(BT_BULLET_VERSION % 100),
     {"single precision; sequential impulses, 10 iterations; restitution above 0.2 m/s only; split impulse "
      "where bodies overlap by more than 0.04 m, else 0.2 of the overlap becomes velocity; no damping, no "
      "sleeping",
      "single precision; Dantzig's exact solver; restitution at every speed; contacts only where bodies "
      "touch; split impulse for every overlap; no damping, no sleeping"},
     [](const World& world, double step, Settings settings) -> std::unique_ptr<Simulation> {
       return std::make_unique<BulletSimulation>(world, step, settings);
     }}};

}  // namespace

}  // namespace carom::peers
