#pragma once

#include <span>

#include "mechanics/contact/shape_parts.h"

namespace carom {

/// The height of a point over the surface of a solid, negative inside, and the direction in which it rises.
struct Height {
  double value;               ///< m
  Eigen::Vector3d direction;  ///< in the world, unit
  int face = 0;               ///< the face that it is over (see faceBelow), 0 over an edge or corner
};

/// A face of a solid below or near a point.
struct NearFace {
  double height;           ///< of the point over its plane (m)
  Eigen::Vector3d normal;  ///< in the world, unit, outwards
  int number;              ///< see faceBelow
};

/// Depth (m) below a face down to which a corner at the surface still belongs to it.
inline constexpr double nearFace = 2 * closedGap;

/// Edges that differ from a face by less (rad) are parallel to it, see flush.
inline constexpr double tiltedEdge = 1e-6;

/// The height of a corner that is within closedGap of one or several faces, and at most nearFace below the
/// others, which are not in the list.
template <Tip T>
Height atFaces(std::span<const NearFace> faces, const T& corner) {
  Height middle{-HUGE_VAL, Eigen::Vector3d::Zero()};
  for (const NearFace& face : faces) middle.value = std::max(middle.value, face.height);
  Height best = middle;
  double most = -HUGE_VAL;
  for (const NearFace& face : faces) {
    double least = 0;  // slope of the edge that descends most
    for (std::size_t i = 0; i < corner.edgeCount; ++i)
      least = std::min(least, face.normal.dot(corner.edge(i).normalized()));
    const bool same = std::abs(least - most) <= tiltedEdge;
    if (same ? face.height > best.value : least > most) best = {face.height, face.normal, face.number};
    most = std::max(most, least);
    middle.direction += face.normal;
  }
  if (faces.size() == 1 || most >= -tiltedEdge) return best;
  middle.direction.normalize();
  Eigen::Vector3d body = Eigen::Vector3d::Zero();
  for (std::size_t i = 0; i < corner.edgeCount; ++i) body += corner.edge(i).normalized();
  middle.direction = (middle.direction + body.normalized()).normalized();
  return middle;
}

}  // namespace carom
