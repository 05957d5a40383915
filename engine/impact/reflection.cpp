#include "impact/reflection.h"

#include <cmath>

#include "impact/extended.h"

namespace carom {

void reflect(Eigen::Ref<Eigen::VectorXd> c, const Eigen::MatrixXd& G, int j) {
  const double twice = 2 * c[j];
  c.noalias() -= twice * G.col(j);
}

namespace {

/// Γ(u_j) on a white momentum y, or its inelastic relative. Returns λ_j = −(1 + e_j) ⟨y,û_j⟩.
Extended reflectWhite(ExtendedVector& y, const ImpactProblem& problem, ContactIndex j) {
  const auto u = problem.frame().unitNormals().col(j);
  const Extended lambda = -static_cast<Extended>(problem.factors()[j]) * y.dot(u);
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
  Extended loss = 0;
  for (const ContactIndex j : word) {
    const Extended step = reflectWhite(y, problem, j);
    lambda[j] += step;
    loss += (2 / static_cast<Extended>(problem.factors()[j]) - 1) * step * step / 2;  // ½(1 − e²)c²
  }

  Replay result;
  result.momentum = word.empty() ? problem.momentum() : frame.covector(y);
  result.energyLoss = static_cast<double>(loss);
  result.impulses = lambda.cwiseQuotient(frame.normalNorms()).cast<double>();
  if (before > 0) {
    // Of the momentum as it is handed out, rounded to double.
    const Extended after = frame.whiten(result.momentum).squaredNorm();
    result.relativeEnergyError = static_cast<double>(std::abs(after - before + 2 * loss) / before);
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
    reflectWhite(y, problem, word[i]);
    momenta.col(static_cast<Eigen::Index>(i) + 1) = frame.covector(y);
  }
  return momenta;
}

}  // namespace carom
