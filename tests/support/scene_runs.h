#pragma once

#include <Eigen/Cholesky>

#include "mechanics/motion/run_motion.h"
#include "scene/scene.h"

namespace carom::examples {

inline Trajectory run(const SceneInstance& scene, const MotionOptions& options) {
  return runMotion(*scene.mechanism, scene.initial, options);
}

/// Kinetic and potential energy of a state (J), by the dense mass matrix.
inline double mechanicalEnergy(const Mechanism& mechanism, const Eigen::VectorXd& q,
                               const Eigen::VectorXd& p) {
  return 0.5 * p.dot(mechanism.massMatrix(q).llt().solve(p)) + mechanism.potentialEnergy(q);
}

}  // namespace carom::examples
