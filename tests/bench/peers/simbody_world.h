#pragma once
// Simbody's headers need C++17: they are ambiguous in C++20. This header has no types of either side.
#include <memory>

#include "peers/plain_world.h"

namespace carom::peers {

class SimbodyWorld {
 public:
  /// isBest: see AddedPeer in simbody.cpp. step: s.
  SimbodyWorld(const PlainWorld& world, double step, bool isBest);
  ~SimbodyWorld();
  void step();
  std::vector<PlainMotion> motions() const;
  static std::string version();

 private:
  class Parts;
  std::unique_ptr<Parts> m_parts;
};

}  // namespace carom::peers
