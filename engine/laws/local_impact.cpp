#include "laws/local_impact.h"

#include "base/spectrum.h"

namespace carom {

namespace {

/// The inverse on the eigenvectors whose eigenvalues are not 0.
LocalMatrix pseudoInverse(const Spectrum& spectrum) {
  const double least = massRankTolerance * spectrum.values.maxCoeff();
  LocalVector inverse = spectrum.values;
  for (double& value : inverse) value = value > least ? 1 / value : 0;
  return spectrum.vectors * inverse.asDiagonal() * spectrum.vectors.transpose();
}

}  // namespace

LocalMatrix LocalImpact::mass() const {
  return pseudoInverse(spectrumOf(W));
}

std::optional<LocalMatrix> inverseOfMass(const LocalMatrix& M) {
  if (!((M - M.transpose()).norm() <= massRankTolerance * M.norm())) return std::nullopt;
  const Spectrum spectrum = spectrumOf(M);
  if (!(spectrum.values.minCoeff() > massRankTolerance * spectrum.values.maxCoeff())) return std::nullopt;
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
