#include "mechanics/motion/run_motion.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "mechanics/motion/run/motion_run.h"

namespace carom {

namespace {

/// The motion of a mechanism without coordinates.
Trajectory stillness(const State& initial, const MotionOptions& options) {
  const Eigen::VectorXd none(0);
  Trajectory motion;
  motion.flights.push_back({initial.time - std::max(0.0, options.leadIn),
                            initial.time + std::max(0.0, options.duration), none, none, none});
  return motion;
}

}  // namespace

Trajectory runMotion(const Mechanism& mechanism, const State& initial, const MotionOptions& options,
                     std::stop_token stop) {
  if (initial.q.size() != mechanism.dof() || initial.p.size() != mechanism.dof())
    throw std::invalid_argument("the state does not fit the mechanism");
  if (!(options.step > 0) || !std::isfinite(options.step)) throw std::invalid_argument("the step is not > 0");
  for (const Push& push : options.pushes)
    if (push.body < 0 || push.body >= static_cast<int>(mechanism.bodies().size()) ||
        !std::isfinite(push.time) || !push.impulse.allFinite())
      throw std::invalid_argument("a push does not fit the mechanism");
  if (mechanism.dof() == 0) return stillness(initial, options);
  return MotionRun(mechanism, initial, options, std::move(stop)).from(initial);
}

Trajectory standstill(const Mechanism& mechanism, const State& state) {
  if (mechanism.dof() == 0) return stillness(state, {.duration = 0});
  Trajectory motion;
  motion.metric.emplace(mechanism.massBlocks(state.q));
  motion.flights.push_back({state.time, state.time, state.q, motion.metric->velocity(state.p),
                            Eigen::VectorXd::Zero(mechanism.dof())});
  return motion;
}

}  // namespace carom
