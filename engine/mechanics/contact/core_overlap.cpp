#include "mechanics/contact/core_overlap.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "mechanics/contact/shape_distance.h"

namespace carom {

namespace {

bool hasEdges(const Shape& shape) {
  return std::holds_alternative<Segment>(shape) || std::holds_alternative<Box>(shape) ||
         std::holds_alternative<Hull>(shape);
}

WorldBox core(const Shape& shape, const Pose& pose, bool planar) {
  if (const auto* rod = std::get_if<Segment>(&shape)) {
    const Eigen::Vector3d d = rod->ends[1] - rod->ends[0];
    const Eigen::Matrix3d R =
        Eigen::Quaterniond::FromTwoVectors(Eigen::Vector3d::UnitX(), d).toRotationMatrix();
    return {{pose.R * R, pose * (0.5 * (rod->ends[0] + rod->ends[1]))}, {0.5 * d.norm(), 0, 0}};
  }
  const Box& box = std::get<Box>(shape);
  return {{pose.R * box.rotation, pose * box.centre}, planar ? section(box).halfSize : box.halfSize};
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
  if (const auto* hull = std::get_if<Hull>(&shape)) {
    const Hull shown = planar ? section(*hull) : *hull;
    for (const Eigen::Vector3d& corner : corners(shown)) bones.corners.push_back(pose * corner);
    const Eigen::Matrix3d R = pose.R * shown.rotation;
    for (const Polytope::Face& face : shown.solid->faces) bones.faces.push_back(R * face.normal);
    for (const Polytope::Edge& edge : shown.solid->edges)
      bones.addEdge(R * (shown.solid->corners[static_cast<std::size_t>(edge.corners[1])] -
                         shown.solid->corners[static_cast<std::size_t>(edge.corners[0])]));
    return bones;
  }
  const WorldBox box = core(shape, pose, planar);
  const bool isRod = std::holds_alternative<Segment>(shape);
  for (const Eigen::Vector3d& corner : corners(Box{box.half, box.pose.x, box.pose.R}))
    bones.corners.push_back(corner);
  for (Eigen::Index k = 0; k < 3; ++k) {
    if (!isRod || planar) bones.faces.emplace_back(box.pose.R.col(k));
    if (!isRod || k == 0) bones.addEdge(box.pose.R.col(k));
  }
  return bones;
}

/// The same by the faces of both and by the normals of two edges. Where the faces show that they are apart,
/// edges are not asked.
double hullOverlap(const Skeleton& a, const Skeleton& b, bool planar) {
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

double overlapAlong(const Eigen::Vector3d& axis, const WorldBox& a, const WorldBox& b) {
  const auto reach = [&](const WorldBox& box) {
    return (box.pose.R.transpose() * axis).cwiseAbs().dot(box.half);
  };
  return reach(a) + reach(b) - std::abs(axis.dot(b.pose.x - a.pose.x));
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
  if (std::holds_alternative<Hull>(shape(0)) || std::holds_alternative<Hull>(shape(1)))
    return hullOverlap(skeletonOf(shape(0), poses[0], contact.planar),
                       skeletonOf(shape(1), poses[1], contact.planar), contact.planar);
  const std::array<WorldBox, 2> cores{core(shape(0), poses[0], contact.planar),
                                      core(shape(1), poses[1], contact.planar)};
  double least = HUGE_VAL;
  const auto offer = [&](Eigen::Vector3d axis) {
    if (contact.planar) axis.z() = 0;
    if (axis.norm() > parallelEdges)
      least = std::min(least, overlapAlong(axis.normalized(), cores[0], cores[1]));
  };
  for (Eigen::Index i = 0; i < 3; ++i) {
    offer(cores[0].pose.R.col(i));
    offer(cores[1].pose.R.col(i));
    for (Eigen::Index j = 0; j < 3; ++j)
      offer(Eigen::Vector3d(cores[0].pose.R.col(i)).cross(Eigen::Vector3d(cores[1].pose.R.col(j))));
  }
  return least;
}

}  // namespace carom
