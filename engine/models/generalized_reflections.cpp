#include "models/generalized_reflections.h"

#include <vector>

#include "base/nonnegative_least_squares.h"
#include "impact/restitution.h"
#include "impact/white_frame.h"

namespace carom {

namespace {

/// The number of rounds after which the model reports no answer. Impacts that end take some tens for tens of
/// contacts.
constexpr int mostRounds = 100'000;

}  // namespace

ModelAnswer generalizedReflections(const ImpactProblem& problem, const ModelOptions& options) {
  const auto e = commonRestitution(options.restitution);
  if (!e) return {{}, "the contacts differ in e, and the model knows one for all"};
  const Eigen::MatrixXd normals = problem.frame().unitNormals().cast<double>();
  Eigen::VectorXd y = problem.frame().whiten(problem.momentum()).cast<double>();
  ModelAnswer answer{Eigen::VectorXd::Zero(problem.contactCount()).eval()};
  while (true) {
    const Eigen::VectorXd c = normals.transpose() * y;
    std::vector<Eigen::Index> violated;
    for (Eigen::Index i = 0; i < c.size(); ++i)
      if (problem.isInfeasible(c[i])) violated.push_back(i);
    if (violated.empty()) break;
    if (++answer.rounds > mostRounds)
      return {{}, "the reflections did not end within " + std::to_string(mostRounds) + " rounds", mostRounds};
    const Nnls projection = nnls(normals(Eigen::all, violated), -y);
    if (!projection.converged) return {{}, "a projection met its limit of iterations", answer.rounds};
    for (std::size_t i = 0; i < violated.size(); ++i)
      (*answer.multipliers)[violated[i]] += 2 * projection.x[static_cast<Eigen::Index>(i)];
    y += 2 * normals(Eigen::all, violated) * projection.x;
  }
  if (*e == 1) return answer;
  const PlasticImpact plastic = plasticImpact(problem);
  if (!plastic.converged) return {{}, "the plastic impact is not known", answer.rounds};
  const Eigen::VectorXd least = plastic.impulses.cwiseProduct(problem.normalNorms());
  answer.multipliers = least + *e * (*answer.multipliers - least);
  return answer;
}

}  // namespace carom
