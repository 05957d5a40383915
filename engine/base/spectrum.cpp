#include "base/spectrum.h"

#include <Eigen/Eigenvalues>

namespace carom {

Spectrum spectrumOf(const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, 3, 3>& A) {
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, 3, 3>> solver(
      A);
  return {solver.eigenvalues(), solver.eigenvectors()};
}

SpatialSpectrum spatialSpectrumOf(const Eigen::Matrix3d& A) {
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> solver(A);
  return {solver.eigenvalues(), solver.eigenvectors()};
}

}  // namespace carom
