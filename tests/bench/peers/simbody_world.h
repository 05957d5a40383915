#pragma once
// Simbody's headers need C++17: they are ambiguous in C++20. This header has no types of either side.
#include <array>
#include <memory>
#include <string>
#include <vector>

namespace carom::peers {

using Triple = std::array<double, 3>;

/// A world as Simbody's adapter needs it; see World.
struct PlainWorld {
  struct Body {
    double radius = 0;  ///< of a ball; 0 for a box (m)
    Triple halfSize{};  ///< of a box (m)
    double mass = 1;
    Triple moments{}, position{}, velocity{};
    Triple hinge{};  ///< its place where the world has hinges (m)
  };
  struct Plane {
    Triple normal{};
    double offset = 0;
  };
  std::vector<Body> bodies;
  std::vector<Plane> planes;
  Triple gravity{};
  double restitution = 0, friction = 0;
  bool hasHinges = false;
};

struct PlainMotion {
  Triple position{}, velocity{};
  double spin = 0;
};

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
