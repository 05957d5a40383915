#include "models/newton_lcp.h"

#include "models/complementary_impact.h"

namespace carom {

ModelAnswer newtonLcp(const ImpactProblem& problem, const ModelOptions& options) {
  const Eigen::VectorXd& c = problem.contactCoordinates();
  const auto solution = solveComplementarity(problem.gram(), c + options.restitution.cwiseProduct(c));
  if (solution.status != ComplementaritySolution::Status::Solved)
    return {{}, reasonOf(solution.status), solution.pivots};
  const bool several = hasOtherMultipliers(problem, solution.z, solution.w);
  return {solution.z, {}, solution.pivots, several};
}

}  // namespace carom
