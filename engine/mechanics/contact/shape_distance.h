#pragma once

#include "mechanics/tree/mechanism.h"

namespace carom {

// What a part of a shape is in the world. Points, ends and corners are balls of radius 0.
struct WorldBall {
  Eigen::Vector3d centre;
  double radius;
};
struct WorldPlane {
  Eigen::Vector3d normal, point;  ///< unit, outwards; a point on the face
};
struct WorldSegment {
  std::array<Eigen::Vector3d, 2> ends;
  double radius;
};
using WorldPart = std::variant<WorldBall, WorldPlane, WorldSegment>;

/// A part of a shape, numbered as in ContactPair, its body being at `pose`.
WorldPart worldPart(const Shape& shape, int part, const Pose& pose);
/// One side (0 or 1) of a contact, its body being at `pose`.
WorldPart worldPart(const Mechanism& mechanism, const ContactPair& contact, std::size_t side,
                    const Pose& pose);

/// Two parts in the world: φ, the unit vector e from the first to the second, and the points of the first and
/// the second body whose velocities change the gap: φ̇ = ⟨e, ẋ₂ − ẋ₁⟩.
struct Separation {
  double gap;
  Eigen::Vector3d direction, first, second;
  Eigen::Vector3d touch;  ///< on the surface of the first

  Separation reversed() const { return {gap, -direction, second, first, touch + gap * direction}; }
};
Separation separate(const WorldPart& first, const WorldPart& second);

}  // namespace carom
