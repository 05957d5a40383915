#include "mechanics/contact/contact_slopes.h"

#include "mechanics/contact/contacts.h"
#include "mechanics/contact/separation_slopes.h"

namespace carom {

double sizeOf(const Mechanism& mechanism, const ContactPair& pair) {
  double size = 1;
  for (std::size_t k = 0; k < 2; ++k) {
    const Body& body = mechanism.bodies()[static_cast<std::size_t>(pair.body[k])];
    const SpannedBy span = spanOf(body.shapes[static_cast<std::size_t>(pair.shape[k])]);
    for (const double length : {span.radius, span.diameter()})
      if (length > 0) size = std::min(size, length);
  }
  return size;
}

/// The rate of the first of tangentsTo(e) in the plane, t = (e_y, −e_x, 0) over its length.
static Eigen::Vector3d tangentRate(const Eigen::Vector3d& e, const Eigen::Vector3d& rate) {
  const double length = e.head<2>().norm();
  const Eigen::Vector3d t = Eigen::Vector3d(e.y(), -e.x(), 0) / length, d(rate.y(), -rate.x(), 0);
  return (d - t.dot(d) * t) / length;
}

void addContactSlopes(const Mechanism& mechanism, const ContactFrames& frames, int contact, int face,
                      int block, const double* z, const Eigen::VectorXd& v, Eigen::MatrixXd& byImpulse,
                      Eigen::MatrixXd& byVelocity, Eigen::Index first) {
  using LF = LinkFrames;
  const ContactPair& pair = mechanism.contacts()[static_cast<std::size_t>(contact)];
  if (pair.limit) return;  // its row is constant
  const SeparationSlopes slopes(frames.part(contact, 0), frames.part(contact, 1),
                                frames.separation(contact, face), face, sizeOf(mechanism, pair),
                                mechanism.isPlanar());
  const ContactPlace& at = slopes.place();
  const Eigen::Vector3d& e = at.direction;
  const std::array<Eigen::Vector3d, 2> tangents = tangentsTo(e);
  std::array<LF::Row, 3> rows;
  rows[0] = {pair.body, {LF::force(at.first, -e), LF::force(at.second, e)}};
  for (std::size_t a = 1; a < static_cast<std::size_t>(block); ++a)
    rows[a] = {pair.body, {LF::force(at.touch, -tangents[a - 1]), LF::force(at.far, tangents[a - 1])}};
  const auto rates = [&](const LF::Motion& one, const LF::Motion& two) {
    const ContactPlace moved = slopes.rates(one, two);
    std::array<std::array<LF::Force, 2>, 3> all;
    all[0] = {LF::forceRate(at.first, -e, moved.first, -moved.direction),
              LF::forceRate(at.second, e, moved.second, moved.direction)};
    for (std::size_t a = 1; a < static_cast<std::size_t>(block); ++a) {
      const Eigen::Vector3d& t = tangents[a - 1];
      const Eigen::Vector3d turned =
          block == 2 ? tangentRate(e, moved.direction) : Eigen::Vector3d(-t.dot(moved.direction) * e);
      all[a] = {LF::forceRate(at.touch, -t, moved.touch, -turned),
                LF::forceRate(at.far, t, moved.far, turned)};
    }
    return all;
  };
  frames.links().addSlopes(std::span(rows).first(static_cast<std::size_t>(block)), rates, z, v, byImpulse,
                           byVelocity, first);
}

}  // namespace carom
