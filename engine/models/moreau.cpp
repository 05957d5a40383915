#include "models/moreau.h"

#include "impact/restitution.h"

namespace carom {

ModelAnswer moreau(const ImpactProblem& problem, const ModelOptions& options) {
  const auto e = commonRestitution(options.restitution);
  if (!e) return {{}, "the contacts differ in e, and the model knows one for all"};
  const PlasticImpact plastic = plasticImpact(problem);
  if (!plastic.converged) return {{}, "the projection met its limit of iterations"};
  return {(1 + *e) * plastic.impulses.cwiseProduct(problem.normalNorms()), {}, 1};
}

}  // namespace carom
