#pragma once

#include <vector>

#include "mechanics/motion/trajectory.h"

namespace carom {

/// A trajectory at rising times, each flight with its two ends, so that a jump is two samples at one time.
struct MotionSamples {
  Eigen::VectorXd time;            ///< N (s)
  Eigen::MatrixXd q;               ///< n × N
  Eigen::MatrixXd v;               ///< n × N
  Eigen::MatrixXd p;               ///< n × N, M v
  std::vector<EnergyFlow> flow{};  ///< N
};
/// Straight flights take two samples, curved ones about `curved` shared by duration, integrated ones twice
/// that.
MotionSamples sampleMotion(const Mechanism& mechanism, const Trajectory& trajectory, int curved = 400);

/// Kinetic energy of each body (J): bodies × N. q: n, constant or n × N; v: n × N.
Eigen::MatrixXd kineticEnergies(const Mechanism& mechanism, const std::vector<int>& bodies,
                                const Eigen::MatrixXd& q, const Eigen::MatrixXd& v);

}  // namespace carom
