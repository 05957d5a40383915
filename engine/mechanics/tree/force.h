#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
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
/// Q = −damping v_i + B with |B| ≤ friction, v_i the velocity of the coordinate: B is dry friction, which
/// opposes v_i with all its size and holds the joint at v_i = 0 where it can. It has no impulse at impacts.
struct JointDamper {
  int coordinate = -1;
  double damping = 0, friction = 0;
};
/// A quantity over time: its value and its rate at τ ≥ 0 (s). Threads may share it.
struct OverTime {
  double value = 0, rate = 0;
};
using TimeFunction = std::function<OverTime(double)>;

/// A PD drive with a force besides, Q = proportional (r − q) + derivative (ṙ − q̇) + torque(τ) within ±limit,
/// where τ = max(0, t − start) and r = course(τ) + rate τ. Until the start r stands still and the torque is
/// 0.
struct Motor {
  int coordinate = -1;
  double proportional = 0, derivative = 0;
  double reference = 0, rate = 0, start = 0;
  TimeFunction course{};        ///< of the reference, where it is not `reference` all the time
  TimeFunction torque{};        ///< N or N·m; empty: none
  double limit = HUGE_VAL;      ///< N or N·m
  bool startsAtImpact = false;  ///< `start` is the time of the first impact of a run

  double target(double t) const {
    const double past = std::max(0.0, t - start);
    return (course ? course(past).value : reference) + rate * past;
  }
  double targetRate(double t) const { return t > start ? rate + (course ? course(t - start).rate : 0) : 0; }
  /// The part of Q that does not depend on the state.
  double aim(double t) const {
    const double free = torque && t > start ? torque(t - start).value : 0;
    return proportional * target(t) + derivative * targetRate(t) + free;
  }
  /// Q at a coordinate q with the velocity v.
  double force(double t, double q, double v) const {
    return std::clamp(aim(t) - proportional * q - derivative * v, -limit, limit);
  }
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
  /// Whether a joint has dry friction.
  bool haveFriction() const {
    return std::ranges::any_of(dampers, [](const JointDamper& one) { return one.friction > 0; });
  }
  bool areConservative() const { return dampers.empty() && motors.empty() && pointDampers.empty(); }
  bool empty() const { return springs.empty() && pointSprings.empty() && areConservative(); }
};

}  // namespace carom
