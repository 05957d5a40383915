#pragma once

#include "mechanics/tree/mechanism.h"

namespace carom {

// What a part of a shape is, in the world or in the frame of its body. Points, ends and corners are balls of
// radius 0, edges are segments.
struct WorldBall {
  Eigen::Vector3d centre;
  double radius;
  /// Of a corner or end: along the edges that meet there, to their other ends (m).
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
  /// Of an edge: across the one or two faces that meet there, to their other edges (m).
  std::array<Eigen::Vector3d, 2> inward{Eigen::Vector3d::Zero(), Eigen::Vector3d::Zero()};
  std::size_t inwardCount = 0;
};
struct WorldBox {
  Pose pose;             ///< of its centre and axes
  Eigen::Vector3d half;  ///< m; HUGE_VAL along z where it meets something in the plane
};
using WorldPart = std::variant<WorldBall, WorldPlane, WorldSegment, WorldBox>;

/// A part of a shape, numbered as in ContactPair, in the frame of its body.
WorldPart partInBody(const Shape& shape, int part, bool planar = false);
/// One side (0 or 1) of a contact, likewise.
WorldPart partInBody(const Mechanism& mechanism, const ContactPair& contact, std::size_t side);
/// A part in the world, its body being at `pose`.
WorldPart placed(WorldPart part, const Pose& pose);
/// One side of a contact in the world.
inline WorldPart worldPart(const Mechanism& mechanism, const ContactPair& contact, std::size_t side,
                           const Pose& pose) {
  return placed(partInBody(mechanism, contact, side), pose);
}

/// Two parts in the world: φ, the unit vector e from the first to the second, and the points of the first and
/// the second body whose velocities change the gap: φ̇ = ⟨e, ẋ₂ − ẋ₁⟩.
///
/// φ of round parts is their distance. What is sharp at sharp has a sign of its own:
///  - a corner at a box: its distance, or minus its depth. Within closedGap of several faces the face behind
///  which
///    the whole of the corner's body is speaks alone; where there is none, φ is the largest of their heights
///    and e the middle between the two corners.
///  - an edge across an edge: along n = d₁ × d₂ where the bodies lie on either side of it [Gottschalk, Lin &
///    Manocha 1996], with a sign while they are hardly through each other; else the distance.
///  - a corner or end at a thin rod in the plane or at a rectangle in space: along their normal, from the
///  side
///    on which its body is.
struct Separation {
  double gap;
  Eigen::Vector3d direction, first, second;
  Eigen::Vector3d touch;  ///< on the surface of the first
  /// Another contact of the bodies says the same: the point of the second, or the place where edges cross, is
  /// an end or corner with a contact of its own, or edges cross where they part nothing.
  bool covered = false;

  Separation reversed() const { return {gap, -direction, second, first, touch + gap * direction}; }
};
Separation separate(const WorldPart& first, const WorldPart& second);

/// The face of a box that a corner is over: ±1, ±2, ±3 for the axes of the box, 0 where it is over an edge or
/// the parts are others; 1 for edges. Where edges are flush, a corner that is less deep below the face beside
/// it than below the one that it came through would be told to be at the wrong one.
int faceBelow(const WorldPart& first, const WorldPart& second);
/// As `separate`, but from this face as long as the corner is over it; edges that were not through each other
/// are told to be through down to half of a body's width.
Separation separate(const WorldPart& first, const WorldPart& second, int face);

/// How deep two shapes without their radii lie in each other (m), by the fifteen directions of two boxes; ≤ 0
/// where a direction separates them. Sees bodies that cross without a corner inside of the other. 0 for what
/// has no edges to cross: half-spaces, balls and points, whose gaps tell all.
double coreOverlap(const Mechanism& mechanism, const ContactPair& contact, const Eigen::VectorXd& q);

}  // namespace carom
