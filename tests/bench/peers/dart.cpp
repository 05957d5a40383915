// DART: Dantzig's solver of the complementarity problem with boxed friction.
#include <dart/collision/ode/ode.hpp>
#include <dart/dart.hpp>
#include <iostream>

#include "peers/peer.h"

namespace carom::peers {

namespace {

class DartSimulation : public Simulation {
 public:
  DartSimulation(const World& world, double step, Settings settings)
      : m_world(dart::simulation::World::create()) {
    m_world->setGravity(world.gravity);
    m_world->setTimeStep(step);
    std::cerr.setstate(std::ios::failbit);  // its warnings of every plane that becomes a box
    if (settings == Settings::Best)
      m_world->getConstraintSolver()->setCollisionDetector(dart::collision::OdeCollisionDetector::create());
    for (const HalfSpace& plane : world.planes) addPlane(plane, world);
    if (world.collides())
      for (const RigidBody& body : world.bodies) addBody(body, world);
    else
      addChain(world);
  }

  void step() override { m_world->step(); }
  std::vector<Motion> motions() const override {
    std::vector<Motion> motions;
    for (const dart::dynamics::BodyNode* body : m_bodies)
      motions.push_back({body->getCOM(), body->getCOMLinearVelocity(), body->getAngularVelocity().z()});
    return motions;
  }

 private:
  /// DART multiplies the restitutions of two bodies, and takes the smaller friction.
  static void addShape(dart::dynamics::BodyNode& body, const dart::dynamics::ShapePtr& shape,
                       const World& world) {
    auto* node =
        body.createShapeNodeWith<dart::dynamics::CollisionAspect, dart::dynamics::DynamicsAspect>(shape);
    node->getDynamicsAspect()->setRestitutionCoeff(std::sqrt(world.restitution));
    node->getDynamicsAspect()->setFrictionCoeff(world.friction);
  }
  static dart::dynamics::Inertia inertiaOf(const RigidBody& body) {
    return {body.mass, Eigen::Vector3d::Zero(), inertia(body).asDiagonal().toDenseMatrix()};
  }
  void addPlane(const HalfSpace& plane, const World& world) {
    const auto skeleton =
        dart::dynamics::Skeleton::create("plane" + std::to_string(m_world->getNumSkeletons()));
    auto* body = skeleton->createJointAndBodyNodePair<dart::dynamics::WeldJoint>().second;
    addShape(*body, std::make_shared<dart::dynamics::PlaneShape>(plane.normal, plane.offset), world);
    skeleton->setMobile(false);
    m_world->addSkeleton(skeleton);
  }
  void addBody(const RigidBody& from, const World& world) {
    const auto skeleton = dart::dynamics::Skeleton::create("body" + std::to_string(m_bodies.size()));
    const auto [joint, body] = skeleton->createJointAndBodyNodePair<dart::dynamics::FreeJoint>();
    body->setInertia(inertiaOf(from));
    if (const auto* ball = std::get_if<Ball>(&from.shape))
      addShape(*body, std::make_shared<dart::dynamics::SphereShape>(ball->radius), world);
    else
      addShape(*body, std::make_shared<dart::dynamics::BoxShape>(2 * std::get<Box>(from.shape).halfSize),
               world);
    Eigen::Isometry3d place = Eigen::Isometry3d::Identity();
    place.translation() = from.position;
    joint->setTransform(place);
    joint->setLinearVelocity(from.velocity);
    m_world->addSkeleton(skeleton);
    m_bodies.push_back(body);
  }
  void addChain(const World& world) {
    const auto skeleton = dart::dynamics::Skeleton::create("chain");
    for (const Hinge& hinge : world.hinges) {
      const auto index = static_cast<std::size_t>(hinge.body);
      dart::dynamics::RevoluteJoint::Properties properties;
      properties.mName = "hinge" + std::to_string(hinge.body);
      properties.mAxis = Eigen::Vector3d::UnitZ();
      properties.mT_ParentBodyToJoint.translation() =
          hinge.at - (index > 0 ? world.bodies[index - 1].position : Eigen::Vector3d::Zero());
      properties.mT_ChildBodyToJoint.translation() = hinge.at - world.bodies[index].position;
      auto* body = skeleton
                       ->createJointAndBodyNodePair<dart::dynamics::RevoluteJoint>(
                           index > 0 ? m_bodies.back() : nullptr, properties)
                       .second;
      body->setInertia(inertiaOf(world.bodies[index]));
      m_bodies.push_back(body);
    }
    m_world->addSkeleton(skeleton);
  }

  dart::simulation::WorldPtr m_world;
  std::vector<dart::dynamics::BodyNode*> m_bodies;
};

const AddedPeer added{
    {"dart",
     DART_VERSION,
     {"double precision; Dantzig's solver with boxed friction, semi-implicit Euler; FCL's meshes for all "
      "shapes; restitution "
      "above 0.1 m/s; 0.01 of the overlap becomes velocity; no damping",
      "double precision; the same, with ODE's collision detection of spheres, boxes and planes"},
     [](const World& world, double step, Settings settings) -> std::unique_ptr<Simulation> {
       return std::make_unique<DartSimulation>(world, step, settings);
     }}};

}  // namespace

}  // namespace carom::peers
