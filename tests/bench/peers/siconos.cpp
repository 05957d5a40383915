// Siconos, see siconos_world.h.
#include <stdexcept>

#include "peers/siconos_world.h"
#include "peers/to_plain_world.h"

namespace carom::peers {

namespace {

class SiconosSimulation : public Simulation {
 public:
  SiconosSimulation(const World& world, double step, Settings settings)
      : m_world(plain(checked(world)), step, settings == Settings::Best && world.gravity.isZero()) {}
  void step() override { m_world.step(); }
  std::vector<Motion> motions() const override { return fromPlain(m_world.motions()); }

 private:
  static const World& checked(const World& world) {
    if (!world.collides()) throw std::runtime_error("Siconos: this adapter has no hinges");
    constexpr std::size_t most = 50;
    if (world.bodies.size() > most && !world.gravity.isZero())
      throw std::runtime_error("Siconos: a second of such a pile takes minutes");
    return world;
  }
  SiconosWorld m_world;
};

const AddedPeer added{
    {"siconos",
     SICONOS_VERSION,
     {"double precision; Moreau–Jean time stepping (θ = ½), Newton's restitution and Coulomb's friction for "
      "all "
      "contacts at once; boxes by their lower corners; no hinges; no piles of more than fifty bodies",
      "double precision; impacts of balls by events, with the multiple impact law of Liu, Zhao and Brogliato "
      "(Hertz's contacts of equal stiffness, 10⁴ parts of the momentum); all else as above"},
     [](const World& world, double step, Settings settings) -> std::unique_ptr<Simulation> {
       return std::make_unique<SiconosSimulation>(world, step, settings);
     }}};

}  // namespace

}  // namespace carom::peers
