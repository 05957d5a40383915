#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace carom {

/// A periodic motion that is looked for.
struct OrbitQuestion {
  /// What may change: coordinates "a.x", their initial velocities "v:a.x", continuous parameters, and
  /// "period". Empty: all coordinates and velocities but the travelling ones, and the period.
  std::vector<std::string> vary{};
  /// Coordinates that need not return. Without an amount the motion may travel along one freely, and nothing
  /// depends on it; with an amount (m or rad) it goes on by that, as a wheel by the angle of its symmetry.
  std::vector<std::pair<std::string, std::optional<double>>> travel{};
  double period = 0;  ///< s, > 0, where the search begins
  /// The values of what varies where the search begins, in the order of Orbit::names; empty: the scene's.
  std::vector<double> begin{};
  int mostSteps = 50;      ///< of Newton's method
  double accuracy = 1e-9;  ///< of the return, relative to the size of the state
};

}  // namespace carom
