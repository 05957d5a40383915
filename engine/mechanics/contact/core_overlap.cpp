#include "mechanics/contact/core_overlap.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "mechanics/contact/shape_distance.h"

namespace carom {

namespace {

bool hasEdges(const Shape& shape) {
  return std::holds_alternative<Segment>(shape) || std::holds_alternative<Hull>(shape);
}

/// The corners of a shape in the world, with the directions of its faces and edges (unit).
struct Skeleton {
  std::vector<Eigen::Vector3d> corners, faces, edges;

  void addEdge(const Eigen::Vector3d& way) {
    const Eigen::Vector3d d = way.normalized();
    const auto isParallel = [&](const Eigen::Vector3d& other) {
      return d.cross(other).norm() < parallelEdges;
    };
    if (std::ranges::none_of(edges, isParallel)) edges.push_back(d);
  }
};

Skeleton skeletonOf(const Shape& shape, const Pose& pose, bool planar) {
  Skeleton bones;
  if (const auto* rod = std::get_if<Segment>(&shape)) {
    for (const Eigen::Vector3d& end : rod->ends) bones.corners.push_back(pose * end);
    const Eigen::Vector3d d = pose.R * (rod->ends[1] - rod->ends[0]).normalized();
    bones.addEdge(d);
    if (planar) bones.faces = {d, Eigen::Vector3d(-d.y(), d.x(), 0)};
    return bones;
  }
  const Hull& hull = std::get<Hull>(shape);
  const Hull shown = planar ? section(hull) : hull;
  for (const Eigen::Vector3d& corner : corners(shown)) bones.corners.push_back(pose * corner);
  const Eigen::Matrix3d R = pose.R * shown.rotation;
  for (const Polytope::Face& face : shown.solid->faces) bones.faces.push_back(R * face.normal);
  for (const Polytope::Edge& edge : shown.solid->edges)
    bones.addEdge(R * (shown.solid->corners[static_cast<std::size_t>(edge.corners[1])] -
                       shown.solid->corners[static_cast<std::size_t>(edge.corners[0])]));
  return bones;
}

/// The least overlap along the normals of the faces of both, and of two edges. Where the faces show that they
/// are apart, edges are not asked.
double overlapOf(const Skeleton& a, const Skeleton& b, bool planar) {
  double least = HUGE_VAL;
  const auto offer = [&](Eigen::Vector3d axis) {
    if (planar) axis.z() = 0;
    const double length = axis.norm();
    if (!(length > parallelEdges)) return;
    axis /= length;
    std::array<double, 2> low{HUGE_VAL, HUGE_VAL}, high{-HUGE_VAL, -HUGE_VAL};
    for (std::size_t k = 0; k < 2; ++k)
      for (const Eigen::Vector3d& corner : (k == 0 ? a : b).corners) {
        const double at = axis.dot(corner);
        low[k] = std::min(low[k], at);
        high[k] = std::max(high[k], at);
      }
    least = std::min({least, high[0] - low[1], high[1] - low[0]});
  };
  for (const auto* bones : {&a, &b})
    for (const Eigen::Vector3d& face : bones->faces) offer(face);
  if (planar) return least;
  for (const Eigen::Vector3d& one : a.edges)
    for (const Eigen::Vector3d& other : b.edges)
      if (least > 0) offer(one.cross(other));
  return least;
}

}  // namespace

double coreOverlap(const Mechanism& mechanism, const ContactPair& contact, const Eigen::VectorXd& q) {
  const std::array<Pose, 2> poses{mechanism.pose(contact.body[0], q), mechanism.pose(contact.body[1], q)};
  return coreOverlap(mechanism, contact, poses);
}

double coreOverlap(const Mechanism& mechanism, const ContactPair& contact, const std::array<Pose, 2>& poses) {
  if (contact.limit) return 0;
  const auto shape = [&](std::size_t k) -> const Shape& {
    const Body& body = mechanism.bodies()[static_cast<std::size_t>(contact.body[k])];
    return body.shapes[static_cast<std::size_t>(contact.shape[k])];
  };
  if (!hasEdges(shape(0)) || !hasEdges(shape(1))) return 0;
  const bool areRods = std::holds_alternative<Segment>(shape(0)) && std::holds_alternative<Segment>(shape(1));
  if (areRods && !contact.planar) return 0;
  return overlapOf(skeletonOf(shape(0), poses[0], contact.planar),
                   skeletonOf(shape(1), poses[1], contact.planar), contact.planar);
}

}  // namespace carom
