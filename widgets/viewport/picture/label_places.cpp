#include "viewport/picture/label_places.h"

#include <Eigen/Geometry>
#include <cmath>

#include "viewport/picture/body_shapes.h"

namespace carom {

std::vector<Eigen::Vector3d> labelDirections(const SceneInstance& instance, const std::vector<int>& closed) {
  const Mechanism& mechanism = *instance.mechanism;
  const int bodies = static_cast<int>(mechanism.bodies().size());
  const Eigen::VectorXd& q = instance.initial.q;
  std::vector<Eigen::Vector3d> first(bodies, Eigen::Vector3d::Zero()), sum = first;
  std::vector<int> count(bodies, 0);
  const auto middleOf = [&](int body) {
    const Ball* ball = firstBall(mechanism, body);
    return ball ? mechanism.pose(body, q) * ball->centre : mechanism.position(body, q);
  };
  for (const int contact : closed)
    for (const int body : mechanism.contacts()[contact].body) {
      const Eigen::Vector3d towards = mechanism.contactPoint(contact, q) - middleOf(body);
      if (first[body].isZero()) first[body] = towards.normalized();
      sum[body] += towards.normalized();
      ++count[body];
    }
  std::vector<Eigen::Vector3d> directions;
  for (int body = 0; body < bodies; ++body) {
    if (count[body] > 1 && sum[body].norm() > 0.3) {
      directions.push_back(-sum[body].normalized());
      continue;
    }
    Eigen::Vector3d across = Eigen::Vector3d::UnitZ().cross(first[body]);
    if (across.norm() < 1e-3) across = Eigen::Vector3d(-1, 1, 0);
    across.normalize();
    const bool sideways = std::abs(across.x()) > 0.25;
    directions.push_back((sideways ? across.x() < 0 : across.y() > 0) ? across : -across);
  }
  return directions;
}

}  // namespace carom
