#pragma once

#include <array>
#include <stop_token>
#include <string>
#include <vector>

#include "scene/scene.h"

namespace carom {

/// A value of a parameter at which a pair of contacts fits the rule G = −cos(π/m).
struct UniqueDesign {
  std::string parameter;
  double value = 0;  ///< SI
  int m = 0;
  /// Every pair of the impact fits there, and it cannot jam: the outcome is unique for every momentum.
  bool unique = false;
};

/// For each parameter with a range, all others kept: the value nearest to its present one at which the two
/// contacts (by name, closed in `assignments`) have π/δ = m ≥ 2, δ = arccos(−G). None for parameters that
/// move no such value into their range, and where the contacts open before it. π/δ is followed in 200 steps
/// of the range up to 60: a value that is passed and passed again within one step, or only touched, is not
/// seen, and a step whose end the scene refuses is the last one.
/// Stops early with those of the parameters so far. Throws SceneError where the scene has no such pair.
std::vector<UniqueDesign> nearestUniqueDesigns(const Scene& scene, const Assignments& assignments,
                                               const std::array<std::string, 2>& contacts,
                                               std::stop_token stop = {});

}  // namespace carom
