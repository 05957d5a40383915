#include "audit/recorded_forces.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "audit/first_impact.h"

namespace carom {

namespace recorded_forces {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

/// A course of values at the times of samples.
struct Course {
  VectorXd time, value;

  OverTime at(double t) const {
    const Index last = time.size() - 1;
    if (t <= time[0]) return {value[0], 0};
    if (t >= time[last]) return {value[last], 0};
    const Index i = std::upper_bound(time.begin(), time.end(), t) - time.begin();
    const double rate = (value[i] - value[i - 1]) / (time[i] - time[i - 1]);
    return {value[i - 1] + rate * (t - time[i - 1]), rate};
  }
};

void addMotor(JointForces& forces, int coordinate, const VectorXd& time, const VectorXd& value) {
  const auto course = std::make_shared<const Course>(Course{time, value});
  Motor motor{.coordinate = coordinate};
  // A motor has no torque before its start.
  const double start = time[0] - 1 - (time[time.size() - 1] - time[0]);
  motor.start = start;
  motor.torque = [course, start](double past) { return course->at(start + past); };
  forces.motors.push_back(std::move(motor));
}

}  // namespace
}  // namespace recorded_forces

std::vector<int> coordinatesWithTorques(const RecordedRun& run) {
  std::vector<int> coordinates;
  for (Eigen::Index i = 0; i < run.tau.rows(); ++i)
    if (!run.tau.row(i).isZero(0)) coordinates.push_back(static_cast<int>(i));
  return coordinates;
}

JointForces withTorques(JointForces forces, const RecordedRun& run) {
  for (const int i : coordinatesWithTorques(run))
    recorded_forces::addMotor(forces, i, run.time, run.tau.row(i).transpose());
  return forces;
}

Mechanism flownMechanism(const Mechanism& mechanism, const RecordedRun& run) {
  const auto with = [&](JointForces forces) {
    return Mechanism(mechanism.bodies(), mechanism.contacts(), mechanism.gravity(), std::move(forces),
                     mechanism.loops());
  };
  Mechanism flown = with(withTorques(mechanism.forces(), run));
  if (std::ranges::none_of(flown.forces().motors, &Motor::startsAtImpact)) return flown;
  const auto first = firstImpact(flown, run);
  if (!first) return flown;
  JointForces forces = flown.forces();
  for (Motor& motor : forces.motors)
    if (std::exchange(motor.startsAtImpact, false)) motor.start = *first;
  return with(std::move(forces));
}

}  // namespace carom
