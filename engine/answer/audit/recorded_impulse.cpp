#include "answer/audit/recorded_impulse.h"

#include <algorithm>

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
  Eigen::Index from = 0, count = 0;
  for (std::size_t i = 0; i < jump.contacts.size(); ++i) {
    const Eigen::MatrixXd rows = contactOfJump(mechanism, jump, i).axes.rows;
    if (i == contact) {
      from = C.rows();
      count = rows.rows();
    }
    C.conservativeResize(C.rows() + rows.rows(), Eigen::NoChange);
    C.bottomRows(rows.rows()) = rows;
  }
  if (count == 0) return std::nullopt;
  Eigen::MatrixXd Z(mechanism.dof(), C.rows());
  for (Eigen::Index k = 0; k < C.rows(); ++k) Z.col(k) = metric.velocity(C.row(k).transpose());
  const Eigen::MatrixXd W = C * Z;
  // Directions in which no impulse moves the bodies have none; others that say the same cannot be told apart.
  constexpr double same = 1e-9;
  const double largest = W.diagonal().maxCoeff();
  const auto moving = std::ranges::count_if(W.diagonal(), [&](double each) { return each > same * largest; });
  Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> inverse;
  inverse.setThreshold(same);
  inverse.compute(W);
  if (inverse.rank() < moving) return std::nullopt;
  const Eigen::MatrixXd toImpulses = (inverse.pseudoInverse() * Z.transpose()).middleRows(from, count);
  return RecordedImpulse{toImpulses * (jump.measured - jump.arriving),
                         toImpulses * (jump.covariance + jump.covarianceBefore) * toImpulses.transpose()};
}

}  // namespace carom
