#include "mechanics/motion/free_flight.h"

#include <algorithm>

#include "mechanics/tree/step_cubic.h"

namespace carom {

namespace {

/// The nodes around a time.
struct Between {
  Eigen::Index i = 0;
  double s = 0, h = 0;  ///< time from node i; from it to the next one (s)

  Between(const MotionNodes& nodes, double t) {
    const double* first = nodes.time.data();
    const Eigen::Index N = nodes.time.size();
    const auto later = std::upper_bound(first, first + N, t) - first;
    i = std::clamp<Eigen::Index>(later - 1, 0, std::max<Eigen::Index>(N - 2, 0));
    h = N > 1 ? nodes.time[i + 1] - nodes.time[i] : 0;
    s = std::clamp(t - nodes.time[i], 0.0, h);
  }
};

StepCubic cubic(const MotionNodes& nodes, const Between& at) {
  const Eigen::Index next = at.h > 0 ? at.i + 1 : at.i;
  return {nodes.q.col(at.i), nodes.q.col(next), nodes.v.col(at.i), nodes.v.col(next), at.h, nodes.rotations};
}

}  // namespace

Eigen::VectorXd FreeFlight::configuration(double t) const {
  if (nodes) {
    const Between at(*nodes, t);
    return cubic(*nodes, at).configuration(at.s);
  }
  const double s = t - start;
  return q + s * (v + 0.5 * s * a);
}

Eigen::VectorXd FreeFlight::velocity(double t) const {
  if (nodes) {
    const Between at(*nodes, t);
    return cubic(*nodes, at).velocity(at.s);
  }
  return v + (t - start) * a;
}

EnergyFlow FreeFlight::flowAt(double t) const {
  if (!nodes) return flow;
  const double* first = nodes->time.data();
  const auto later = std::upper_bound(first, first + nodes->time.size(), t) - first;
  return nodes->flow[static_cast<std::size_t>(std::max<std::ptrdiff_t>(later - 1, 0))];
}

}  // namespace carom
