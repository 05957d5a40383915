// Simbody, see simbody_world.h.
#include <stdexcept>

#include "peers/peer.h"
#include "peers/simbody_world.h"

namespace carom::peers {

namespace {

Triple triple(const Eigen::Vector3d& v) {
  return {v.x(), v.y(), v.z()};
}
Eigen::Vector3d eigenVector(const Triple& v) {
  return {v[0], v[1], v[2]};
}

PlainWorld plain(const World& world) {
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

class SimbodySimulation : public Simulation {
 public:
  SimbodySimulation(const World& world, double step, Settings settings)
      : m_world(plain(world), step, settings == Settings::Best) {
    constexpr std::size_t most = 4;
    if (world.bodies.size() > most && !world.gravity.isZero())
      throw std::runtime_error("Simbody: a second of such a pile takes minutes");
  }
  void step() override { m_world.step(); }
  std::vector<Motion> motions() const override {
    std::vector<Motion> motions;
    for (const PlainMotion& motion : m_world.motions())
      motions.push_back({eigenVector(motion.position), eigenVector(motion.velocity), motion.spin});
    return motions;
  }

 private:
  SimbodyWorld m_world;
};

const AddedPeer added{{"simbody",
                       SimbodyWorld::version(),
                       {"double precision; hard contacts, impulses by PLUS, Poisson's restitution, all "
                        "contacts of an impact at once; no "
                        "damping; boxes by their lower "
                        "corners; no piles of more than four bodies, of which a second takes minutes",
                        "double precision; the same with induced impacts one after the other, up to 1000 in "
                        "a step, restitution at every "
                        "speed, constraints to 1e-10"},
                       [](const World& world, double step, Settings settings) -> std::unique_ptr<Simulation> {
                         return std::make_unique<SimbodySimulation>(world, step, settings);
                       }}};

}  // namespace

}  // namespace carom::peers
