#include "cli/initial_impact.h"

#include "mechanics/contact/contacts.h"
#include "mechanics/tree/mechanism.h"

namespace carom {

ImpactProblem initialImpact(const SceneInstance& instance) {
  const Mechanism& mechanism = *instance.mechanism;
  const State& initial = instance.initial;
  if (auto problem = impactAt(mechanism, initial.q, initial.p)) return *std::move(problem);
  return {mechanism.massMatrix(initial.q), Eigen::MatrixXd(0, mechanism.dof()), initial.p, {}};
}

}  // namespace carom
