#pragma once

#include <Eigen/Core>
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
  /// What a coordinate is after a period, where the orbit is one modulo a mirror, as half a step of a gait
  /// that is left-right symmetric: `sign` times another coordinate at the start, and the same of velocities.
  struct Mirrored {
    std::string coordinate, other;
    double sign = 1;
    bool operator==(const Mirrored&) const = default;
  };
  std::vector<Mirrored> mirror{};  ///< the coordinates that are left out return to themselves
  /// Whether orbits are followed round folds of the parameter, along their curve.
  bool roundsFolds = false;
  /// Whether the outcome of the first impact of several contacts shall not depend on their order: each pair
  /// of its normals at the cosine −cos(π/m), m = 2, 3, …, that is nearest to the first motion's.
  bool isUnique = false;
  /// Whether the orbit shall be the most stable one of those beside it, where more varies than an orbit
  /// fixes.
  bool isMostStable = false;
  double period = 0;  ///< s, > 0, where the search begins
  /// The values of what varies where the search begins, in the order of Orbit::names; empty: the scene's.
  std::vector<double> begin{};
  /// A plane of the varied values in which the orbit lies, besides: normal · (values − at)/scales = 0, with
  /// Orbit::scales. It takes the place of one value that is held.
  struct Plane {
    Eigen::VectorXd normal, at;
  };
  std::optional<Plane> plane{};
  int mostSteps = 50;      ///< of Newton's method
  double accuracy = 1e-9;  ///< of the return, relative to the size of the state
};

}  // namespace carom
