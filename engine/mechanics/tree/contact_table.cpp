#include "mechanics/tree/contact_table.h"

#include <algorithm>
#include <cmath>

namespace carom {

namespace {

bool isHalfSpace(const Shape& shape) {
  return std::holds_alternative<HalfSpace>(shape);
}
/// Whether a shape has no parts and meets others as a whole, such as a ball or a point.
bool isRound(const Shape& shape) {
  return !isHalfSpace(shape) && partsOf(shape, false).corners == 0;
}

/// Whether a shape is a hull with an interior, in the plane or in space.
bool isSolid(const Shape& shape, bool planar) {
  const auto* hull = std::get_if<Hull>(&shape);
  if (!hull) return false;
  return planar ? hasSection(*hull) : !hull->solid->isPolygon() && !hull->solid->isFlat;
}

/// Whether a shape is a polygon, which has no place along z: it meets half-spaces, and others in the plane.
bool isPolygon(const Shape& shape) {
  const auto* hull = std::get_if<Hull>(&shape);
  return hull && hull->solid->isPolygon();
}

/// The numbers of the ends or corners of a shape; 0 for a ball or point.
std::vector<int> tips(const Shape& shape, bool planar) {
  if (isRound(shape)) return {0};
  std::vector<int> parts;
  for (std::size_t i = 1; i <= partsOf(shape, planar).corners; ++i) parts.push_back(static_cast<int>(i));
  return parts;
}

/// The numbers of the edges of a shape; 0 for a segment, which is an edge itself.
std::vector<int> edgeParts(const Shape& shape) {
  if (std::holds_alternative<Segment>(shape)) return {0};
  std::vector<int> parts;
  const PartCounts count = partsOf(shape, false);
  for (std::size_t i = 1; i <= count.edges; ++i) parts.push_back(static_cast<int>(count.corners + i));
  return parts;
}

/// Whether both shapes are rods that meet in the plane, where each lies on one side of the other.
bool areThinRodsOfThePlane(const Shape& first, const Shape& second, bool planar) {
  return planar && std::holds_alternative<Segment>(first) && std::holds_alternative<Segment>(second);
}

}  // namespace

bool meetInPlane(const Mechanism& tree, const std::array<int, 2>& body, const std::array<int, 2>& shape) {
  const auto isSimple = [&](std::size_t k) {  // its contacts are the same in the plane and in space
    const Shape& one =
        tree.bodies()[static_cast<std::size_t>(body[k])].shapes[static_cast<std::size_t>(shape[k])];
    return isRound(one) || isHalfSpace(one);
  };
  if ((isSimple(0) && isSimple(1)) || !tree.isPlanar()) return false;
  const Eigen::VectorXd zero = Eigen::VectorXd::Zero(tree.dof());
  std::array<std::array<double, 2>, 2> heights{};
  for (std::size_t k = 0; k < 2; ++k) {
    const Body& one = tree.bodies()[static_cast<std::size_t>(body[k])];
    const auto found = heightOf(one.shapes[static_cast<std::size_t>(shape[k])], tree.pose(body[k], zero));
    if (!found) return false;
    heights[k] = *found;
  }
  const double apart = std::abs(heights[0][0] - heights[1][0]), reach = heights[0][1] + heights[1][1];
  return reach > 0 ? apart < reach : apart <= upright * (1 + std::abs(heights[0][0]));
}

std::string whyNoContact(const Shape& first, const Shape& second, bool planar) {
  if (isHalfSpace(first) && isHalfSpace(second)) return "both are half-spaces";
  if (isHalfSpace(first) || isHalfSpace(second)) return {};
  if (!planar && (isPolygon(first) || isPolygon(second)))
    return "a polygon meets other shapes only where all joints move in its plane";
  if (thicknessOf(first) + thicknessOf(second) > 0) return {};
  if (isSolid(first, planar) || isSolid(second, planar) || areThinRodsOfThePlane(first, second, planar))
    return {};
  return "neither has any thickness";
}

std::vector<std::array<int, 2>> contactParts(const Shape& first, const Shape& second, bool planar) {
  std::vector<std::array<int, 2>> parts;
  if (!whyNoContact(first, second, planar).empty()) return parts;
  const auto add = [&](const std::vector<int>& ones, const std::vector<int>& others) {
    for (const int one : ones)
      for (const int other : others) parts.push_back({one, other});
  };
  const std::vector<int> whole{0};
  if (isHalfSpace(first) || isHalfSpace(second)) {
    add(isHalfSpace(first) ? whole : tips(first, planar), isHalfSpace(second) ? whole : tips(second, planar));
  } else if (isRound(first) || isRound(second)) {
    add(whole, whole);
  } else {
    // In space a point does not hit a line.
    const auto stopsPoints = [&](const Shape& shape) {
      return planar || thicknessOf(first) + thicknessOf(second) > 0 ||
             !std::holds_alternative<Segment>(shape);
    };
    if (stopsPoints(second)) add(tips(first, planar), whole);
    if (stopsPoints(first)) add(whole, tips(second, planar));
    if (!planar) add(edgeParts(first), edgeParts(second));
  }
  return parts;
}

}  // namespace carom
