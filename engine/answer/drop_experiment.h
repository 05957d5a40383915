#pragma once

#include "answer/compute_snapshot.h"

namespace carom {

/// Whether a scene is a robot with the stances of [SM14 Fig. 8]: a parameter `drop` and a choice `row` with
/// the options `optimised` and `straight`.
bool canDrop(const Scene& scene);

/// ξ between the two runs of a gait at a time, while the second one goes on. It is that of the discrete
/// momenta at the ends of steps.
struct DropPoint {
  bool isStraight = false;  ///< else of the orthogonal gait
  double time = 0, xi = 0;  ///< s; 1
};

/// Who follows the experiment, on the thread that does the work.
struct DropWatch {
  Progress progress{};
  std::function<void(const DropPoint&)> point{};
};

/// The drop experiment of [SM14 Fig. 8]: each of two gaits falls from a height and moves on, once with every
/// simultaneous impact in the order "most infeasible first" (argmin) and once "least infeasible first"
/// (argmax). ξ(t) between the two runs is distanceAlongTime().
///
/// The answer is the run of the orthogonal gait with its second run: the design nearest to the option
/// `optimised` in which the first two contacts of "touching" are orthogonal. The gait `straight` is kept
/// beside it, with a second run of its own. Both take the scene, the assignments and the settings of
/// `present`, but for the design variables of the scene, for the rules, and for a height of 17 cm where
/// `drop` is 0.
///
/// Null where it was stopped. Throws SceneError where the scene cannot be dropped or no such design is found.
SnapshotPtr dropExperiment(const Snapshot& present, std::stop_token stop = {}, const DropWatch& watch = {});
/// The time up to which its runs go (s).
double dropDuration(const Snapshot& present);

/// ξ right after the first simultaneous impact of a run with a second run; empty where there is none.
std::optional<double> firstIndeterminacy(const Snapshot& run);

}  // namespace carom
