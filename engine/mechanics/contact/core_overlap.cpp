#include "mechanics/contact/core_overlap.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "mechanics/contact/shape_distance.h"

namespace carom {

namespace {

bool hasEdges(const Shape& shape) {
  return std::holds_alternative<Segment>(shape) || std::holds_alternative<Box>(shape);
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
  std::array<WorldBox, 2> cores;
  for (std::size_t k = 0; k < 2; ++k) {
    const Body& body = mechanism.bodies()[static_cast<std::size_t>(contact.body[k])];
    const Shape& shape = body.shapes[static_cast<std::size_t>(contact.shape[k])];
    if (!hasEdges(shape)) return 0;
    cores[k] = core(shape, poses[k], contact.planar);
  }
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
