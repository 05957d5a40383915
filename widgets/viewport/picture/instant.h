#pragma once

#include <optional>

#include "answer/snapshot.h"
#include "common/selection.h"

namespace carom {

/// A moment in generalized coordinates.
struct Instant {
  Eigen::VectorXd q, velocity;
  int impact = -1;             ///< index of the impact that it is inside of, −1 in flight
  int reflection = 0;          ///< how many reflections of it have been done
  bool isAtEnd = false;        ///< all have been done
  Eigen::VectorXd arriving{};  ///< the velocity before the impact
};

/// Generalized velocities at the initial state.
Eigen::VectorXd initialVelocity(const SceneInstance& instance);

/// A moment of a motion; the initial state where there is none.
Instant instantOf(const SceneInstance& instance, const Trajectory* trajectory, const Moment& moment);

/// The same moment of the compared motion. Within the first impact both go reflection by reflection, and the
/// shorter ordering waits at its end; everywhere else the time counts. Empty without a comparison.
std::optional<Instant> comparedInstant(const Snapshot& snapshot, const Moment& moment);

}  // namespace carom
