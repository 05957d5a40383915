#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "mechanics/contact/contact_rows.h"
#include "mechanics/contact/shape_distance.h"
#include "mechanics/tree/link_frames.h"

namespace carom {

/// Gaps and velocity rows of all contacts at one configuration. A workspace for a constant Mechanism: it
/// places every link once, caches results until the configuration changes, and allocates memory only at the
/// first use of a contact.
class ContactFrames {
 public:
  explicit ContactFrames(const Mechanism& mechanism);

  /// Places all links at q (n), to which the functions below refer.
  void place(const Eigen::VectorXd& q);
  /// φ of a contact (m).
  double gap(int contact, int face = 0) const;
  /// Whether the contact is of edges that cross at a corner, which may have its own contact (see
  /// Separation::covered).
  bool crossesAtCorner(int contact) const;
  /// The face at which the contact is (see faceBelow); a contact that lasts may keep it.
  int face(int contact) const;
  /// Makes C the matrix of these contacts, with rows of 0.
  void layOut(std::span<const int> contacts, int block, ContactRows& C) const;
  /// Sets the rows of C of a contact, the i-th of `layOut`: Dφ, then the relative velocity along the
  /// tangents, one in the plane and two in space (see Mechanism::tangents).
  void rows(int contact, int face, ContactRows& C, int i) const;
  /// Largest distance of any part from the world's origin (m): the scale of the rounding of gaps.
  double extent() const { return m_links.extent() + m_reach; }

  const LinkFrames& links() const { return m_links; }
  /// The part of one side (0 or 1) of a contact with shapes, in the world.
  const WorldPart& part(int contact, std::size_t side) const { return known(contact).placed[side]; }
  /// The separation of a contact with shapes.
  const Separation& separation(int contact, int face) const;
  /// The coordinates that move the bodies of a contact, rising.
  const std::vector<int>& coordinates(int contact) const { return moved(contact).coordinates; }

 private:
  /// The cached data of a contact.
  struct Known {
    std::array<WorldPart, 2> inBody, placed{};
    std::size_t placement = 0;  ///< the placement for which `placed` holds
    int face = 0;
    std::optional<Separation> separation{};  ///< from this face
  };
  /// The coordinates that move the bodies of a contact, rising, and where those of each body are among them.
  struct Moved {
    std::vector<int> coordinates{};
    std::array<std::vector<int>, 2> at{};
  };
  const Moved& moved(int contact) const;
  Known& known(int contact) const;
  void add(int contact, std::size_t side, const Eigen::Vector3d& point, const Eigen::Vector3d& direction,
           std::span<double> row) const;

  const Mechanism& m_mechanism;
  LinkFrames m_links;
  std::size_t m_placements = 0;
  mutable std::vector<std::unique_ptr<Known>> m_known;  ///< of each contact; null until it is used
  mutable std::vector<Moved> m_moved;                   ///< of each contact; empty until it is used
  double m_reach = 0;                                   ///< of the parts in their bodies
};

}  // namespace carom
