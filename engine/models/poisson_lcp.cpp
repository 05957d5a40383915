#include "models/poisson_lcp.h"

#include "models/complementary_impact.h"

namespace carom {

ModelAnswer poissonLcp(const ImpactProblem& problem, const ModelOptions& options) {
  using Status = ComplementaritySolution::Status;
  const Eigen::MatrixXd& G = problem.gram();
  const auto compression = solveComplementarity(G, problem.contactCoordinates());
  if (compression.status != Status::Solved) return {{}, reasonOf(compression.status), compression.pivots};
  const Eigen::VectorXd least = options.restitution.cwiseProduct(compression.z);
  const auto expansion = solveComplementarity(G, compression.w + G * least);
  const int pivots = compression.pivots + expansion.pivots;
  if (expansion.status != Status::Solved) return {{}, reasonOf(expansion.status), pivots};
  const bool compressions = hasOtherMultipliers(problem, compression.z, compression.w);
  const bool several = compressions || hasOtherMultipliers(problem, expansion.z, expansion.w);
  // With one e the momentum of e λ_c is the same for all of them.
  const bool momenta = compressions && !commonRestitution(options.restitution);
  return {compression.z + least + expansion.z, {}, pivots, several, momenta};
}

}  // namespace carom
