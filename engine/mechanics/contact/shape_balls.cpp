#include "mechanics/contact/shape_balls.h"

#include <cmath>
#include <limits>

namespace carom {

std::vector<Pose> posesAt(const Mechanism& mechanism, const Eigen::VectorXd& q) {
  std::vector<Pose> poses;
  poses.reserve(mechanism.bodies().size());
  for (int body = 0; body < static_cast<int>(mechanism.bodies().size()); ++body)
    poses.push_back(mechanism.pose(body, q));
  return poses;
}

ShapeBalls::ShapeBalls(const Mechanism& mechanism, const std::vector<Pose>& poses)
    : m_pairs(mechanism.shapePairs()) {
  for (std::size_t body = 0; body < poses.size(); ++body)
    for (const Shape& shape : mechanism.bodies()[body].shapes) {
      m_balls.push_back(around(shape));
      m_balls.back().centre = poses[body] * m_balls.back().centre;
    }
}

double ShapeBalls::bound(int contact) const {
  const ShapePair& pair = m_pairs[static_cast<std::size_t>(contact)];
  if (pair.shape[0] < 0) return -std::numeric_limits<double>::infinity();
  return std::sqrt(squaredDistance(pair)) - radii(pair);
}

}  // namespace carom
