// Where a trajectory is at a time.
#include <algorithm>

#include "mechanics/trajectory.h"

namespace carom {

namespace {

/// The cubic between two nodes that fits q and q̇ at both; s in [0,1], and its rate.
struct Cubic {
  const MotionNodes& nodes;
  Eigen::Index i;
  double s = 0, h = 0;

  Cubic(const MotionNodes& motion, double t) : nodes(motion) {
    const double* first = motion.time.data();
    const Eigen::Index N = motion.time.size();
    const auto later = std::upper_bound(first, first + N, t) - first;
    i = std::clamp<Eigen::Index>(later - 1, 0, std::max<Eigen::Index>(N - 2, 0));
    h = N > 1 ? motion.time[i + 1] - motion.time[i] : 0;
    s = h > 0 ? std::clamp((t - motion.time[i]) / h, 0.0, 1.0) : 0;
  }
  Eigen::VectorXd value() const {
    if (h == 0 || s == 0) return nodes.q.col(i);
    const double u = 1 - s;
    return u * u * (1 + 2 * s) * nodes.q.col(i) + s * s * (3 - 2 * s) * nodes.q.col(i + 1) +
           h * s * u * (u * nodes.v.col(i) - s * nodes.v.col(i + 1));
  }
  Eigen::VectorXd rate() const {
    if (h == 0) return nodes.v.col(i);
    const double u = 1 - s;
    return 6 * s * u / h * (nodes.q.col(i + 1) - nodes.q.col(i)) + u * (u - 2 * s) * nodes.v.col(i) +
           s * (s - 2 * u) * nodes.v.col(i + 1);
  }
};

}  // namespace

Eigen::VectorXd FreeFlight::configuration(double t) const {
  if (nodes) return Cubic(*nodes, t).value();
  const double s = t - start;
  return q + s * (v + 0.5 * s * a);
}

Eigen::VectorXd FreeFlight::velocity(double t) const {
  if (nodes) return Cubic(*nodes, t).rate();
  return v + (t - start) * a;
}

int Trajectory::flightAt(double t) const {
  const auto later =
      std::upper_bound(flights.begin(), flights.end(), t,
                       [](double time, const FreeFlight& flight) { return time < flight.start; });
  return std::max(0, static_cast<int>(later - flights.begin()) - 1);
}

Eigen::VectorXd Trajectory::configuration(double t) const {
  return flights.at(static_cast<std::size_t>(flightAt(t))).configuration(std::clamp(t, start(), end()));
}

Eigen::VectorXd Trajectory::velocity(double t) const {
  return flights.at(static_cast<std::size_t>(flightAt(t))).velocity(std::clamp(t, start(), end()));
}

EnergyFlow Trajectory::flow(double t) const {
  const FreeFlight& flight = flights.at(static_cast<std::size_t>(flightAt(t)));
  if (!flight.nodes) return flight.flow;
  const double* first = flight.nodes->time.data();
  const auto later = std::upper_bound(first, first + flight.nodes->time.size(), t) - first;
  return flight.nodes->flow[static_cast<std::size_t>(std::max<std::ptrdiff_t>(later - 1, 0))];
}

}  // namespace carom
