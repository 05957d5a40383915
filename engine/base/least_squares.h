#pragma once

#include <Eigen/Core>

namespace carom {

struct LeastSquares {
  Eigen::VectorXd x;  ///< n, the shortest x that minimises ‖A x − b‖
  int rank = 0;       ///< of A
};

/// Solves A x = b, A m×n, b m. Pivots below `threshold` times the largest pivot count as 0.
LeastSquares leastSquares(const Eigen::Ref<const Eigen::MatrixXd>& A,
                          const Eigen::Ref<const Eigen::VectorXd>& b, double threshold);

}  // namespace carom
