#pragma once

#include <cmath>
#include <vector>

#include "mechanics/tree/mechanism.h"

namespace carom {

/// Q_i = load_i(t) − stiffness_i q_i − damping_i q̇_i of springs, dampers and motors, the motors with a limit
/// at the state of the last call of `limit`.
struct CoordinateForces {
  explicit CoordinateForces(const Mechanism& mechanism)
      : motors(mechanism.forces().motors),
        constant(Eigen::VectorXd::Zero(mechanism.dof())),
        stiffness(constant),
        damping(constant),
        load(constant) {
    for (const JointSpring& spring : mechanism.forces().springs) {
      stiffness[spring.coordinate] += spring.stiffness;
      constant[spring.coordinate] += spring.stiffness * spring.rest;
    }
    for (const JointDamper& damper : mechanism.forces().dampers) damping[damper.coordinate] += damper.damping;
    for (Motor& motor : motors) {
      stiffness[motor.coordinate] += motor.proportional;
      damping[motor.coordinate] += motor.derivative;
      if (motor.startsAtImpact) motor.start = HUGE_VAL;
      hasLimits = hasLimits || motor.limit < HUGE_VAL;
    }
    load = constant;
    allStiffness = stiffness;
    allDamping = damping;
    aims.resize(motors.size());
  }
  void setTime(double t) {
    if (motors.empty()) return;
    if (t != time) {  // expressions over time are dear beside the rest of a force
      allLoad = constant;
      for (std::size_t k = 0; k < motors.size(); ++k)
        allLoad[motors[k].coordinate] += aims[k] = motors[k].aim(t);
      time = t;
    }
    load = allLoad;
  }
  /// Takes motors that are beyond their limits at q, v to these; their force is constant there.
  void limit(const Eigen::VectorXd& q, const Eigen::VectorXd& v) {
    if (!hasLimits) return;
    stiffness = allStiffness;
    damping = allDamping;
    load = allLoad;
    for (std::size_t k = 0; k < motors.size(); ++k) {
      const Motor& motor = motors[k];
      const int i = motor.coordinate;
      const double free = aims[k] - motor.proportional * q[i] - motor.derivative * v[i];
      if (std::abs(free) <= motor.limit) continue;
      load[i] += std::copysign(motor.limit, free) - aims[k];
      stiffness[i] -= motor.proportional;
      damping[i] -= motor.derivative;
    }
  }
  void startAtImpact(double t) {
    for (Motor& motor : motors)
      if (motor.startsAtImpact && motor.start == HUGE_VAL) motor.start = t;
    time = NAN;
  }

  std::vector<Motor> motors;
  bool hasLimits = false;
  Eigen::VectorXd constant, stiffness, damping, load;
  Eigen::VectorXd allStiffness, allDamping, allLoad;  ///< without any limit
  std::vector<double> aims;                           ///< of the motors at `time`
  double time = NAN;                                  ///< s, of the last call of setTime
};

}  // namespace carom
