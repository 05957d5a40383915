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
  /// Whether the outcome is unique for every momentum there: every pair of the impact fits, and it cannot
  /// jam.
  bool unique = false;
};

/// For each parameter with a range, with the others kept, finds the value nearest to the present one at which
/// two contacts (by name, closed in `assignments`) have π/δ = m ≥ 2, δ = arccos(−G). A parameter without such
/// a value in its range, or where the contacts open before it, has no entry. π/δ ≤ 60 is followed in 200
/// steps to each end of the range, so that a value crossed twice within one step, or only touched, is missed;
/// a step whose end the scene rejects is the last. Stopping returns the parameters done so far. Throws
/// SceneError where the scene has no such pair.
std::vector<UniqueDesign> nearestUniqueDesigns(const Scene& scene, const Assignments& assignments,
                                               const std::array<std::string, 2>& contacts,
                                               std::stop_token stop = {});

}  // namespace carom
