#include "models/collide_at_once.h"

#include <cmath>

#include "impact/white_frame.h"
#include "models/friction_lcp.h"

namespace carom {

namespace {

/// Relative to 2 E⁻: the multipliers are doubles. A larger value hides small losses.
constexpr Extended roundingOfLoss = 1e-15L;

/// L⁻¹ of the impulse of contact i, λ_i along the unit normal (√J) and its friction (N·s): n.
ExtendedVector whiteImpulse(const ImpactProblem& problem, int i, double lambda,
                            const Eigen::RowVectorXd& friction) {
  const WhiteFrame& frame = problem.frame();
  ExtendedVector impulse = static_cast<Extended>(lambda) * frame.unitNormals().col(i);
  const auto& collision = problem.labels()[static_cast<std::size_t>(i)].collision;
  if (!collision) return impulse;
  const Eigen::Index tangents = collision->tangents.rows();
  impulse += frame.directions(i).rightCols(tangents) * friction.head(tangents).transpose().cast<Extended>();
  return impulse;
}

}  // namespace

SimultaneousImpact collideAtOnce(const ImpactProblem& problem, std::optional<double> R) {
  const ModelAnswer answer = frictionLcp(problem, {restitutionOfAll(problem, R)});
  if (!answer.multipliers) throw ImpactError("friction LCP: " + answer.reason);
  SimultaneousImpact impact{{}, answer.rounds, answer.note};
  if (answer.severalMomenta) impact.note = "other multipliers give another momentum";
  Replay& end = impact.end;
  end.impulses = answer.multipliers->cwiseQuotient(problem.normalNorms());
  end.friction = answer.momentum ? answer.friction : Eigen::MatrixXd::Zero(problem.contactCount(), 2);
  const ExtendedVector before = problem.whiteMomentum();
  end.white = before;
  for (int i = 0; i < problem.contactCount(); ++i)
    end.white += whiteImpulse(problem, i, (*answer.multipliers)[i], end.friction.row(i));
  end.momentum = end.white == before ? problem.momentum() : problem.frame().covector(end.white);
  Extended loss = 0;
  for (int i = 0; i < problem.contactCount(); ++i)
    loss -=
        whiteImpulse(problem, i, (*answer.multipliers)[i], end.friction.row(i)).dot(before + end.white) / 2;
  const Extended energy = before.squaredNorm();
  if (std::abs(loss) < roundingOfLoss * energy) loss = 0;
  end.energyLoss = static_cast<double>(loss);
  if (energy > 0) {
    const Extended after = problem.frame().whiten(end.momentum).squaredNorm();
    end.relativeEnergyError = static_cast<double>(std::abs(after - energy + 2 * loss) / energy);
  }
  return impact;
}

}  // namespace carom
