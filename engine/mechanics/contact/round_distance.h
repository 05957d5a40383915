#pragma once

#include <span>

#include "mechanics/contact/shape_distance.h"

namespace carom {

/// The point of a round solid in the world whose outward normal is along n ≠ 0.
inline Eigen::Vector3d pointOf(const WorldRound& round, const Eigen::Vector3d& n) {
  return round.pose * round.solid->point(round.pose.R.transpose() * n);
}
/// D²h(n) of it in the world at a unit n.
inline Eigen::Matrix3d bendOf(const WorldRound& round, const Eigen::Vector3d& n) {
  return round.pose.R * round.solid->bend(round.pose.R.transpose() * n) * round.pose.R.transpose();
}

/// The separation of a round solid A from the hull B of balls around some points, 1 or more, of which the
/// farther side is the second:
///   φ = max over unit n of ⟨n, y⟩ − h_A(n) − radius, y the corner of B with the least ⟨n, y⟩,
/// their distance, or minus the depth of an overlap of up to the least radius of curvature of A. Of deeper
/// ones φ is the depth along the best of a few directions. isPlanar: B is a polygon, and n in the plane.
Separation fromRound(const WorldRound& a, std::span<const Eigen::Vector3d> corners, double radius,
                     bool isPlanar = false);
/// The same of two round solids; up to the sum of their least radii of curvature.
Separation betweenRounds(const WorldRound& a, const WorldRound& b);

}  // namespace carom
