#pragma once

#include "mechanics/tree/mechanism.h"

namespace carom {

// The parts of shapes, in the world or in the frame of their bodies. Points, ends and corners are balls of
// radius 0, edges are segments.
struct WorldBall {
  Eigen::Vector3d centre;
  double radius;
  /// The edges that meet at a corner or end, as vectors to their other ends (m).
  std::array<Eigen::Vector3d, 3> edges{Eigen::Vector3d::Zero(), Eigen::Vector3d::Zero(),
                                       Eigen::Vector3d::Zero()};
  std::size_t edgeCount = 0;
};
struct WorldPlane {
  Eigen::Vector3d normal, point;  ///< unit, outwards; a point on the face
};
struct WorldSegment {
  std::array<Eigen::Vector3d, 2> ends;
  double radius;
  /// The one or two faces that meet at an edge, as vectors to their opposite edges (m).
  std::array<Eigen::Vector3d, 2> inward{Eigen::Vector3d::Zero(), Eigen::Vector3d::Zero()};
  std::size_t inwardCount = 0;
};
struct WorldBox {
  Pose pose;             ///< of its centre and axes
  Eigen::Vector3d half;  ///< m; HUGE_VAL along z for contacts in the plane
};
/// Edges at a smaller angle (rad) are parallel and have no common normal: closedGap over a centimetre. A
/// larger value leaves crossing edges to the contacts of their ends; a smaller one gives normals of noise.
inline constexpr double parallelEdges = 1e-7;

using WorldPart = std::variant<WorldBall, WorldPlane, WorldSegment, WorldBox>;

/// A part of a shape, numbered as in ContactPair, in the frame of its body.
WorldPart partInBody(const Shape& shape, int part, bool planar = false);
/// The part of one side (0 or 1) of a contact, in the frame of its body.
WorldPart partInBody(const Mechanism& mechanism, const ContactPair& contact, std::size_t side);
/// A part in the world, for its body at `pose`.
WorldPart placed(WorldPart part, const Pose& pose);
/// The part of one side of a contact in the world.
inline WorldPart worldPart(const Mechanism& mechanism, const ContactPair& contact, std::size_t side,
                           const Pose& pose) {
  return placed(partInBody(mechanism, contact, side), pose);
}

/// The separation of two parts in the world: φ, the unit vector e from the first to the second, and the
/// points of the first and the second body whose velocities change the gap, φ̇ = ⟨e, ẋ₂ − ẋ₁⟩.
///
/// φ of round parts is their distance. φ of sharp parts has a sign by its own rule:
/// - A corner at a box: its distance, or minus its depth. Within closedGap of several faces the face with
///   the whole body of the corner on its outer side decides; without one φ is the largest of their heights
///   and e the mean direction of the two corners.
/// - An edge across an edge: along n = d₁ × d₂ where the bodies lie on either side of it [Gottschalk, Lin &
///   Manocha 1996], with a sign while they have only just passed through each other; else the distance.
/// - A corner or end at a thin rod in the plane or at a rectangle in space: along their normal, from the
///   side of its body.
struct Separation {
  double gap;
  Eigen::Vector3d direction, first, second;
  Eigen::Vector3d touch;  ///< on the surface of the first
  /// Whether another contact of the bodies represents this one: the contact point is an end or corner with
  /// its own contact, or edges cross where they do not separate the bodies.
  bool covered = false;

  Separation reversed() const { return {gap, -direction, second, first, touch + gap * direction}; }
};
Separation separate(const WorldPart& first, const WorldPart& second);

/// The face of a box below a corner: ±1, ±2, ±3 for the axes of the box, 0 over an edge and for other parts;
/// 1 for two edges. A contact that lasts keeps its face, because a corner near a flush edge may be deeper
/// below its own face than below the next one.
int faceBelow(const WorldPart& first, const WorldPart& second);
/// `separate` from a given face, as long as the corner is over it. Two edges count as passed through each
/// other down to half the width of the body.
Separation separate(const WorldPart& first, const WorldPart& second, int face);

}  // namespace carom
