#include "laws/local_impact.h"

#include <Eigen/Eigenvalues>

namespace carom {

namespace {

using Spectrum = Eigen::SelfAdjointEigenSolver<LocalMatrix>;

/// The inverse on the eigenvectors whose eigenvalues are not 0.
LocalMatrix pseudoInverse(const Spectrum& spectrum) {
  const double least = massRankTolerance * spectrum.eigenvalues().maxCoeff();
  LocalVector inverse = spectrum.eigenvalues();
  for (double& value : inverse) value = value > least ? 1 / value : 0;
  return spectrum.eigenvectors() * inverse.asDiagonal() * spectrum.eigenvectors().transpose();
}

}  // namespace

LocalMatrix LocalImpact::mass() const {
  return pseudoInverse(Spectrum(W));
}

std::optional<LocalMatrix> inverseOfMass(const LocalMatrix& M) {
  if (!((M - M.transpose()).norm() <= massRankTolerance * M.norm())) return std::nullopt;
  const Spectrum spectrum(M);
  if (!(spectrum.eigenvalues().minCoeff() > massRankTolerance * spectrum.eigenvalues().maxCoeff()))
    return std::nullopt;
  return pseudoInverse(spectrum);
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
