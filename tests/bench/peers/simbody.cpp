// Simbody, see simbody_world.h.
#include <stdexcept>

#include "peers/peer.h"
#include "peers/simbody_world.h"
#include "peers/to_plain_world.h"

namespace carom::peers {

namespace {

class SimbodySimulation : public Simulation {
 public:
  SimbodySimulation(const World& world, double step, Settings settings)
      : m_world(plain(world), step, settings == Settings::Best) {
    constexpr std::size_t most = 4;
    if (world.bodies.size() > most && !world.gravity.isZero())
      throw std::runtime_error("Simbody: a second of such a pile takes minutes");
  }
  void step() override { m_world.step(); }
  std::vector<Motion> motions() const override { return fromPlain(m_world.motions()); }

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
