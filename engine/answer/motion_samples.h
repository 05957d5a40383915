#pragma once

#include <vector>

#include "mechanics/motion/trajectory.h"

namespace carom {

/// Samples of a trajectory at rising times, with both ends of each flight, so that a jump has two samples at
/// one time.
struct MotionSamples {
  Eigen::VectorXd time;            ///< N (s)
  Eigen::MatrixXd q;               ///< n × N
  Eigen::MatrixXd v;               ///< n × N
  Eigen::MatrixXd p;               ///< n × N, M v
  std::vector<EnergyFlow> flow{};  ///< N
};
/// Samples a trajectory: two samples for straight flights, about `curved` shared by duration for curved ones,
/// twice that for integrated ones.
MotionSamples sampleMotion(const Mechanism& mechanism, const Trajectory& trajectory, int curved = 400);

/// The bodies that some coordinate moves, rising.
std::vector<int> movingBodies(const Mechanism& mechanism);

/// Kinetic energy of each body (J): bodies × N. q: n, constant or n × N; v: n × N.
Eigen::MatrixXd kineticEnergies(const Mechanism& mechanism, const std::vector<int>& bodies,
                                const Eigen::MatrixXd& q, const Eigen::MatrixXd& v);

}  // namespace carom
