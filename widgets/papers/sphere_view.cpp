#include "papers/sphere_view.h"

#include <Eigen/Geometry>
#include <cmath>
#include <numbers>

namespace carom {

QPointF SphereView::map(const Eigen::Vector3d& point) const {
  const Eigen::Vector3d at = seen(point);
  return centre + radius * QPointF(at.x(), -at.y());
}

Eigen::Vector3d SphereView::pointAt(const QPointF& place, bool isFront) const {
  const QPointF away = (place - centre) / radius;
  Eigen::Vector3d at(away.x(), -away.y(), 0);
  const double square = at.squaredNorm();
  if (square > 1)
    at.normalize();
  else
    at.z() = (isFront ? 1 : -1) * std::sqrt(1 - square);
  return turn.transpose() * at;
}

Eigen::Matrix3d turnedTo(const std::vector<Eigen::Vector3d>& normals, double turn, double tilt) {
  constexpr double degree = std::numbers::pi / 180;
  Eigen::Vector3d middle = Eigen::Vector3d::Zero();
  for (const Eigen::Vector3d& normal : normals) middle += normal;
  const Eigen::Vector3d z = middle.normalized();
  const Eigen::Vector3d x = (normals[0] - normals[0].dot(z) * z).normalized(), y = z.cross(x);
  Eigen::Matrix3d upright;
  upright << x.transpose(), y.transpose(), z.transpose();
  return (Eigen::AngleAxisd(tilt * degree, Eigen::Vector3d::UnitX()) *
          Eigen::AngleAxisd(turn * degree, Eigen::Vector3d::UnitY()))
             .toRotationMatrix() *
         upright;
}

}  // namespace carom
