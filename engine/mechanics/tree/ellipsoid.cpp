#include "mechanics/tree/ellipsoid.h"

namespace carom {

Eigen::Matrix3d Ellipsoid::bend(const Eigen::Vector3d& n) const {
  const Eigen::Vector3d squares = m_half.cwiseAbs2(), x = squares.cwiseProduct(n);
  const double h = std::sqrt(x.dot(n));
  const Eigen::Matrix3d straight = squares.asDiagonal();
  return (straight - x * x.transpose() / (h * h)) / h;
}

std::shared_ptr<const Ellipsoid> ellipsoidOf(const Eigen::Vector3d& half) {
  static thread_local std::shared_ptr<const Ellipsoid> last;
  if (!last || last->halfSize() != half) last = std::make_shared<Ellipsoid>(half);
  return last;
}

}  // namespace carom
