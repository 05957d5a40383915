#include "scene/initial_velocity.h"

#include "impact/kinetic_metric.h"

namespace carom {

bool isInitialName(std::string_view name) {
  return name.find('.') != std::string_view::npos;  // a parameter is a symbol of expressions, without a point
}

Eigen::VectorXd initialVelocity(const SceneInstance& instance) {
  const State& initial = instance.initial;
  if (initial.p.size() == 0) return initial.p;
  return KineticMetric(instance.mechanism->massBlocks(initial.q)).velocity(initial.p);
}

}  // namespace carom
