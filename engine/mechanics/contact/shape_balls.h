#pragma once

#include <vector>

#include "mechanics/contact/gap_bounds.h"
#include "mechanics/tree/mechanism.h"

namespace carom {

/// The bounding balls of the shapes of all bodies in a configuration: lower bounds of the gaps of contacts,
/// which cost far less than the gaps. Stops of joints and half-spaces have no bound.
class ShapeBalls {
 public:
  /// poses: of the bodies.
  ShapeBalls(const Mechanism& mechanism, const std::vector<Pose>& poses);

  /// Number of contacts.
  int count() const { return static_cast<int>(m_pairs.size()); }
  /// Whether the gap of a contact may be as small as this (m), ≥ 0.
  bool mayBeWithin(double gap, int contact) const {
    const ShapePair& pair = m_pairs[static_cast<std::size_t>(contact)];
    if (pair.shape[0] < 0) return true;
    const double reach = gap + radii(pair);
    return !(squaredDistance(pair) > reach * reach);  // not where a place is no number
  }
  /// The lower bound of the gap of a contact (m), −∞ without one.
  double bound(int contact) const;

 private:
  double radii(const ShapePair& pair) const { return radiiOf(ball(pair, 0), ball(pair, 1)); }
  double squaredDistance(const ShapePair& pair) const {
    const Eigen::Vector3d d = ball(pair, 1).centre - ball(pair, 0).centre;
    return pair.planar ? d.head<2>().squaredNorm() : d.squaredNorm();
  }
  const AroundShape& ball(const ShapePair& pair, std::size_t side) const {
    return m_balls[static_cast<std::size_t>(pair.shape[side])];
  }

  const std::vector<ShapePair>& m_pairs;
  std::vector<AroundShape> m_balls;  ///< in the world, of all shapes, body by body
};

/// The poses of all bodies at q.
std::vector<Pose> posesAt(const Mechanism& mechanism, const Eigen::VectorXd& q);

}  // namespace carom
