#pragma once

#include <Eigen/Core>

namespace carom {

struct LeastSquares {
  Eigen::VectorXd x;  ///< n, the shortest of those that minimise ‖A x − b‖
  int rank = 0;       ///< of A
};

/// Solves A x = b, A m×n, b m. Pivots below `threshold` times the largest one are zeros.
LeastSquares leastSquares(const Eigen::Ref<const Eigen::MatrixXd>& A,
                          const Eigen::Ref<const Eigen::VectorXd>& b, double threshold);

}  // namespace carom
