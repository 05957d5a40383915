#pragma once

#include <array>
#include <cmath>
#include <optional>
#include <vector>

#include "mechanics/motion/run_motion.h"
#include "mechanics/tree/mechanism.h"

namespace carom::examples {

/// A contact of the first shape of a body with a shape of another.
inline ContactPair between(const std::vector<Body>& bodies, int a, int b, double restitution, int shape = 0) {
  ContactPair pair;
  pair.name = bodies[static_cast<std::size_t>(a)].name + "-" + bodies[static_cast<std::size_t>(b)].name +
              std::to_string(shape);
  pair.body = {a, b};
  pair.shape = {0, shape};
  pair.coefficients.restitution = restitution;
  return pair;
}

/// A run that keeps all its steps.
inline MotionOptions allNodes(double duration) {
  MotionOptions made;
  made.duration = duration;
  made.mostNodes = 1'000'000;
  return made;
}

/// The state at the end of a run.
inline State endOf(const Mechanism& mechanism, const Trajectory& run) {
  const Eigen::VectorXd q = run.configuration(run.end());
  return {run.end(), q, mechanism.massMatrix(q) * run.velocity(run.end())};
}

/// The contacts that reflect, one after the other.
inline std::vector<int> story(const Trajectory& run) {
  std::vector<int> all;
  for (const ImpactEvent& impact : run.impacts)
    for (const ContactIndex i : impact.word) all.push_back(impact.contacts[i]);
  return all;
}

/// The steps in which impacts come and contacts settle: where one goes to another step, the discrete run has
/// a corner of O(h²).
inline std::vector<long> steps(const Trajectory& run, double h) {
  std::vector<long> all;
  for (const ImpactEvent& impact : run.impacts) all.push_back(static_cast<long>(impact.time / h));
  for (const Settling& settling : run.settlings) {
    all.push_back(std::lround(std::floor(settling.start / h + 1e-6)));
    all.push_back(settling.contact);
  }
  return all;
}

/// The state changed by δx = (δq, δp).
inline State moved(const Mechanism& mechanism, const State& state, const Eigen::VectorXd& dx) {
  const Eigen::Index n = mechanism.dof();
  return {state.time, mechanism.moved(state.q, dx.head(n), 1), state.p + dx.tail(n)};
}

inline Eigen::VectorXd difference(const Mechanism& mechanism, const State& from, const State& to) {
  Eigen::VectorXd dx(2 * mechanism.dof());
  dx << mechanism.difference(from.q, to.q), to.p - from.p;
  return dx;
}

}  // namespace carom::examples
