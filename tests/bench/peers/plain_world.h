#pragma once
// A world without types of Eigen or of an engine, for engines whose headers need C++17: they do not compile
// in C++20.
#include <array>
#include <string>
#include <vector>

namespace carom::peers {

using Triple = std::array<double, 3>;

/// See World.
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

}  // namespace carom::peers
