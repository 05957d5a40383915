#pragma once

#include <vector>

#include "study/orbit/orbit.h"

namespace carom {

/// A parameter along which orbits are followed, from one value to another (SI) with so many orbits.
struct OrbitPath {
  std::string name;
  double from = 0, to = 0;
  std::size_t points = 0;
};

/// The orbit at one value of the parameter.
struct FollowedOrbit {
  double value = 0;
  Orbit orbit;
};

/// Orbits along a parameter, and the folds at which their curve turns back in it.
struct FollowedOrbits {
  std::vector<FollowedOrbit> orbits;  ///< the last one has the reason where it is none
  std::vector<double> folds;          ///< values of the parameter, by a parabola through three orbits
};

/// Follows an orbit along a parameter. Each search begins at the orbit before. With question.roundsFolds the
/// orbits lie on their curve at equal lengths (pseudo-arclength [Keller 1977]), in the values of what varies
/// and the parameter over their scales, which goes on round folds; it ends at either end of the path.
FollowedOrbits followOrbits(const Scene& scene, const Assignments& assignments, const OrbitQuestion& question,
                            const MotionOptions& motion, const OrbitPath& path, std::stop_token stop = {},
                            const Progress& progress = {});

}  // namespace carom
