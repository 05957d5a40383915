#include "laws/local_impact.h"

#include <Eigen/Eigenvalues>

namespace carom {

LocalMatrix LocalImpact::mass() const {
  // Eigenvalues below this share of the largest one are directions without bounds.
  constexpr double rankTolerance = 1e-12;
  const Eigen::SelfAdjointEigenSolver<LocalMatrix> eigen(W);
  const double least = rankTolerance * eigen.eigenvalues().maxCoeff();
  LocalVector inverse = eigen.eigenvalues();
  for (double& value : inverse) value = value > least ? 1 / value : 0;
  return eigen.eigenvectors() * inverse.asDiagonal() * eigen.eigenvectors().transpose();
}

LocalVector LocalImpact::frictionless() const {
  LocalVector P = LocalVector::Zero(dimension());
  P[0] = -V[0] / W(0, 0);
  return P;
}

LocalVector LocalImpact::sticking() const {
  return -(mass() * V);
}

double LocalImpact::energy(const LocalVector& velocity) const {
  return 0.5 * velocity.dot(mass() * velocity);
}

}  // namespace carom
