#include "answer/growth_of_run.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <limits>

#include "base/thin_svd.h"

namespace carom {

namespace {

/// L of M = L Lᵀ.
Eigen::MatrixXd factorOf(const Eigen::MatrixXd& M) {
  return M.llt().matrixL();
}

}  // namespace

Growth growthOf(const Eigen::MatrixXd& map, const Eigen::MatrixXd& start, const Eigen::MatrixXd& end) {
  // (Lᵀδq/s, L⁻¹δp) has the size as its Euclidean length.
  const Eigen::Index n = start.rows();
  const auto sized = [n](const Eigen::MatrixXd& M) {
    const Eigen::MatrixXd L = factorOf(M);
    Eigen::MatrixXd W = Eigen::MatrixXd::Zero(2 * n, 2 * n);
    W.topLeftCorner(n, n) = L.transpose();
    W.bottomRightCorner(n, n) =
        L.triangularView<Eigen::Lower>().solve(Eigen::MatrixXd::Identity(n, n).eval());
    return W;
  };
  const Eigen::MatrixXd from = sized(start).inverse();
  const ThinSvd svd = thinSvd(sized(end) * map * from);
  return {svd.sigma, from * svd.V};
}

double sizeOf(const Eigen::VectorXd& dx, const Eigen::MatrixXd& M) {
  const Eigen::Index n = M.rows();
  return std::sqrt(dx.head(n).dot(M * dx.head(n)) + dx.tail(n).dot(M.llt().solve(dx.tail(n))));
}

double GrowthOfRun::at(double time, bool isAfter) const {
  const auto next = isAfter ? std::ranges::upper_bound(times, time) : std::ranges::lower_bound(times, time);
  const auto i = static_cast<std::size_t>(next - times.begin());
  if (i == times.size())
    return i > 0 && time == times.back() ? values.back() : std::numeric_limits<double>::quiet_NaN();
  if (i == 0 || times[i] == time) return values[i];
  const double share = (time - times[i - 1]) / (times[i] - times[i - 1]);
  return values[i - 1] * std::pow(values[i] / values[i - 1], share);
}

GrowthOfRun growthOfRun(const Mechanism& mechanism, const Trajectory& run, const RunVariation& variation) {
  GrowthOfRun growth{{}, {}, variation.stopped};
  const Eigen::MatrixXd start = mechanism.massMatrix(run.configuration(run.start()));
  for (const auto& [time, map] : variation.along) {
    growth.times.push_back(time);
    growth.values.push_back(growthOf(map, start, mechanism.massMatrix(run.configuration(time))).values[0]);
  }
  return growth;
}

}  // namespace carom
