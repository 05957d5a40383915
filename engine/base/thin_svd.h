#pragma once

#include <Eigen/Core>

namespace carom {

/// The singular value decomposition A = U diag(σ) Vᵀ of an m×n matrix, r = min(m, n).
struct ThinSvd {
  Eigen::MatrixXd U;      ///< m×r
  Eigen::VectorXd sigma;  ///< r, falling
  Eigen::MatrixXd V;      ///< n×r
};

ThinSvd thinSvd(const Eigen::MatrixXd& A);

}  // namespace carom
