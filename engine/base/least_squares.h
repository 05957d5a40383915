#pragma once

#include <Eigen/Core>
#include <array>
#include <functional>
#include <span>

namespace carom {

struct LeastSquares {
  Eigen::VectorXd x;  ///< n, the shortest x that minimises ‖A x − b‖
  int rank = 0;       ///< of A
};

/// Solves A x = b, A m×n, b m. Pivots below `threshold` times the largest pivot count as 0.
LeastSquares leastSquares(const Eigen::Ref<const Eigen::MatrixXd>& A,
                          const Eigen::Ref<const Eigen::VectorXd>& b, double threshold);

/// The shortest solution x (n) of J x = −r for J m×n, r m, of a solver of one's own.
using ShortestStep = std::function<Eigen::VectorXd(const Eigen::MatrixXd& J, const Eigen::VectorXd& r)>;
/// The same within bounds of each entry, least ≤ 0 ≤ greatest (infinite for none): an entry that the shortest
/// step takes beyond a bound goes as far as that, and the others solve what is left. So r may not be reached.
Eigen::VectorXd shortestWithin(Eigen::MatrixXd J, Eigen::VectorXd r,
                               std::span<const std::array<double, 2>> bounds, const ShortestStep& shortest);

}  // namespace carom
