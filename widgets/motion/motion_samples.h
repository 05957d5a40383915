#pragma once

#include <QString>
#include <optional>

#include "answer/snapshot.h"
#include "common/selection.h"

namespace carom {

/// The impact whose ordering is worth showing at a moment: the one that it is inside of, else the latest one
/// before it, else the one at the initial state or the first; −1 where there is none.
int impactShown(const Trajectory& trajectory, const Moment& moment);
/// The same, null where there is none.
const ImpactEvent* impactEventShown(const Snapshot& snapshot, const Moment& moment);

/// "ac · bc"; the middle of a long ordering is left out.
QString orderingText(const ImpactEvent& impact, const SceneInstance& instance);
/// "p⁻, before the impact", "after reflection 1 (ac)", "p⁺, after reflection 2 (bc)".
QString reflectionText(const ImpactEvent& impact, int reflection, const SceneInstance& instance);

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
