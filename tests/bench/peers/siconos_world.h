#pragma once
// Siconos' headers are compiled as C++17, as its library is. This header has no types of either side.
#include <memory>

#include "peers/plain_world.h"

namespace carom::peers {

/// A world in Siconos. Two ways, see AddedPeer in siconos.cpp: time stepping, or events with multiple
/// impacts.
class SiconosWorld {
 public:
  /// step: s. isEventDriven: events, for balls that travel without friction.
  SiconosWorld(const PlainWorld& world, double step, bool isEventDriven);
  ~SiconosWorld();
  /// @throws std::runtime_error with Siconos' own words
  void step();
  std::vector<PlainMotion> motions() const;

 private:
  class Parts;
  class Stepped;
  class Events;
  std::unique_ptr<Parts> m_parts;
};

}  // namespace carom::peers
