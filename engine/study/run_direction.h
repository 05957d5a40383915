#pragma once

#include <stop_token>

#include "mechanics/variation/run_variation.h"
#include "scene/scene.h"
#include "study/perturbation.h"

namespace carom {

/// The derivative of a run in a direction, along the orderings that it follows.
struct DirectedRun {
  Eigen::VectorXd start;   ///< 2n, δx of the start, (δq, δp)
  RunVariation variation;  ///< its maps have one column: δx at their times
};

/// Derives the run of a scene in a direction. It is the limit of (x(T; ε) − x(T))/ε, ε → 0+: at a tie the
/// direction has the ordering of the cone that it lies in, and the opposite direction may have another one.
///
/// Throws SceneError for names that do not exist, and where the scene refuses parameters beside its own or
/// has other coordinates or contacts there.
DirectedRun runInDirection(const Scene& scene, const Assignments& assignments, const SceneInstance& instance,
                           const Trajectory& run, const RunDirection& direction, std::stop_token stop = {});

}  // namespace carom
