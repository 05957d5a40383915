#include "impact/graph/collision_steps.h"

namespace carom {

CollisionSteps::CollisionSteps(const ImpactProblem& problem, const ExtendedMatrix& basis) {
  if (problem.reflectsOnly()) return;
  const WhiteFrame& frame = problem.frame();
  const int k = problem.contactCount();
  m_steps.resize(static_cast<std::size_t>(k));
  Eigen::Index firstTangent = k;
  for (int j = 0; j < k; ++j) {
    const ContactLabel& label = problem.labels()[static_cast<std::size_t>(j)];
    if (!label.collision) continue;
    const ExtendedMatrix& D = frame.directions(j);
    m_steps[static_cast<std::size_t>(j)] =
        Step{label.collision,       label.restitution,
             frame.localInverse(j), D.colwise().stableNorm().transpose().cast<double>(),
             firstTangent,          basis.transpose() * D};
    firstTangent += D.cols() - 1;
  }
}

}  // namespace carom
