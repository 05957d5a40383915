#pragma once

#include <vector>

#include "mechanics/contact/shape_distance.h"

namespace carom {

/// Gaps and velocity rows of all contacts at one configuration. A workspace beside the constant Mechanism: it
/// places every link once, and nothing is allocated after construction.
class ContactFrames {
 public:
  explicit ContactFrames(const Mechanism& mechanism);

  /// Places everything at q (n); what is below refers to the last call.
  void place(const Eigen::VectorXd& q);
  /// φ (m).
  double gap(int contact, int face = 0) const { return separation(contact, face).gap; }
  /// The face that the contact is at, which may be kept while it lasts (see faceBelow).
  int face(int contact) const;
  /// Writes `block` rows of C from `first` on: Dφ, then the relative velocity along the tangents, one in the
  /// plane and two in space (see Mechanism::tangents). C: n columns.
  void rows(int contact, int face, int block, Eigen::MatrixXd& C, Eigen::Index first) const;
  /// How far from the world's origin anything is (m); gaps are rounded at this scale.
  double extent() const { return m_extent; }

 private:
  struct Frame {
    Pose pose;               ///< of what the link moves
    Eigen::Vector3d axis;    ///< of its joint, in the world
    Eigen::Vector3d moment;  ///< velocity that a unit rate gives to the point at the world's origin
  };
  WorldPart part(int contact, std::size_t side) const;
  Separation separation(int contact, int face) const;
  void add(int body, const Eigen::Vector3d& point, const Eigen::Vector3d& direction, double sign,
           Eigen::Ref<Eigen::MatrixXd, 0, Eigen::OuterStride<>> C, Eigen::Index row) const;

  const Mechanism& m_mechanism;
  std::vector<Frame> m_links;
  std::vector<Pose> m_bodies;
  double m_reach = 0, m_extent = 0;  ///< of the parts, in their bodies; of everything
};

}  // namespace carom
