#pragma once

#include <Eigen/Core>
#include <string>
#include <variant>
#include <vector>

namespace carom {

/// A joint along which a body travels: a unit vector fixed in the parent. Coordinate in m.
struct Prismatic {
  Eigen::Vector3d axis;
};
/// A joint about which a body turns: a unit vector fixed in the parent, through the origin of the body.
/// Coordinate in rad, counter-clockwise as seen from the tip of the axis.
struct Revolute {
  Eigen::Vector3d axis;
};
/// A joint about which a body turns freely, at its origin. Three coordinates: the rotation vector w (rad),
/// where R = exp(ŵ) turns the axes of the parent to those of the body. Their velocities are not ẇ, see
/// Mechanism.
struct Spherical {};
using JointKind = std::variant<Prismatic, Revolute, Spherical>;

struct Joint {
  JointKind kind;
  /// "x" for the generalized coordinate "a.x" of body "a"; a spherical joint "r" has "a.rx", "a.ry", "a.rz".
  std::string coordinate;
  /// What a rotor behind a gear adds to M_ii (kg, or kg·m²), ≥ 0; 0 of a spherical joint.
  double armature = 0;
};
/// The names of the coordinates of a joint, without the name of the body and the dot before them.
std::vector<std::string> coordinateNames(const Joint& joint);

}  // namespace carom
