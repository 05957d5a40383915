#include "base/least_squares.h"

#include <Eigen/QR>
#include <algorithm>
#include <vector>

namespace carom {

LeastSquares leastSquares(const Eigen::Ref<const Eigen::MatrixXd>& A,
                          const Eigen::Ref<const Eigen::VectorXd>& b, double threshold) {
  Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> factors;
  factors.setThreshold(threshold);
  factors.compute(A);
  return {factors.solve(b), static_cast<int>(factors.rank())};
}

Eigen::VectorXd shortestWithin(Eigen::MatrixXd J, Eigen::VectorXd r,
                               std::span<const std::array<double, 2>> bounds, const ShortestStep& shortest) {
  Eigen::VectorXd step = shortest(J, r), atBound = Eigen::VectorXd::Zero(step.size());
  std::vector<bool> stays(bounds.size(), false);
  for (bool isBeyond = true; isBeyond;) {
    isBeyond = false;
    for (std::size_t k = 0; k < bounds.size(); ++k) {
      const auto at = static_cast<Eigen::Index>(k);
      const auto& [least, greatest] = bounds[k];
      if (stays[k] || step[at] == 0 || (step[at] >= least && step[at] <= greatest)) continue;
      stays[k] = isBeyond = true;
      atBound[at] = std::clamp(step[at], least, greatest);
      r += J.col(at) * atBound[at];
      J.col(at).setZero();
    }
    if (!isBeyond) return step;
    step = shortest(J, r);
    for (std::size_t k = 0; k < bounds.size(); ++k)
      if (const auto at = static_cast<Eigen::Index>(k); stays[k]) step[at] = atBound[at];
  }
  return step;
}

}  // namespace carom
