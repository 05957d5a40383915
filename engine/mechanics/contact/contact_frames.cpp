#include "mechanics/contact/contact_frames.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <iterator>

#include "base/rotation.h"
#include "mechanics/contact/contacts.h"

namespace carom {

ContactFrames::ContactFrames(const Mechanism& mechanism)
    : m_mechanism(mechanism),
      m_links(mechanism),
      m_known(mechanism.contacts().size()),
      m_moved(mechanism.contacts().size()) {
  for (const ContactPair& pair : mechanism.contacts())
    for (std::size_t side = 0; side < 2 && !pair.limit; ++side)
      m_reach = std::max(m_reach, reachOf(partInBody(mechanism, pair, side)));
}

void ContactFrames::place(const Eigen::VectorXd& q) {
  if (m_links.place(q)) ++m_placements;
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
    known->placed[side] = placed(known->inBody[side], m_links.body(pair.body[side]));
  return *known;
}

double ContactFrames::gap(int contact, int face) const {
  if (const auto& limit = m_mechanism.contacts()[static_cast<std::size_t>(contact)].limit)
    return limit->sign * (m_links.q()[limit->coordinate] - limit->bound);
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
    const int i = chain[j];
    const bool turns = m_mechanism.links()[static_cast<std::size_t>(i)].revolute;
    const double turned = turns ? m_links.axis(i).dot(moment) : 0;
    row[static_cast<std::size_t>(at[j])] += sign * (m_links.moment(i).dot(direction) + turned);
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
  for (int a = 1; a < std::min(C.block(), 3); ++a) {
    const Eigen::Vector3d& t = tangents[static_cast<std::size_t>(a - 1)];
    add(contact, 1, s.touch + s.gap * s.direction, t, C.row(i, a));
    add(contact, 0, s.touch, t, C.row(i, a));
  }
}

}  // namespace carom
