#include "impact/restitution.h"

#include <algorithm>
#include <cmath>

#include "base/nonnegative_least_squares.h"
#include "impact/white_frame.h"

namespace carom {

PlasticImpact plasticImpact(const ImpactProblem& problem, const std::stop_token& stop) {
  const WhiteFrame& frame = problem.frame();
  PlasticImpact result;
  Eigen::VectorXd lambda = Eigen::VectorXd::Zero(problem.contactCount());
  ExtendedVector y = problem.whiteMomentum();
  if (!problem.isFeasible()) {
    Nnls solution = nnls(frame.unitNormals().cast<double>(), -y.cast<double>(), stop);
    lambda = std::move(solution.x);
    result.converged = solution.converged;
    y += frame.unitNormals() * lambda.cast<Extended>();
  }
  result.momentum = frame.covector(y);
  result.velocity = problem.metric().velocity(result.momentum);
  result.impulses = lambda.cwiseQuotient(problem.normalNorms());
  result.contactCoordinates = (frame.unitNormals().transpose() * y).cast<double>();
  result.energyLoss =
      std::max(0.0, problem.metric().energy(problem.momentum()) - problem.metric().energy(result.momentum));
  return result;
}

double restitutionBlend(const KineticMetric& metric, const Eigen::VectorXd& plastic,
                        const Eigen::VectorXd& elastic, double R) {
  const Eigen::VectorXd difference = elastic - plastic;
  const double d = metric.inner(difference, difference);
  if (d == 0) return R;
  const double s = std::max(0.0, metric.inner(plastic, difference));
  // This form of the root avoids cancellation where s is large.
  const double target = R * R * (d + 2 * s);
  if (target == 0) return 0;
  return target / (s + std::sqrt(s * s + d * target));
}

double collapseGram(double e) {
  const double r = std::sqrt(e);
  return -2 * std::sqrt(r) / (1 + r);
}

}  // namespace carom
