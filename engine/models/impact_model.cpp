#include "models/impact_model.h"

#include <algorithm>
#include <array>

#include "models/compliant_contacts.h"
#include "models/friction_lcp.h"
#include "models/generalized_reflections.h"
#include "models/moreau.h"
#include "models/newton_lcp.h"
#include "models/poisson_lcp.h"
#include "models/single_reflections.h"

namespace carom {

std::span<const ImpactModel> impactModels() {
  static constexpr std::array models{
      ImpactModel{"moreau", "Moreau", "projections", moreau},
      ImpactModel{"newton-lcp", "Newton LCP", "pivots", newtonLcp},
      ImpactModel{"poisson-lcp", "Poisson LCP", "pivots", poissonLcp},
      ImpactModel{"generalized-reflections", "Generalized reflections", "reflections",
                  generalizedReflections},
      ImpactModel{"compliant-linear", "Compliant, linear", "time steps", compliantLinear},
      ImpactModel{"compliant-hertz", "Compliant, Hertz", "time steps", compliantHertz},
      ImpactModel{"gauss-seidel", "Gauss–Seidel", "reflections", gaussSeidel},
      ImpactModel{"most-infeasible", "Most infeasible first", "reflections", mostInfeasibleFirst},
      ImpactModel{"friction-lcp", "Friction LCP", "pivots", frictionLcp}};
  return models;
}

const ImpactModel* findImpactModel(std::string_view name) {
  const auto models = impactModels();
  const auto found = std::ranges::find(models, name, &ImpactModel::name);
  return found == models.end() ? nullptr : &*found;
}

Eigen::VectorXd restitutionOfAll(const ImpactProblem& problem, std::optional<double> R) {
  Eigen::VectorXd restitution(problem.contactCount());
  for (int i = 0; i < problem.contactCount(); ++i)
    restitution[i] = R.value_or(problem.labels()[static_cast<std::size_t>(i)].restitution);
  return restitution;
}

std::optional<double> commonRestitution(const Eigen::VectorXd& restitution) {
  if (restitution.size() == 0) return 1;
  if ((restitution.array() != restitution[0]).any()) return std::nullopt;
  return restitution[0];
}

}  // namespace carom
