#pragma once

#include <Eigen/Core>
#include <QPointF>
#include <vector>

namespace carom {

/// A unit sphere seen from far away: x to the right, y upwards, z towards the eye.
struct SphereView {
  Eigen::Matrix3d turn;
  QPointF centre;     ///< pt
  double radius = 0;  ///< pt

  /// The direction of a point as the eye sees it; z < 0 behind the sphere.
  Eigen::Vector3d seen(const Eigen::Vector3d& point) const { return turn * point; }
  QPointF map(const Eigen::Vector3d& point) const;
  /// The point of the sphere at a place of the picture, in front or behind; on the horizon where the place is
  /// beside the sphere.
  Eigen::Vector3d pointAt(const QPointF& place, bool isFront) const;
};

/// The eye looks at the middle of the momenta that are feasible for the normals (2 or 3 unit vectors), turned
/// about the vertical and tilted (degrees) so that the edges of their part of the sphere are seen.
Eigen::Matrix3d turnedTo(const std::vector<Eigen::Vector3d>& normals, double turn, double tilt);

}  // namespace carom
