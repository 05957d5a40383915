// Simbody: hard contacts of its time stepper, and the solver PLUS for impulses. C++17.
#include "peers/simbody_world.h"

#include <Simbody.h>

namespace carom::peers {

namespace {

using SimTK::Vec3;

Vec3 vector(const Triple& v) {
  return {v[0], v[1], v[2]};
}
Triple triple(const Vec3& v) {
  return {v[0], v[1], v[2]};
}

}  // namespace

class SimbodyWorld::Parts {
 public:
  Parts(const PlainWorld& world, double step, bool isBest)
      : m_step(step),
        m_matter(m_system),
        m_forces(m_system),
        m_gravity(m_forces, m_matter, vector(world.gravity)) {
    for (const PlainWorld::Body& body : world.bodies) addBody(body, world);
    if (!world.hasHinges) addContacts(world);
    SimTK::State state = m_system.realizeTopology();
    for (std::size_t i = 0; i < world.bodies.size() && !world.hasHinges; ++i) {
      m_bodies[i].setQToFitTransform(state, vector(world.bodies[i].position));
      m_bodies[i].setUToFitLinearVelocity(state, vector(world.bodies[i].velocity));
    }
    m_stepper = std::make_unique<SimTK::SemiExplicitEulerTimeStepper>(m_system);
    if (isBest) {
      m_stepper->setInducedImpactModel(SimTK::SemiExplicitEulerTimeStepper::Sequential);
      m_stepper->setMaxInducedImpactsPerStep(1000);
      m_stepper->setConstraintTolerance(1e-10);
      m_stepper->setDefaultImpactCaptureVelocity(0);
      m_stepper->setDefaultImpactMinCORVelocity(0);
    }
    m_stepper->initialize(state);
  }

  void step() { m_stepper->stepTo(static_cast<double>(++m_done) * m_step); }
  std::vector<PlainMotion> motions() const {
    const SimTK::State& state = m_stepper->getState();
    m_system.realize(state, SimTK::Stage::Velocity);
    std::vector<PlainMotion> motions;
    for (const SimTK::MobilizedBody& body : m_bodies)
      motions.push_back({triple(body.getBodyOriginLocation(state)), triple(body.getBodyOriginVelocity(state)),
                         body.getBodyAngularVelocity(state)[2]});
    return motions;
  }

 private:
  /// Free, or on its hinge. The origin of a body is its centre.
  void addBody(const PlainWorld::Body& from, const PlainWorld& world) {
    const SimTK::Body::Rigid rigid(
        SimTK::MassProperties(from.mass, Vec3(0), SimTK::Inertia(vector(from.moments))));
    SimTK::MobilizedBody& ground = m_matter.updGround();
    const std::size_t index = m_bodies.size();
    if (!world.hasHinges) {
      m_bodies.push_back(SimTK::MobilizedBody::Free(ground, Vec3(0), rigid, Vec3(0)));
      return;
    }
    const Vec3 at = vector(from.hinge),
               before = index > 0 ? vector(world.bodies[index - 1].position) : Vec3(0);
    m_bodies.push_back(SimTK::MobilizedBody::Pin(index > 0 ? m_bodies.back() : ground, at - before, rigid,
                                                 at - vector(from.position)));
  }
  /// Balls with balls and planes. Boxes touch planes, and each the plane through the upper face of the one
  /// before, with their corners: Simbody has no hard contacts of two boxes.
  void addContacts(const PlainWorld& world) {
    const double e = world.restitution, mu = world.friction;
    SimTK::MobilizedBody& ground = m_matter.updGround();
    for (std::size_t i = 0; i < world.bodies.size(); ++i) {
      const double radius = world.bodies[i].radius;
      for (const PlainWorld::Plane& plane : world.planes) {
        const SimTK::UnitVec3 normal(vector(plane.normal));
        if (radius > 0)
          m_matter.adoptUnilateralContact(new SimTK::SpherePlaneContact(
              ground, normal, plane.offset, m_bodies[i], Vec3(0), radius, e, mu, mu, 0));
        else if (i == 0)
          addCorners(ground, normal, plane.offset, i, world);
      }
      if (radius == 0 && i > 0)
        addCorners(m_bodies[i - 1], SimTK::UnitVec3(SimTK::YAxis), world.bodies[i - 1].halfSize[1], i, world);
      for (std::size_t j = 0; radius > 0 && j < i; ++j)
        m_matter.adoptUnilateralContact(new SimTK::SphereSphereContact(
            m_bodies[j], Vec3(0), world.bodies[j].radius, m_bodies[i], Vec3(0), radius, e, mu, mu, 0));
    }
  }
  void addCorners(SimTK::MobilizedBody& plane, const SimTK::UnitVec3& normal, double height, std::size_t box,
                  const PlainWorld& world) {
    const Triple& size = world.bodies[box].halfSize;
    for (const double x : {-1.0, 1.0})
      for (const double z : {-1.0, 1.0})
        m_matter.adoptUnilateralContact(new SimTK::PointPlaneContact(
            plane, normal, height, m_bodies[box], Vec3(x * size[0], -size[1], z * size[2]), world.restitution,
            world.friction, world.friction, 0));
  }

  double m_step;
  long m_done = 0;
  SimTK::MultibodySystem m_system;
  SimTK::SimbodyMatterSubsystem m_matter;
  SimTK::GeneralForceSubsystem m_forces;
  SimTK::Force::UniformGravity m_gravity;
  std::vector<SimTK::MobilizedBody> m_bodies;
  std::unique_ptr<SimTK::SemiExplicitEulerTimeStepper> m_stepper;
};

SimbodyWorld::SimbodyWorld(const PlainWorld& world, double step, bool isBest)
    : m_parts(std::make_unique<Parts>(world, step, isBest)) {}
SimbodyWorld::~SimbodyWorld() = default;
void SimbodyWorld::step() {
  m_parts->step();
}
std::vector<PlainMotion> SimbodyWorld::motions() const {
  return m_parts->motions();
}
std::string SimbodyWorld::version() {
  int major = 0, minor = 0, build = 0;
  SimTK_version_simbody(&major, &minor, &build);
  return std::to_string(major) + "." + std::to_string(minor);
}

}  // namespace carom::peers
