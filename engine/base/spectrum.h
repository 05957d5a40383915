#pragma once

#include <Eigen/Core>

namespace carom {

// A = Q diag(λ) Qᵀ of a symmetric matrix. Eigen's solver takes long to compile, so this is the only place for
// it.

/// Of n×n, n ≤ 3.
struct Spectrum {
  Eigen::Matrix<double, Eigen::Dynamic, 1, 0, 3, 1> values;                ///< n, λ, rising
  Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, 3, 3> vectors;  ///< n×n, Q
};

/// A: n×n, n ≤ 3, symmetric; its lower triangle is read.
Spectrum spectrumOf(const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, 3, 3>& A);

/// Of 3×3.
struct SpatialSpectrum {
  Eigen::Vector3d values;   ///< λ, rising
  Eigen::Matrix3d vectors;  ///< Q
};

/// A: 3×3, symmetric; its lower triangle is read.
SpatialSpectrum spatialSpectrumOf(const Eigen::Matrix3d& A);

}  // namespace carom
