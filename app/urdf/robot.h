#pragma once

#include <Eigen/Geometry>
#include <optional>
#include <string>
#include <vector>

namespace carom {

/// A geometry of a link.
struct RobotShape {
  enum class Kind { Ball, Box, Cylinder, Mesh };
  Kind kind = Kind::Ball;
  Eigen::Isometry3d pose = Eigen::Isometry3d::Identity();  ///< in the link; a cylinder lies along its z
  Eigen::Vector3d size =
      Eigen::Vector3d::Zero();  ///< m: {radius}, the lengths, {radius, length}; 0 of a mesh
  bool collides = false;        ///< part of the collision, else of the visual geometry
  std::string file{};           ///< of a mesh
};

/// The joint by which a link hangs on its parent.
struct RobotJoint {
  enum class Kind { Fixed, Revolute, Prismatic, Floating, Planar };
  Kind kind = Kind::Fixed;
  std::string name;
  Eigen::Isometry3d origin = Eigen::Isometry3d::Identity();  ///< in the parent
  Eigen::Vector3d axis = Eigen::Vector3d::UnitX();  ///< in the frame of the joint, which is the link's
  std::optional<double> lower{}, upper{};           ///< rad or m; both or none
  double damping = 0;                               ///< N·m·s or N·s/m
  double friction = 0;                              ///< N·m or N
  bool mimics = false;                              ///< whether it follows another joint
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

/// A robot as its description has it: a tree of links, parents first.
struct Robot {
  std::string name;
  std::vector<RobotLink> links{};
};

}  // namespace carom
