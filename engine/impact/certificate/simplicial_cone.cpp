#include "impact/certificate/simplicial_cone.h"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>

namespace carom {

SimplicialCone simplicialCone(const Eigen::MatrixXd& unit) {
  Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(unit);
  qr.setThreshold(1e-10);
  const Eigen::Index rank = qr.rank();
  SimplicialCone cone;
  constexpr double rounding = 1e-14;
  if (rank < std::min(unit.rows(), unit.cols()))
    cone.isExact = std::abs(qr.matrixR()(rank, rank)) <= rounding * qr.maxPivot();
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
