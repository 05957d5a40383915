#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

#include "study/orbit/orbit.h"

namespace carom {

namespace {

double spectralRadius(const Eigen::MatrixXd& A) {
  return A.size() > 0 ? A.eigenvalues().cwiseAbs().maxCoeff() : 0;
}

/// A norm ‖x‖² = xᵀPx in which the maps grow alike: P is the fixed direction of P ↦ Σ AᵀPA. Its Cholesky
/// factor Lᵀ takes it to the Euclidean one.
Eigen::MatrixXd commonNorm(const std::vector<Eigen::MatrixXd>& maps) {
  const Eigen::Index n = maps.front().rows();
  // Of the identity, which keeps P positive where maps are singular.
  constexpr double share = 1e-6;
  Eigen::MatrixXd P = Eigen::MatrixXd::Identity(n, n);
  for (int i = 0; i < 200; ++i) {
    Eigen::MatrixXd next = Eigen::MatrixXd::Zero(n, n);
    for (const Eigen::MatrixXd& A : maps) next += A.transpose() * P * A;
    const double size = next.trace() / static_cast<double>(n);
    if (!(size > 0)) break;
    P = (next + next.transpose()) / (2 * size) + share * Eigen::MatrixXd::Identity(n, n);
  }
  return P.llt().matrixU();
}

}  // namespace

GrowthBounds jointGrowth(const std::vector<Eigen::MatrixXd>& maps, int longest) {
  if (maps.empty() || maps.front().size() == 0) return {};
  // Products of one length; more would take longer than the motion.
  constexpr std::size_t mostProducts = 4096;
  const Eigen::MatrixXd U = commonNorm(maps);
  const auto norm = [&](const Eigen::MatrixXd& A) {
    const Eigen::MatrixXd inNorm = U * U.triangularView<Eigen::Upper>().solve<Eigen::OnTheRight>(A);
    return std::sqrt(spectralRadius(inNorm.transpose() * inNorm));
  };
  GrowthBounds bounds{0, HUGE_VAL};
  std::vector<Eigen::MatrixXd> products{Eigen::MatrixXd::Identity(U.rows(), U.cols())};
  for (int length = 1; length <= longest && products.size() * maps.size() <= mostProducts; ++length) {
    std::vector<Eigen::MatrixXd> longer;
    double least = 0, greatest = 0;
    for (const Eigen::MatrixXd& product : products)
      for (const Eigen::MatrixXd& map : maps) {
        longer.push_back(map * product);
        least = std::max(least, spectralRadius(longer.back()));
        greatest = std::max(greatest, norm(longer.back()));
      }
    bounds.least = std::max(bounds.least, std::pow(least, 1.0 / length));
    bounds.greatest = std::min(bounds.greatest, std::pow(greatest, 1.0 / length));
    products = std::move(longer);
  }
  return bounds;
}

}  // namespace carom
