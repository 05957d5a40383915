#pragma once

#include <vector>

#include "mechanics/contact/shape_distance.h"
#include "mechanics/tree/link_frames.h"

namespace carom {

/// What rows of a contact are made of: its direction e, the points of the first and the second body at which
/// e acts, and those at which its tangents do. The same, or the rates of all of them.
struct ContactPlace {
  Eigen::Vector3d direction, first, second, touch, far;
};

/// How a contact moves with its bodies, to first order. Tips over faces and balls on balls have closed forms;
/// other parts are moved by differences against each other, exact to some 1e-12.
class SeparationSlopes {
 public:
  using Motion = LinkFrames::Motion;

  /// Parts in the world with their separation from `face`. size: on which the contact changes (m); isPlanar:
  /// whether all moves in the plane z = const.
  SeparationSlopes(const WorldPart& first, const WorldPart& second, const Separation& separation, int face,
                   double size, bool isPlanar);

  const ContactPlace& place() const { return m_place; }
  /// The rates by motions of the two bodies.
  ContactPlace rates(const Motion& first, const Motion& second) const;

 private:
  enum class Kind { Face, Round, Other };
  void moveBeside(const WorldPart& first, const WorldPart& second, int face, double size, bool isPlanar);

  ContactPlace m_place;
  Kind m_kind = Kind::Other;
  std::size_t m_faceOf = 0;        ///< Face: the side with the face
  double m_radius = 0, m_gap = 0;  ///< of the tip; φ (m)
  double m_distance = 0;           ///< Round: of the centres (m)
  /// Other: the rates by travels of the second body along x, y, z, and turns about them through `touch`.
  std::vector<std::pair<int, ContactPlace>> m_beside;
};

}  // namespace carom
