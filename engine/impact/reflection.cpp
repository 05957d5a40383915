#include "impact/reflection.h"

#include <cmath>

#include "impact/extended.h"

namespace carom {

void reflect(Eigen::Ref<Eigen::VectorXd> c, const Eigen::MatrixXd& G, int j) {
  const double twice = 2 * c[j];
  c.noalias() -= twice * G.col(j);
}

namespace {

/// Γ(u_j) on a white momentum y. Returns λ_j = −2⟨y,û_j⟩.
Extended reflectWhite(ExtendedVector& y, const ExtendedMatrix& unitNormals, ContactIndex j) {
  const auto u = unitNormals.col(j);
  const Extended lambda = -2 * y.dot(u);
  y += lambda * u;
  return lambda;
}

void checkWord(const ImpactProblem& problem, std::span<const ContactIndex> word) {
  for (const ContactIndex j : word) {
    if (j >= problem.contactCount())
      throw ImpactError("word names contact " + std::to_string(j) + " of " +
                        std::to_string(problem.contactCount()));
  }
}

}  // namespace

Replay replay(const ImpactProblem& problem, std::span<const ContactIndex> word) {
  checkWord(problem, word);
  const WhiteFrame& frame = problem.frame();
  ExtendedVector y = frame.whiten(problem.momentum());
  const Extended before = y.squaredNorm();
  ExtendedVector lambda = ExtendedVector::Zero(problem.contactCount());
  for (const ContactIndex j : word) lambda[j] += reflectWhite(y, frame.unitNormals(), j);

  Replay result;
  result.momentum = word.empty() ? problem.momentum() : frame.covector(y);
  result.impulses = lambda.cwiseQuotient(frame.normalNorms()).cast<double>();
  if (before > 0) {
    // Of the momentum as it is handed out, rounded to double.
    const Extended after = frame.whiten(result.momentum).squaredNorm();
    result.relativeEnergyError = static_cast<double>(std::abs(after - before) / before);
  }
  return result;
}

Eigen::MatrixXd momentaAlong(const ImpactProblem& problem, std::span<const ContactIndex> word) {
  checkWord(problem, word);
  const WhiteFrame& frame = problem.frame();
  ExtendedVector y = frame.whiten(problem.momentum());
  Eigen::MatrixXd momenta(problem.dof(), static_cast<Eigen::Index>(word.size()) + 1);
  momenta.col(0) = problem.momentum();
  for (std::size_t i = 0; i < word.size(); ++i) {
    reflectWhite(y, frame.unitNormals(), word[i]);
    momenta.col(static_cast<Eigen::Index>(i) + 1) = frame.covector(y);
  }
  return momenta;
}

}  // namespace carom
