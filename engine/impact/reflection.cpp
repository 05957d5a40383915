#include "impact/reflection.h"

#include <cmath>

#include "impact/white_frame.h"

namespace carom {

namespace {

/// The effect of one reflection or collision.
struct Push {
  Extended lambda = 0;             ///< along û (√J)
  Eigen::Vector2d friction{0, 0};  ///< along the tangents (N·s)
  Extended loss = 0;               ///< energy that it takes (J)
};

/// Applies the collision of a contact that does not reflect to a white momentum y.
Push collideWhite(ExtendedVector& y, const ImpactProblem& problem, ContactIndex j) {
  const ExtendedMatrix& D = problem.frame().directions(j);
  const Eigen::VectorXd P = problem.collisionImpulse(j, (D.transpose() * y).cast<double>());
  const ExtendedVector change = D * P.cast<Extended>();
  Push push{.lambda = static_cast<Extended>(P[0]) * problem.frame().normalNorms()[j],
            .loss = -change.dot(y + change / 2)};
  push.friction.head(P.size() - 1) = P.tail(P.size() - 1);
  y += change;
  return push;
}

/// Applies a reflection across contact j to a white momentum y: λ_j = −(1 + e_j) ⟨y,û_j⟩, which takes ½(1 −
/// e_j²)c_j².
Push reflectWhite(ExtendedVector& y, const ImpactProblem& problem, ContactIndex j) {
  if (problem.labels()[j].collision) return collideWhite(y, problem, j);
  const auto u = problem.frame().unitNormals().col(j);
  const auto factor = static_cast<Extended>(problem.factors()[j]);
  // A pile has many coordinates, of which a contact moves few.
  const std::vector<Eigen::Index>& entries = problem.frame().entriesOf(j);
  Extended along = 0;
  for (const Eigen::Index k : entries) along += y[k] * u[k];
  const Extended lambda = -factor * along;
  for (const Eigen::Index k : entries) y[k] += lambda * u[k];
  return {.lambda = lambda, .loss = (2 / factor - 1) * lambda * lambda / 2};
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
  ExtendedVector y = problem.whiteMomentum();
  const Extended before = y.squaredNorm();
  ExtendedVector lambda = ExtendedVector::Zero(problem.contactCount());
  Extended loss = 0;
  Replay result;
  result.friction = Eigen::MatrixXd::Zero(problem.contactCount(), 2);
  for (const ContactIndex j : word) {
    const Push push = reflectWhite(y, problem, j);
    lambda[j] += push.lambda;
    result.friction.row(j) += push.friction.transpose();
    loss += push.loss;
  }

  result.momentum = word.empty() ? problem.momentum() : frame.covector(y);
  result.white = y;
  result.energyLoss = static_cast<double>(loss);
  result.impulses = lambda.cwiseQuotient(frame.normalNorms()).cast<double>();
  if (before > 0) {
    // The error of the momentum that is returned, rounded to double.
    const Extended after = frame.whiten(result.momentum).squaredNorm();
    result.relativeEnergyError = static_cast<double>(std::abs(after - before + 2 * loss) / before);
  }
  return result;
}

Eigen::MatrixXd momentaAlong(const ImpactProblem& problem, std::span<const ContactIndex> word) {
  checkWord(problem, word);
  const WhiteFrame& frame = problem.frame();
  ExtendedVector y = problem.whiteMomentum();
  Eigen::MatrixXd momenta(problem.dof(), static_cast<Eigen::Index>(word.size()) + 1);
  momenta.col(0) = problem.momentum();
  for (std::size_t i = 0; i < word.size(); ++i) {
    reflectWhite(y, problem, word[i]);
    momenta.col(static_cast<Eigen::Index>(i) + 1) = frame.covector(y);
  }
  return momenta;
}

}  // namespace carom
