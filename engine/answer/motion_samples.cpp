#include "answer/motion_samples.h"

#include <algorithm>
#include <cmath>

namespace carom {

namespace {

/// M(q) v. Where M is constant the metric of the motion has it, with its blocks: a scene of many bodies has
/// thousands of flights, and M has the square of its coordinates.
Eigen::VectorXd sampledMomentum(const Mechanism& mechanism, const Trajectory& motion,
                                const Eigen::VectorXd& q, const Eigen::VectorXd& v) {
  if (mechanism.isTranslational() && motion.metric) return motion.metric->momentum(v);
  return mechanism.massBlocks(q).times(v);
}

}  // namespace

MotionSamples sampleMotion(const Mechanism& mechanism, const Trajectory& trajectory, int curved) {
  const double whole = trajectory.end() - trajectory.start();
  const auto samplesOf = [&](const FreeFlight& flight) -> Eigen::Index {
    const bool straight = !flight.nodes && flight.a.isZero(0);
    if (straight || !(whole > 0)) return 2;
    const double curvedSamples = curved * (flight.end - flight.start) / whole;
    return 2 + std::lround(flight.nodes ? std::min<double>(2 * curvedSamples, flight.nodes->time.size())
                                        : curvedSamples);
  };
  Eigen::Index count = 0;
  for (const FreeFlight& flight : trajectory.flights) count += samplesOf(flight);
  const Eigen::Index n = mechanism.dof();
  MotionSamples samples{Eigen::VectorXd(count), Eigen::MatrixXd(n, count), Eigen::MatrixXd(n, count),
                        Eigen::MatrixXd(n, count)};
  Eigen::Index at = 0;
  for (const FreeFlight& flight : trajectory.flights) {
    const Eigen::Index first = at, number = samplesOf(flight);
    for (Eigen::Index i = 0; i < number; ++i, ++at) {
      const double part = static_cast<double>(i) / static_cast<double>(number - 1);
      samples.time[at] = i + 1 == number ? flight.end : flight.start + part * (flight.end - flight.start);
      if (flight.nodes)  // between nodes the energies are not exact
        samples.time[at] = flight.nodes->time[std::lround(part * (flight.nodes->time.size() - 1))];
      samples.q.col(at) = flight.configuration(samples.time[at]);
      samples.v.col(at) = flight.velocity(samples.time[at]);
      samples.flow.push_back(flight.flowAt(samples.time[at]));
    }
    for (Eigen::Index i = first; i < at; ++i)
      samples.p.col(i) = sampledMomentum(mechanism, trajectory, samples.q.col(i), samples.v.col(i));
  }
  return samples;
}

Eigen::MatrixXd kineticEnergies(const Mechanism& mechanism, const std::vector<int>& bodies,
                                const Eigen::MatrixXd& q, const Eigen::MatrixXd& v) {
  Eigen::MatrixXd energies(static_cast<Eigen::Index>(bodies.size()), v.cols());
  for (Eigen::Index row = 0; row < energies.rows(); ++row) {
    const int body = bodies[static_cast<std::size_t>(row)];
    if (mechanism.isTranslational() && q.cols() == 1) {
      const double mass = mechanism.bodies()[static_cast<std::size_t>(body)].mass;
      const Eigen::Matrix3Xd J = mechanism.positionJacobian(body, q.col(0));
      energies.row(row) = 0.5 * mass * (J * v).colwise().squaredNorm();
      continue;
    }
    for (Eigen::Index i = 0; i < v.cols(); ++i)
      energies(row, i) = mechanism.kineticEnergy(body, q.col(q.cols() == 1 ? 0 : i), v.col(i));
  }
  return energies;
}

}  // namespace carom
