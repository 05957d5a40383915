#pragma once

#include "mechanics/contact/shape_parts.h"

namespace carom {

/// Edges at a smaller angle (rad) are parallel and have no common normal: closedGap over a centimetre. A
/// larger value leaves crossing edges to the contacts of their ends; a smaller one gives normals of noise.
inline constexpr double parallelEdges = 1e-7;

/// The separation of two parts in the world: φ, the unit vector e from the first to the second, and the
/// points of the first and the second body whose velocities change the gap, φ̇ = ⟨e, ẋ₂ − ẋ₁⟩.
///
/// φ of round parts is their distance. φ of sharp parts has a sign by its own rule:
/// - A corner at a hull: its distance, or minus its depth. Within closedGap of several faces the face with
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

/// The face of a hull below a corner: its number from 1, 0 over an edge and for other parts; 1 for two edges.
/// A contact that lasts keeps its face, because a corner near a flush edge may be deeper below its own face
/// than below the next one.
int faceBelow(const WorldPart& first, const WorldPart& second);
/// `separate` from a given face, as long as the corner is over it. Two edges count as passed through each
/// other down to half the width of the body, and keep their sides where a step leaves flush faces at an
/// angle, with which they cut into the bodies.
Separation separate(const WorldPart& first, const WorldPart& second, int face);

}  // namespace carom
