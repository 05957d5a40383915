#include "mechanics/contact/hull_distance.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

namespace carom {

namespace {

/// A height with its direction in the hull's frame.
struct InHull {
  double value;
  Eigen::Vector3d direction;
  int face = 0;
};

Height inWorld(const WorldHull& hull, const InHull& height) {
  return {height.value, hull.pose.R * height.direction, height.face};
}

double heightOf(const Polytope::Face& face, const Eigen::Vector3d& x) {
  return face.normal.dot(x) - face.offset;
}

InHull highest(const Polytope& solid, const Eigen::Vector3d& x) {
  InHull found{-HUGE_VAL, Eigen::Vector3d::Zero()};
  for (std::size_t k = 0; k < solid.faces.size(); ++k)
    if (const double height = heightOf(solid.faces[k], x); height > found.value)
      found = {height, solid.faces[k].normal, static_cast<int>(k) + 1};
  return found;
}

/// The distance of a point that is outside: from the face that it is over, else from the nearest edge, of a
/// polygon from the nearest corner. `top`: the highest of its heights over faces.
InHull distanceFrom(const Polytope& solid, const Eigen::Vector3d& x, const InHull& top) {
  if (isOver(solid.faces[static_cast<std::size_t>(top.face - 1)], x)) return top;
  for (std::size_t k = 0; k < solid.faces.size(); ++k)
    if (const double height = heightOf(solid.faces[k], x); height > 0 && isOver(solid.faces[k], x))
      return {height, solid.faces[k].normal, static_cast<int>(k) + 1};
  double least = HUGE_VAL;
  Eigen::Vector3d away = Eigen::Vector3d::Zero();
  const auto offer = [&](const Eigen::Vector3d& from) {
    if (const double squared = (x - from).squaredNorm(); squared < least) {
      least = squared;
      away = x - from;
    }
  };
  if (solid.isPolygon())
    for (const Eigen::Vector3d& corner : solid.corners) offer(corner);
  for (const Polytope::Edge& edge : solid.edges) {
    const Eigen::Vector3d& a = solid.corners[static_cast<std::size_t>(edge.corners[0])];
    const Eigen::Vector3d d = solid.corners[static_cast<std::size_t>(edge.corners[1])] - a;
    offer(a + std::clamp(d.dot(x - a) / d.squaredNorm(), 0.0, 1.0) * d);
  }
  const double distance = std::sqrt(least);
  return distance > 0 ? InHull{distance, away / distance} : top;
}

/// A plane that a point is `height` (m) above.
struct Above {
  Eigen::Vector3d normal;
  double height;
  int number;
};

/// The distance of a point from the part of space below some planes: the largest of its distances from those
/// below one, two or three of them that it is outside of, each a lower bound.
InHull distanceBelow(const std::vector<Above>& planes) {
  // Of a sine or a volume of unit normals: faces at a smaller angle are one for this distance.
  constexpr double parallel = 1e-9;
  InHull found{0, Eigen::Vector3d::Zero()};
  const auto offer = [&](const Eigen::Vector3d& way, int face) {
    if (const double distance = way.norm(); distance > found.value) found = {distance, way / distance, face};
  };
  for (std::size_t i = 0; i < planes.size(); ++i) {
    const auto& [a, ha, number] = planes[i];
    if (ha > found.value) found = {ha, a, number};
    for (std::size_t j = 0; j < i; ++j) {
      const auto& [b, hb, other] = planes[j];
      const double cosine = a.dot(b), squared = a.cross(b).squaredNorm();
      if (!(squared > parallel * parallel)) continue;
      const double alongA = ha - cosine * hb, alongB = hb - cosine * ha;
      if (alongA > 0 && alongB > 0) offer((alongA * a + alongB * b) / squared, 0);
      for (std::size_t k = 0; k < j; ++k) {
        const auto& [c, hc, third] = planes[k];
        const double volume = a.dot(b.cross(c));
        if (!(std::abs(volume) > parallel)) continue;
        const Eigen::Vector3d bc = b.cross(c), ca = c.cross(a), ab = a.cross(b);
        const Eigen::Vector3d way = (ha * bc + hb * ca + hc * ab) / volume;
        const bool isOutside =
            way.dot(bc) * volume > 0 && way.dot(ca) * volume > 0 && way.dot(ab) * volume > 0;
        if (isOutside) offer(way, 0);
      }
    }
  }
  return found;
}

}  // namespace

bool isOver(const Polytope::Face& face, const Eigen::Vector3d& x) {
  return std::ranges::all_of(
      face.borders, [&](const Polytope::Border& border) { return border.inward.dot(x) >= border.offset; });
}

Eigen::Vector3d inHull(const WorldHull& hull, const Eigen::Vector3d& point) {
  Eigen::Vector3d x = hull.pose.R.transpose() * (point - hull.pose.x);
  if (hull.solid->isPolygon()) x.z() = hull.solid->height[0];
  return x;
}

Height heightOver(const WorldHull& hull, const Eigen::Vector3d& x, double grown) {
  const InHull top = highest(*hull.solid, x);
  if (top.value <= grown) return inWorld(hull, top);
  if (grown == 0) return inWorld(hull, distanceFrom(*hull.solid, x, top));
  constexpr double farthest = 1e-5;  // m below a face: farther than the nearest point of the hull
  std::vector<Above> planes;
  for (std::size_t k = 0; k < hull.solid->faces.size(); ++k)
    if (const double height = heightOf(hull.solid->faces[k], x); height > -farthest)
      planes.push_back({hull.solid->faces[k].normal, height - grown, static_cast<int>(k) + 1});
  InHull found = distanceBelow(planes);
  found.value += grown;
  return inWorld(hull, found);
}

double highestOver(const WorldHull& hull, const Eigen::Vector3d& x) {
  return highest(*hull.solid, x).value;
}

std::vector<NearFace> facesNear(const WorldHull& hull, const Eigen::Vector3d& x, double depth) {
  std::vector<NearFace> near;
  for (std::size_t k = 0; k < hull.solid->faces.size(); ++k)
    if (const double height = heightOf(hull.solid->faces[k], x); height >= -depth)
      near.push_back({height, hull.pose.R * hull.solid->faces[k].normal, static_cast<int>(k) + 1});
  return near;
}

bool isAtCorner(const WorldHull& hull, const Eigen::Vector3d& place) {
  return std::ranges::any_of(hull.solid->corners, [&](const Eigen::Vector3d& corner) {
    return (corner - place).squaredNorm() <= nearFace * nearFace;
  });
}

}  // namespace carom
