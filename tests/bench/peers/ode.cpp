// ODE: QuickStep. Its exact step (dWorldStep) serves hinges only, because it fails on balls that already
// touch ("LCP internal error").
#include <ode/ode.h>

#include "peers/peer.h"

namespace carom::peers {

namespace {

constexpr int mostContacts = 8;  // of two boxes

Eigen::Vector3d odeVector(const dReal* v) {
  return {v[0], v[1], v[2]};
}

class OdeSimulation : public Simulation {
 public:
  OdeSimulation(const World& world, double step, Settings settings)
      : m_step(step),
        m_exact(settings == Settings::Best && !world.collides()),
        m_world(dWorldCreate()),
        m_space(dHashSpaceCreate(nullptr)),
        m_contacts(dJointGroupCreate(0)) {
    dWorldSetGravity(m_world, world.gravity.x(), world.gravity.y(), world.gravity.z());
    if (settings == Settings::Best) {
      dWorldSetQuickStepNumIterations(m_world, 200);
      dWorldSetContactMaxCorrectingVel(m_world, 0.01);
    }
    m_surface.mode = dContactBounce;
    m_surface.bounce = world.restitution;
    m_surface.mu = world.friction;
    for (const HalfSpace& plane : world.planes)
      dCreatePlane(m_space, plane.normal.x(), plane.normal.y(), plane.normal.z(), plane.offset);
    for (const RigidBody& body : world.bodies) addBody(body, world.collides());
    for (const Hinge& hinge : world.hinges) {
      const dJointID joint = dJointCreateHinge(m_world, nullptr);
      const auto index = static_cast<std::size_t>(hinge.body);
      dJointAttach(joint, m_bodies[index], index > 0 ? m_bodies[index - 1] : nullptr);
      dJointSetHingeAnchor(joint, hinge.at.x(), hinge.at.y(), hinge.at.z());
      dJointSetHingeAxis(joint, 0, 0, 1);
    }
  }
  ~OdeSimulation() override {
    dJointGroupDestroy(m_contacts);
    dSpaceDestroy(m_space);
    dWorldDestroy(m_world);
  }

  void step() override {
    dSpaceCollide(m_space, this, [](void* self, dGeomID a, dGeomID b) {
      static_cast<OdeSimulation*>(self)->addContacts(a, b);
    });
    m_exact ? dWorldStep(m_world, m_step) : dWorldQuickStep(m_world, m_step);
    dJointGroupEmpty(m_contacts);
  }
  std::vector<Motion> motions() const override {
    std::vector<Motion> motions;
    for (const dBodyID body : m_bodies)
      motions.push_back({odeVector(dBodyGetPosition(body)), odeVector(dBodyGetLinearVel(body)),
                         dBodyGetAngularVel(body)[2]});
    return motions;
  }

 private:
  void addBody(const RigidBody& from, bool collides) {
    const dBodyID body = dBodyCreate(m_world);
    dMass mass;
    const Eigen::Vector3d moments = inertia(from);
    dMassSetParameters(&mass, from.mass, 0, 0, 0, moments.x(), moments.y(), moments.z(), 0, 0, 0);
    dBodySetMass(body, &mass);
    dBodySetPosition(body, from.position.x(), from.position.y(), from.position.z());
    dBodySetLinearVel(body, from.velocity.x(), from.velocity.y(), from.velocity.z());
    m_bodies.push_back(body);
    if (!collides) return;
    if (const auto* ball = std::get_if<Ball>(&from.shape)) {
      dGeomSetBody(dCreateSphere(m_space, ball->radius), body);
    } else {
      const Eigen::Vector3d size = 2 * std::get<Box>(from.shape).halfSize;
      dGeomSetBody(dCreateBox(m_space, size.x(), size.y(), size.z()), body);
    }
  }
  void addContacts(dGeomID a, dGeomID b) {
    std::array<dContact, mostContacts> contacts;
    const int count = dCollide(a, b, mostContacts, &contacts[0].geom, sizeof(dContact));
    for (int i = 0; i < count; ++i) {
      dContact& contact = contacts[static_cast<std::size_t>(i)];
      contact.surface = m_surface;
      dJointAttach(dJointCreateContact(m_world, m_contacts, &contact), dGeomGetBody(a), dGeomGetBody(b));
    }
  }

  double m_step;
  bool m_exact;
  dWorldID m_world;
  dSpaceID m_space;
  dJointGroupID m_contacts;
  dSurfaceParameters m_surface{};
  std::vector<dBodyID> m_bodies;
};

/// ODE wants to be prepared before its first world.
std::unique_ptr<Simulation> makeOde(const World& world, double step, Settings settings) {
  static const int prepared = dInitODE2(0);
  return prepared ? std::make_unique<OdeSimulation>(world, step, settings) : nullptr;
}

const AddedPeer added{
    {"ode",
     dODE_VERSION,
     {"double precision; QuickStep, 20 iterations; ERP 0.2, CFM 1e-10; restitution at "
      "every speed; no damping, "
      "no sleeping",
      "double precision; QuickStep, 200 iterations, and the exact step for hinges (it fails on balls that "
      "touch); ERP 0.2 with at most 0.01 m/s to part contacts, CFM 1e-10; restitution at every speed; no "
      "damping, no sleeping"},
     makeOde}};

}  // namespace

}  // namespace carom::peers
