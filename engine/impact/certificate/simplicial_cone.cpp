#include "impact/certificate/simplicial_cone.h"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>

namespace carom {

namespace {

/// Pivots below this share of the largest one are 0: normals nearer to the span of others are dependent. A
/// smaller value gives rays that are rounding; a larger one drops directions, see isExact.
constexpr double pivotTolerance = 1e-10;
/// Largest pivot, over the largest one, that is rounding. A larger value would make bounds of ξ that do not
/// hold; a smaller one gives up bounds of dependent normals.
constexpr double pivotRounding = 1e-14;

}  // namespace

SimplicialCone simplicialCone(const Eigen::MatrixXd& unit) {
  Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(unit);
  qr.setThreshold(pivotTolerance);
  const Eigen::Index rank = qr.rank();
  SimplicialCone cone;
  if (rank < std::min(unit.rows(), unit.cols()))
    cone.isExact = std::abs(qr.matrixR()(rank, rank)) <= pivotRounding * qr.maxPivot();
  const auto& order = qr.colsPermutation().indices();
  cone.contacts.assign(order.data(), order.data() + rank);
  cone.span = qr.householderQ() * Eigen::MatrixXd::Identity(unit.rows(), rank);
  // In that basis the chosen normals are the columns of R, and the dual basis is R⁻ᵀ.
  const Eigen::MatrixXd R = qr.matrixR().topLeftCorner(rank, rank).triangularView<Eigen::Upper>();
  cone.rays =
      cone.span * R.transpose().triangularView<Eigen::Lower>().solve(Eigen::MatrixXd::Identity(rank, rank));
  cone.rays.colwise().normalize();
  return cone;
}

}  // namespace carom
