#include "mechanics/contact/gap_bounds.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "mechanics/contact/hull_distance.h"

namespace carom {

namespace {

template <Tip T>
Heights heights(const WorldHull& hull, const T& ball) {
  Heights found;
  const Eigen::Vector3d x = inHull(hull, ball.centre);
  for (const Polytope::Face& face : hull.solid->faces)
    found.value.push_back(face.normal.dot(x) - face.offset - ball.radius);
  return found;
}

/// In the plane: heights over the sides of a thin rod and beyond its ends.
template <Tip T>
Heights heights(const WorldSegment& rod, const T& corner) {
  Heights found;
  if (rod.radius + corner.radius > 0) return found;
  const Eigen::Vector3d d = (rod.ends[1] - rod.ends[0]).normalized(), n(-d.y(), d.x(), 0);
  const double height = n.dot(corner.centre - rod.ends[0]);
  found.value = {height, -height, d.dot(corner.centre - rod.ends[1]), -d.dot(corner.centre - rod.ends[0])};
  return found;
}

/// Adds the heights of the lower end of `other` over the two faces that meet at `edge`.
void addFaces(const WorldSegment& edge, const WorldSegment& other, Heights& found) {
  if (edge.inwardCount < 2) return;
  for (std::size_t k = 0; k < 2; ++k) {
    // Outwards from the face with this direction: away from the other face.
    const Eigen::Vector3d in = edge.inward[k].normalized(), away = -edge.inward[1 - k].normalized();
    const Eigen::Vector3d face = (away - away.dot(in) * in).normalized();
    found.value.push_back(
        std::min(face.dot(other.ends[0] - edge.ends[0]), face.dot(other.ends[1] - edge.ends[0])));
  }
}

Heights heights(const WorldSegment& a, const WorldSegment& b) {
  Heights found;
  if (a.radius + b.radius > 0) return found;
  addFaces(a, b, found);
  addFaces(b, a, found);
  const Eigen::Vector3d n = (a.ends[1] - a.ends[0]).normalized().cross((b.ends[1] - b.ends[0]).normalized());
  found.sine = n.norm();
  const double height = found.sine > 0 ? n.dot(b.ends[0] - a.ends[0]) / found.sine : 0;
  found.value.push_back(height);
  found.value.push_back(-height);
  return found;
}

template <typename A, typename B>
Heights heights(const A&, const B&) {
  return {};
}

}  // namespace

Heights heights(const WorldPart& first, const WorldPart& second) {
  return std::visit(
      [](const auto& a, const auto& b) {
        const Heights found = heights(a, b);
        return found.value.empty() ? heights(b, a) : found;
      },
      first, second);
}

bool hasSmoothGap(const Mechanism& mechanism, const ContactPair& pair) {
  return pair.limit ||
         haveSmoothGap({sizeOf(partInBody(mechanism, pair, 0)), sizeOf(partInBody(mechanism, pair, 1))});
}

}  // namespace carom
