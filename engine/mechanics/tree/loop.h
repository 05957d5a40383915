#pragma once

#include <Eigen/Core>
#include <array>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "mechanics/tree/force.h"

namespace carom {

// Holonomic constraints g(q) = 0 that close loops of the tree. Points are of bodies or of the world.

/// Two points are one: 3 equations (m), 2 in the plane. A ball joint; in the plane a pin.
struct PinLoop {
  std::array<BodyPoint, 2> ends;
};
/// Two points are one, and so are the directions of two axes: 5 equations, those of a pin in the plane.
struct HingeLoop {
  std::array<BodyPoint, 2> ends;
  std::array<Eigen::Vector3d, 2> axes;  ///< unit, each in the frame of its body
};
/// The second point moves along a line of the first body, through the first point, as a pin in a slot: 2
/// equations (m), 1 in the plane.
struct SlotLoop {
  std::array<BodyPoint, 2> ends;
  Eigen::Vector3d axis;  ///< unit, of the line, in the frame of the first body; in the plane with z = 0
};
/// Two points have a constant distance, as by a rod without mass: 1 equation (m).
struct RodLoop {
  std::array<BodyPoint, 2> ends;
  double length = 0;  ///< m, > 0
};
/// Two points are one, and the bodies do not turn against each other: 6 equations, 3 in the plane.
struct WeldLoop {
  std::array<BodyPoint, 2> ends;
  Eigen::Matrix3d rotation = Eigen::Matrix3d::Identity();  ///< of the second body in the frame of the first
};
/// q_coordinate = ratio q_to + offset, as by gears: 1 equation (m or rad). Not of spherical joints.
struct TieLoop {
  int coordinate = -1, to = -1;
  double ratio = 1, offset = 0;
};
using LoopKind = std::variant<PinLoop, HingeLoop, SlotLoop, RodLoop, WeldLoop, TieLoop>;

struct Loop {
  std::string name;
  LoopKind kind;
  std::string place{};  ///< its entry in the scene file, "loops[2]"; a pattern gives several loops
};

/// "pin", "hinge", "slot", "rod", "weld" or "tie".
std::string_view nameOf(const LoopKind& kind);
/// The unit directions of the first body in which the second point of a slot does not move: two, in the plane
/// one.
std::vector<Eigen::Vector3d> acrossSlot(const SlotLoop& slot, bool isPlanar);
/// The points of a loop; null of a tie.
const std::array<BodyPoint, 2>* endsOf(const Loop& loop);

}  // namespace carom
