#include "mechanics/contact/contact_frames.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <iterator>

#include "base/rotation.h"
#include "mechanics/contact/contacts.h"
#include "mechanics/contact/gap_bounds.h"

namespace carom {

namespace {

/// The farthest point of a part from the origin of its body (m).
double reachOf(const WorldBall& ball) {
  return ball.centre.norm() + ball.radius;
}
double reachOf(const WorldPlane& wall) {
  return wall.point.norm();
}
double reachOf(const WorldSegment& segment) {
  return segment.ends[0].norm() + segment.ends[1].norm() + segment.radius;
}
double reachOf(const WorldBox& box) {
  double squared = 0;
  for (const double half : box.half)
    if (std::isfinite(half)) squared += half * half;  // in the plane a box has no end along z
  return box.pose.x.norm() + std::sqrt(squared);
}
double reachOf(const WorldCorner& corner) {
  return corner.centre.norm();
}
double reachOf(const WorldHull& hull) {
  return farthestOf(hull);
}

}  // namespace

ContactFrames::ContactFrames(const Mechanism& mechanism)
    : m_mechanism(mechanism),
      m_links(mechanism.links().size()),
      m_bodies(mechanism.bodies().size()),
      m_known(mechanism.contacts().size()),
      m_moved(mechanism.contacts().size()) {
  for (const ContactPair& pair : mechanism.contacts())
    for (std::size_t side = 0; side < 2 && !pair.limit; ++side)
      m_reach = std::max(m_reach, std::visit([](const auto& shape) { return reachOf(shape); },
                                             partInBody(mechanism, pair, side)));
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

void ContactFrames::place(const Eigen::VectorXd& q) {
  static const Pose origin;
  if (m_q.size() == q.size() && m_q == q) return;
  m_q = q;
  ++m_placements;
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
  m_extent += m_reach;
}

/// The cached data of a contact, with its parts placed at the present q.
ContactFrames::Known& ContactFrames::known(int contact) const {
  const ContactPair& pair = m_mechanism.contacts()[static_cast<std::size_t>(contact)];
  std::unique_ptr<Known>& known = m_known[static_cast<std::size_t>(contact)];
  if (!known)
    known = std::make_unique<Known>(
        Known{.inBody = {partInBody(m_mechanism, pair, 0), partInBody(m_mechanism, pair, 1)}});
  if (known->placement == m_placements) return *known;
  known->placement = m_placements;
  known->separation.reset();
  for (std::size_t side = 0; side < 2; ++side)
    known->placed[side] = placed(known->inBody[side], m_bodies[static_cast<std::size_t>(pair.body[side])]);
  return *known;
}

double ContactFrames::gap(int contact, int face) const {
  if (const auto& limit = m_mechanism.contacts()[static_cast<std::size_t>(contact)].limit)
    return limit->sign * (m_q[limit->coordinate] - limit->bound);
  return separation(contact, face).gap;
}

int ContactFrames::face(int contact) const {
  if (m_mechanism.contacts()[static_cast<std::size_t>(contact)].limit) return 0;
  const Known& at = known(contact);
  return faceBelow(at.placed[0], at.placed[1]);
}

bool ContactFrames::crossesAtCorner(int contact) const {
  const auto isEdge = [](const WorldPart& part) { return std::holds_alternative<WorldSegment>(part); };
  return !m_mechanism.contacts()[static_cast<std::size_t>(contact)].limit &&
         std::ranges::all_of(known(contact).inBody, isEdge) && separation(contact, 0).covered;
}

const Separation& ContactFrames::separation(int contact, int face) const {
  Known& at = known(contact);
  if (!at.separation || at.face != face) at.separation = separate(at.placed[0], at.placed[1], face);
  at.face = face;
  return *at.separation;
}

const ContactFrames::Moved& ContactFrames::moved(int contact) const {
  Moved& moved = m_moved[static_cast<std::size_t>(contact)];
  if (!moved.coordinates.empty()) return moved;
  const ContactPair& pair = m_mechanism.contacts()[static_cast<std::size_t>(contact)];
  if (pair.limit) {
    moved.coordinates = {pair.limit->coordinate};
    return moved;
  }
  std::ranges::set_union(m_mechanism.chain(pair.body[0]), m_mechanism.chain(pair.body[1]),
                         std::back_inserter(moved.coordinates));
  for (std::size_t side = 0; side < 2; ++side)
    for (const int i : m_mechanism.chain(pair.body[side]))
      moved.at[side].push_back(
          static_cast<int>(std::ranges::lower_bound(moved.coordinates, i) - moved.coordinates.begin()));
  return moved;
}

void ContactFrames::layOut(std::span<const int> contacts, int block, ContactRows& C) const {
  C.clear(block);
  for (const int contact : contacts) C.append(moved(contact).coordinates);
}

/// Adds the velocity of a point of the first (side 0, reversed) or second body along a direction to a row.
void ContactFrames::add(int contact, std::size_t side, const Eigen::Vector3d& point,
                        const Eigen::Vector3d& direction, std::span<double> row) const {
  const Eigen::Vector3d moment = point.cross(direction);
  const std::vector<int>& at = moved(contact).at[side];
  const std::vector<int>& chain =
      m_mechanism.chain(m_mechanism.contacts()[static_cast<std::size_t>(contact)].body[side]);
  const double sign = side == 0 ? -1 : 1;
  for (std::size_t j = 0; j < chain.size(); ++j) {
    const auto i = static_cast<std::size_t>(chain[j]);
    const Frame& frame = m_links[i];
    const double turned = m_mechanism.links()[i].revolute ? frame.axis.dot(moment) : 0;
    row[static_cast<std::size_t>(at[j])] += sign * (frame.moment.dot(direction) + turned);
  }
}

void ContactFrames::rows(int contact, int face, ContactRows& C, int i) const {
  C.setZero(i);
  if (const auto& limit = m_mechanism.contacts()[static_cast<std::size_t>(contact)].limit) {
    C.row(i, 0)[0] = limit->sign;
    return;
  }
  const Separation& s = separation(contact, face);
  const std::array<Eigen::Vector3d, 2> tangents = tangentsTo(s.direction);
  add(contact, 1, s.second, s.direction, C.row(i, 0));
  add(contact, 0, s.first, s.direction, C.row(i, 0));
  for (int a = 1; a < C.block(); ++a) {
    const Eigen::Vector3d& t = tangents[static_cast<std::size_t>(a - 1)];
    add(contact, 1, s.touch + s.gap * s.direction, t, C.row(i, a));
    add(contact, 0, s.touch, t, C.row(i, a));
  }
}

}  // namespace carom
