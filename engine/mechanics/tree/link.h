#pragma once

#include <Eigen/Core>

namespace carom {

/// The pose of a frame: x_world = R x + x₀.
struct Pose {
  Eigen::Matrix3d R = Eigen::Matrix3d::Identity();
  Eigen::Vector3d x = Eigen::Vector3d::Zero();  ///< m
  Eigen::Vector3d operator*(const Eigen::Vector3d& point) const { return R * point + x; }
};

/// A node of the tree with one degree of freedom: the bodies that one coordinate moves, in the frame after
/// its joint.
struct Link {
  int parent = -1;               ///< the coordinate that carries this one, −1 for the world
  bool revolute = false;         ///< it turns about its axis; else it travels along it
  Eigen::Vector3d axis, offset;  ///< unit; position at q = 0; both in the parent's frame (m)
  /// The axis 0, 1 or 2 of a spherical joint, in the frame after all three; −1 for other joints.
  int spherical = -1;
  double mass = 0;  ///< of the bodies fixed to it (kg), 0 between the joints of one body
  Eigen::Vector3d centre = Eigen::Vector3d::Zero();   ///< of that mass (m)
  Eigen::Matrix3d inertia = Eigen::Matrix3d::Zero();  ///< about that centre (kg·m²)
  double armature = 0;                                ///< see Joint
};

}  // namespace carom
