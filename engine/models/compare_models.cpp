#include "models/compare_models.h"

namespace carom {

ComparedModel compareModel(const ImpactModel& model, const ImpactReport& report, const OutcomeHull& hull,
                           const ModelOptions& options) {
  const ImpactProblem& problem = report.problem;
  ComparedModel result;
  result.model = &model;
  result.answer = model.answer(problem, options);
  result.energyBefore = problem.metric().energy(problem.momentum());
  if (!result.answer.multipliers) return result;
  const Eigen::VectorXd& lambda = *result.answer.multipliers;
  result.momentum = result.answer.momentum
                        ? *result.answer.momentum
                        : Eigen::VectorXd(problem.momentum() + problem.unitNormals().transpose() * lambda);
  result.velocity = problem.metric().velocity(result.momentum);
  result.impulses = lambda.cwiseQuotient(problem.normalNorms());
  result.energyAfter = problem.metric().energy(result.momentum);
  // Springs and eliminations leave errors that are larger than the tolerance of the search.
  constexpr double leftByModels = 1e-9;
  const Eigen::VectorXd c = problem.unitNormals() * result.velocity;
  result.feasible = c.size() == 0 || c.minCoeff() >= -leftByModels * problem.scale();
  result.place = hull.place(result.momentum);
  return result;
}

std::vector<ComparedModel> compareModels(const ImpactReport& report, const ModelOptions& options) {
  const OutcomeHull hull(report);
  std::vector<ComparedModel> results;
  for (const ImpactModel& model : impactModels())
    results.push_back(compareModel(model, report, hull, options));
  return results;
}

ModelOptions modelOptions(const ImpactReport& report, Eigen::VectorXd stiffness) {
  return {restitutionOfAll(report.problem, report.restitution), std::move(stiffness)};
}

}  // namespace carom
