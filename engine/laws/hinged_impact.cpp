#include "laws/hinged_impact.h"

#include <Eigen/Cholesky>

#include "base/spectrum.h"

namespace carom {

std::optional<LocalImpact> intactMechanism(const HingedImpact& impact) {
  const Eigen::LLT<Eigen::MatrixXd> hinge(impact.hinge);
  if (hinge.info() != Eigen::Success) return std::nullopt;
  const Eigen::MatrixXd held = impact.coupling.transpose() * hinge.solve(impact.coupling);
  LocalImpact intact{impact.free.W - 0.5 * (held + held.transpose()), impact.free.V};
  const double least = massRankTolerance * impact.free.W.diagonal().maxCoeff();
  if (!(spectrumOf(intact.W).values.minCoeff() > -least) || !(intact.W(0, 0) > least)) return std::nullopt;
  return intact;
}

HingeSequence collideAtHinge(CollisionLaw law, const HingedImpact& impact,
                             const LawCoefficients& coefficients) {
  if (!intactMechanism(impact))
    throw LawError("the hinge: expected a positive definite matrix that leaves the normal free");
  constexpr double atRest = 1e-15;
  const Eigen::LLT<Eigen::MatrixXd> hinge(impact.hinge);
  const Eigen::Index d = impact.free.dimension(), h = impact.hinge.rows();
  HingeSequence sequence{LocalVector::Zero(d), Eigen::VectorXd::Zero(h), impact.free.V};
  LocalImpact now = impact.free;
  do {
    const LocalVector P = collide(law, now, coefficients).P;
    const Eigen::VectorXd Q = -hinge.solve(impact.coupling * P);
    sequence.P += P;
    sequence.Q += Q;
    now.V += impact.free.W * P + impact.coupling.transpose() * Q;
    if (P.isZero(0)) break;
    ++sequence.collisions;
    sequence.complete = sequence.collisions < mostHingeCollisions;
  } while (sequence.complete && now.V[0] < -atRest * impact.free.V.norm());
  sequence.V = now.V;
  return sequence;
}

}  // namespace carom
