#include "scene/initial_velocity.h"

#include "impact/kinetic_metric.h"

namespace carom {

Eigen::VectorXd initialVelocity(const SceneInstance& instance) {
  const State& initial = instance.initial;
  if (initial.p.size() == 0) return initial.p;
  return KineticMetric(instance.mechanism->massBlocks(initial.q)).velocity(initial.p);
}

}  // namespace carom
