#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "mechanics/contact/shape_distance.h"

namespace carom {

/// Gaps and velocity rows of all contacts at one configuration. A workspace beside the constant Mechanism: it
/// places every link once, keeps what it was asked for until it is placed elsewhere, and allocates nothing
/// but at the first question about a contact.
class ContactFrames {
 public:
  explicit ContactFrames(const Mechanism& mechanism);

  /// Places everything at q (n); what is below refers to the last call.
  void place(const Eigen::VectorXd& q);
  /// φ (m).
  double gap(int contact, int face = 0) const { return separation(contact, face).gap; }
  /// Whether edges cross at a corner, which may have a contact of its own (see Separation::covered).
  bool crossesAtCorner(int contact) const;
  /// The face that the contact is at, which may be kept while it lasts (see faceBelow).
  int face(int contact) const;
  /// Adds to `block` rows of C from `first` on: Dφ, then the relative velocity along the tangents, one in the
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
  /// Of a contact that was asked for.
  struct Known {
    std::array<WorldPart, 2> inBody, placed{};
    std::size_t placement = 0;  ///< at which `placed` are
    int face = 0;
    std::optional<Separation> separation{};  ///< from this face
  };
  Known& known(int contact) const;
  const Separation& separation(int contact, int face) const;
  void add(int body, const Eigen::Vector3d& point, const Eigen::Vector3d& direction, double sign,
           Eigen::Ref<Eigen::MatrixXd, 0, Eigen::OuterStride<>> C, Eigen::Index row) const;

  const Mechanism& m_mechanism;
  std::vector<Frame> m_links;
  std::vector<Pose> m_bodies;
  Eigen::VectorXd m_q;
  std::size_t m_placements = 0;
  mutable std::vector<std::unique_ptr<Known>> m_known;  ///< of each contact, where it was asked for
  double m_reach = 0, m_extent = 0;                     ///< of the parts, in their bodies; of everything
};

}  // namespace carom
