#pragma once

#include <Eigen/Geometry>
#include <optional>
#include <string>
#include <vector>

namespace carom {

/// A geometry of a link.
struct RobotShape {
  enum class Kind { Ball, Box, Cylinder, Capsule, Ellipsoid, Mesh, Hull };
  Kind kind = Kind::Ball;
  Eigen::Isometry3d pose =
      Eigen::Isometry3d::Identity();               ///< in the link; cylinders and capsules lie along its z
  Eigen::Vector3d size = Eigen::Vector3d::Zero();  ///< m: {radius}, the lengths, {radius, length}, of a
                                                   ///< capsule that of its straight part, of an ellipsoid
                                                   ///< twice its half axes; 0 of a mesh
  bool collides = false;                           ///< part of the collision, else of the visual geometry
  /// Part of the visual geometry that touches nothing, also where its link has no collision geometry.
  bool onlyLooks = false;
  std::string file{};                               ///< of a mesh, and of the mesh that became a hull
  Eigen::Vector3d scale = Eigen::Vector3d::Ones();  ///< of a mesh
  std::optional<double> friction{};                 ///< Coulomb's coefficient, where the file has one
  /// Of a mesh that was read already, or the corners of a hull (m).
  std::vector<Eigen::Vector3d> points{};
};

/// The joint by which a link hangs on its parent.
struct RobotJoint {
  enum class Kind { Fixed, Revolute, Prismatic, Spherical, Floating, Planar };
  Kind kind = Kind::Fixed;
  std::string name;
  Eigen::Isometry3d origin = Eigen::Isometry3d::Identity();  ///< in the parent
  Eigen::Vector3d axis = Eigen::Vector3d::UnitX();  ///< in the frame of the joint, which is the link's
  std::optional<double> lower{}, upper{};           ///< rad or m
  double damping = 0;                               ///< N·m·s or N·s/m
  double friction = 0;                              ///< N·m or N
  double armature = 0;                              ///< kg·m² or kg
  double stiffness = 0;                             ///< of its spring: N·m/rad or N/m
  double rest = 0;                                  ///< of its spring: rad or m
  std::string mimics{};  ///< the joint that it follows: q = ratio · q of that + offset
  double ratio = 1, offset = 0;
};

struct RobotLink {
  std::string name;
  int parent = -1;     ///< index of a link before this one; −1: the root
  RobotJoint joint{};  ///< of a link with a parent; the origin of the root's turns it in the world
  double mass = 0;     ///< kg; 0: none
  Eigen::Vector3d centreOfMass = Eigen::Vector3d::Zero();  ///< m
  Eigen::Matrix3d inertia = Eigen::Matrix3d::Zero();       ///< about it, in the axes of the link (kg·m²)
  std::vector<RobotShape> shapes{};
  std::string color{};  ///< "#rrggbb", or empty
};

/// A constraint between links that closes a loop.
struct RobotLoop {
  std::string kind;   ///< "connect", "weld", "hinge", …
  std::string name;   ///< of the constraint or joint
  std::string first;  ///< name of a link, or of a joint where the constraint is between joints
  std::string second;
  Eigen::Vector3d at = Eigen::Vector3d::Zero();  ///< the common point, in the first link (m)
  /// Of a hinge: its axis, in the first link. Both bodies are as the file has them where all coordinates are
  /// 0.
  Eigen::Vector3d axis = Eigen::Vector3d::Zero();
};

/// What a reader says of a part that it has not kept, or has changed; see ImportWarnings::add.
struct RobotNote {
  std::string kind, name, what, detail{};
};

/// A robot as its description has it: a tree of links, parents first.
struct Robot {
  std::string name;
  std::vector<RobotLink> links{};
  std::vector<RobotLoop> loops{};
  std::vector<RobotNote> notes{};
};

}  // namespace carom
