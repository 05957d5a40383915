#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace carom {

// Forces besides gravity, along single coordinates or between points. Units: N and m for travel, N·m and rad
// for angles. Springs and motors act on coordinates of prismatic and revolute joints only.

/// V = ½ stiffness (q − rest)².
struct JointSpring {
  int coordinate = -1;
  double stiffness = 0, rest = 0;
};
/// Q = −damping v_i, v_i the velocity of the coordinate.
struct JointDamper {
  int coordinate = -1;
  double damping = 0;
};
/// A PD drive, Q = proportional (r(t) − q) + derivative (ṙ(t) − q̇), whose reference r stays at `reference`
/// until the time `start` and moves at `rate` from then on.
struct Motor {
  int coordinate = -1;
  double proportional = 0, derivative = 0;
  double reference = 0, rate = 0, start = 0;

  double target(double t) const { return reference + rate * std::max(0.0, t - start); }
  double targetRate(double t) const { return t > start ? rate : 0; }
};

/// A point of a body.
struct BodyPoint {
  int body = -1;                                 ///< index; −1 for the world
  Eigen::Vector3d at = Eigen::Vector3d::Zero();  ///< in the body's frame (m)
};
/// V = ½ stiffness (d − rest)², d the distance of two points; no force where they coincide.
struct PointSpring {
  std::array<BodyPoint, 2> ends;
  double stiffness = 0;  ///< N/m
  double rest = 0;       ///< m, ≥ 0
  /// Its entry in the scene file, "springs[2]"; an entry with a pattern gives several springs.
  std::string place{};
};
/// A force −damping ḋ along the line of two points, d their distance.
struct PointDamper {
  std::array<BodyPoint, 2> ends;
  double damping = 0;   ///< N·s/m
  std::string place{};  ///< its entry in the scene file, as of PointSpring
};

/// All forces besides gravity.
struct JointForces {
  std::vector<JointSpring> springs;
  std::vector<JointDamper> dampers;
  std::vector<Motor> motors;
  std::vector<PointSpring> pointSprings{};
  std::vector<PointDamper> pointDampers{};

  /// Whether all forces have a potential.
  bool areConservative() const { return dampers.empty() && motors.empty() && pointDampers.empty(); }
  bool empty() const { return springs.empty() && pointSprings.empty() && areConservative(); }
};

}  // namespace carom
