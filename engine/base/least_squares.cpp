#include "base/least_squares.h"

#include <Eigen/QR>

namespace carom {

LeastSquares leastSquares(const Eigen::Ref<const Eigen::MatrixXd>& A,
                          const Eigen::Ref<const Eigen::VectorXd>& b, double threshold) {
  Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> factors;
  factors.setThreshold(threshold);
  factors.compute(A);
  return {factors.solve(b), static_cast<int>(factors.rank())};
}

}  // namespace carom
