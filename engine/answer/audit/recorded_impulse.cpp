#include "answer/audit/recorded_impulse.h"

#include <cmath>

namespace carom {

LocalContact contactOfJump(const Mechanism& mechanism, const JumpImpact& jump, std::size_t contact) {
  const int number = jump.contacts.at(contact);
  LocalContact local =
      localContact(mechanism, number, KineticMetric(mechanism.massMatrix(jump.q)), jump.q, jump.arriving);
  local.coefficients = jump.coefficients.at(contact);
  return local;
}

std::optional<RecordedImpulse> recordedImpulse(const Mechanism& mechanism, const JumpImpact& jump,
                                               std::size_t contact) {
  const KineticMetric metric(mechanism.massMatrix(jump.q));
  Eigen::MatrixXd C(0, mechanism.dof());
  std::vector<bool> isNormal;  // of each row
  Eigen::Index from = 0, count = 0;
  for (std::size_t i = 0; i < jump.contacts.size(); ++i) {
    const Eigen::MatrixXd rows = contactOfJump(mechanism, jump, i).axes.rows;
    if (i == contact) {
      from = C.rows();
      count = rows.rows();
    }
    isNormal.push_back(true);
    isNormal.resize(isNormal.size() + static_cast<std::size_t>(rows.rows()) - 1, false);
    C.conservativeResize(C.rows() + rows.rows(), Eigen::NoChange);
    C.bottomRows(rows.rows()) = rows;
  }
  if (count == 0) return std::nullopt;
  Eigen::MatrixXd Z(mechanism.dof(), C.rows());
  for (Eigen::Index k = 0; k < C.rows(); ++k) Z.col(k) = metric.velocity(C.row(k).transpose());
  const Eigen::MatrixXd W = C * Z;
  // Axes along which no impulse moves the bodies of the contact have none; others that say the same cannot be
  // told apart. In units in which each impulse makes the same energy: masses may differ by decades.
  constexpr double same = 1e-9;
  Eigen::VectorXd scale = Eigen::VectorXd::Zero(W.rows());
  for (Eigen::Index k = 0, first = 0; k < W.rows(); ++k) {
    if (isNormal[static_cast<std::size_t>(k)]) first = k;
    if (W(k, k) > massRankTolerance * W(first, first)) scale[k] = 1 / std::sqrt(W(k, k));
  }
  Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> inverse;
  inverse.setThreshold(same);
  inverse.compute(scale.asDiagonal() * W * scale.asDiagonal());
  if (inverse.rank() < (scale.array() > 0).count()) return std::nullopt;
  const Eigen::MatrixXd toImpulses =
      (scale.asDiagonal() * inverse.pseudoInverse() * scale.asDiagonal() * Z.transpose())
          .middleRows(from, count);
  return RecordedImpulse{toImpulses * (jump.measured - jump.arriving),
                         toImpulses * (jump.covariance + jump.covarianceBefore) * toImpulses.transpose()};
}

}  // namespace carom
