#include "mechanics/tree/link_frames.h"

#include <Eigen/Geometry>
#include <algorithm>

#include "base/rotation.h"

namespace carom {

LinkFrames::LinkFrames(const Mechanism& mechanism)
    : m_mechanism(mechanism), m_links(mechanism.links().size()), m_bodies(mechanism.bodies().size()) {
  for (std::size_t b = 0; b < m_bodies.size(); ++b)
    if (mechanism.isFixed(static_cast<int>(b)))
      m_bodies[b] = mechanism.pose(static_cast<int>(b), Eigen::VectorXd::Zero(mechanism.dof()));
  for (std::size_t i = 0; i < m_links.size(); ++i) {
    const Link& link = mechanism.links()[i];
    const Frame* parent = link.parent < 0 ? nullptr : &m_links[static_cast<std::size_t>(link.parent)];
    Frame& frame = m_links[i];
    frame.travels = !link.revolute && (!parent || parent->travels);
    if (!frame.travels) continue;
    frame.pose.R = parent ? parent->pose.R : Eigen::Matrix3d(Eigen::Matrix3d::Identity());
    frame.offset = frame.pose.R * link.offset;
    frame.axis = frame.moment = frame.pose.R * link.axis;
  }
}

bool LinkFrames::place(const Eigen::VectorXd& q) {
  static const Pose origin;
  if (m_q.size() == q.size() && m_q == q) return false;
  m_q = q;
  for (std::size_t i = 0; i < m_links.size(); ++i) {
    const Link& link = m_mechanism.links()[i];
    const Pose& before = link.parent < 0 ? origin : m_links[static_cast<std::size_t>(link.parent)].pose;
    Frame& frame = m_links[i];
    const auto at = static_cast<Eigen::Index>(i);
    if (frame.travels) {
      frame.pose.x = before.x + frame.offset + q[at] * frame.axis;
      continue;
    }
    frame.pose.x = before * link.offset;
    frame.pose.R = before.R;
    if (link.spherical == 0) frame.pose.R = before.R * rotationMatrix(q.segment<3>(at));
    frame.axis = frame.pose.R * link.axis;
    frame.moment = link.revolute ? Eigen::Vector3d(frame.pose.x.cross(frame.axis)) : frame.axis;
    if (!link.revolute)
      frame.pose.x += q[at] * frame.axis;
    else if (link.spherical < 0)
      frame.pose.R = before.R * Eigen::AngleAxisd(q[at], link.axis).toRotationMatrix();
  }
  m_extent = 0;
  for (std::size_t b = 0; b < m_bodies.size(); ++b) {
    const std::vector<int>& chain = m_mechanism.chain(static_cast<int>(b));
    if (chain.empty()) continue;
    const Pose& last = m_links[static_cast<std::size_t>(chain.back())].pose;
    m_bodies[b] = {last.R, last * m_mechanism.rest(static_cast<int>(b))};
    m_extent = std::max(m_extent, m_bodies[b].x.cwiseAbs().maxCoeff());
  }
  return true;
}

LinkFrames::Motion LinkFrames::motion(int link) const {
  Motion S;
  S.tail<3>() = moment(link);
  if (m_mechanism.links()[static_cast<std::size_t>(link)].revolute)
    S.head<3>() = axis(link);
  else
    S.head<3>().setZero();
  return S;
}

LinkFrames::Motion LinkFrames::motionOf(int body, const Eigen::VectorXd& v) const {
  Motion all = Motion::Zero();
  for (const int i : chain(body)) all += v[i] * motion(i);
  return all;
}

const std::vector<int>& LinkFrames::chain(int body) const {
  static const std::vector<int> none;
  return body < 0 ? none : m_mechanism.chain(body);
}

/// The first coordinate whose S_i turns with the coordinate j.
int LinkFrames::firstTurned(int j) const {
  const int spherical = m_mechanism.links()[static_cast<std::size_t>(j)].spherical;
  return spherical < 0 ? j + 1 : j - spherical;
}

/// Adds to column j of `slopes` (n×n), for a coordinate j of the chain of a body, the derivative of the
/// generalized force of W on the body that the turn of its links makes.
void LinkFrames::addTurns(int body, int j, const Force& W, Eigen::MatrixXd& slopes) const {
  // ⟨S_j × S_i, W⟩ = −⟨S_i, S_j ×* W⟩
  const Force turned = -SpatialSpace::crossDual(motion(j), W);
  const int first = firstTurned(j);
  for (const int i : chain(body))
    if (i >= first) slopes(i, j) += motion(i).dot(turned);
}

/// ∂/∂q_j of the motion of a body at v, for a coordinate j of its chain.
LinkFrames::Motion LinkFrames::motionSlope(int body, int j, const Eigen::VectorXd& v) const {
  Motion carried = Motion::Zero();
  const int first = firstTurned(j);
  for (const int i : chain(body))
    if (i >= first) carried += v[i] * motion(i);
  return SpatialSpace::cross(motion(j), carried);
}

}  // namespace carom
