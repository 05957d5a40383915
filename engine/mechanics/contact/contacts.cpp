// Gaps, normals and contact points of a mechanism, and the impact that its closed contacts make.
#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "mechanics/contact/shape_distance.h"

namespace carom {

namespace {

Separation separate(const Mechanism& mechanism, int contact, const Eigen::VectorXd& q) {
  const ContactPair& pair = mechanism.contacts()[static_cast<std::size_t>(contact)];
  return separate(worldPart(mechanism, pair, 0, mechanism.pose(pair.body[0], q)),
                  worldPart(mechanism, pair, 1, mechanism.pose(pair.body[1], q)));
}

bool isHalfSpace(const Shape& shape) {
  return std::holds_alternative<HalfSpace>(shape);
}
/// A ball or a point, which is whole in a contact.
bool isRound(const Shape& shape) {
  return std::holds_alternative<Ball>(shape) || std::holds_alternative<Point>(shape);
}

/// The parts of a shape that can meet a half-space.
std::vector<int> tips(const Shape& shape) {
  std::size_t count = 0;
  if (std::holds_alternative<Segment>(shape)) count = 2;
  if (const auto* box = std::get_if<Box>(&shape)) count = corners(*box).size();
  if (count == 0) return isRound(shape) ? std::vector<int>{0} : std::vector<int>{};
  std::vector<int> parts;
  for (std::size_t i = 1; i <= count; ++i) parts.push_back(static_cast<int>(i));
  return parts;
}

double thickness(const Shape& shape) {
  if (const auto* ball = std::get_if<Ball>(&shape)) return ball->radius;
  if (const auto* segment = std::get_if<Segment>(&shape)) return segment->radius;
  return 0;
}

}  // namespace

std::vector<Eigen::Vector3d> corners(const Box& box) {
  std::vector<Eigen::Vector3d> list;
  for (int i = 0; i < 8; ++i) {
    const Eigen::Vector3d signs(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1);
    // A flat box has each of its corners once.
    if (((signs.array() > 0) && (box.halfSize.array() == 0)).any()) continue;
    list.push_back(box.centre + signs.cwiseProduct(box.halfSize));
  }
  return list;
}

std::vector<std::array<int, 2>> contactParts(const Shape& first, const Shape& second) {
  std::vector<std::array<int, 2>> parts;
  if (isHalfSpace(first) && isHalfSpace(second)) return parts;
  if (isHalfSpace(first))
    for (const int tip : tips(second)) parts.push_back({0, tip});
  else if (isHalfSpace(second))
    for (const int tip : tips(first)) parts.push_back({tip, 0});
  else if ((isRound(first) || isRound(second)) && thickness(first) + thickness(second) > 0) {
    const Shape& other = isRound(first) ? second : first;
    if (isRound(other) || std::holds_alternative<Segment>(other)) parts.push_back({0, 0});
  }
  return parts;
}

bool canTouch(const Shape& first, const Shape& second) {
  return !contactParts(first, second).empty();
}

double Mechanism::gap(int contact, const Eigen::VectorXd& q) const {
  return separate(*this, contact, q).gap;
}

Eigen::VectorXd Mechanism::gaps(const Eigen::VectorXd& q) const {
  std::vector<Pose> poses;
  poses.reserve(m_bodies.size());
  for (int body = 0; body < static_cast<int>(m_bodies.size()); ++body) poses.push_back(pose(body, q));
  Eigen::VectorXd gaps(static_cast<Eigen::Index>(m_contacts.size()));
  for (Eigen::Index i = 0; i < gaps.size(); ++i) {
    const ContactPair& pair = m_contacts[static_cast<std::size_t>(i)];
    const auto part = [&](int side) {
      return worldPart(*this, pair, side,
                       poses[static_cast<std::size_t>(pair.body[static_cast<std::size_t>(side)])]);
    };
    gaps[i] = carom::separate(part(0), part(1)).gap;
  }
  return gaps;
}

Eigen::VectorXd Mechanism::normal(int contact, const Eigen::VectorXd& q) const {
  const ContactPair& pair = m_contacts[static_cast<std::size_t>(contact)];
  const Separation s = separate(*this, contact, q);
  return pointForce(pair.body[1], q, s.second, s.direction) -
         pointForce(pair.body[0], q, s.first, s.direction);
}

std::array<Eigen::Vector3d, 2> tangentsTo(const Eigen::Vector3d& e) {
  const Eigen::Vector3d along =
      e.head<2>().norm() > 1e-6 ? Eigen::Vector3d(e.y(), -e.x(), 0).normalized() : Eigen::Vector3d::UnitX();
  const Eigen::Vector3d first = (along - along.dot(e) * e).normalized();
  return {first, e.cross(first).normalized()};
}

Eigen::MatrixXd Mechanism::tangents(int contact, const Eigen::VectorXd& q) const {
  const ContactPair& pair = m_contacts[static_cast<std::size_t>(contact)];
  const Separation s = separate(*this, contact, q);
  const Eigen::Vector3d& e = s.direction;
  Eigen::MatrixXd T(2, dof());
  Eigen::Index row = 0;
  for (const Eigen::Vector3d& t : tangentsTo(e))
    T.row(row++) =
        (pointForce(pair.body[1], q, s.touch + s.gap * e, t) - pointForce(pair.body[0], q, s.touch, t))
            .transpose();
  return T;
}

Eigen::Vector3d Mechanism::contactPoint(int contact, const Eigen::VectorXd& q) const {
  return separate(*this, contact, q).touch;
}

std::vector<int> closedContacts(const Mechanism& mechanism, const Eigen::VectorXd& q) {
  std::vector<int> closed;
  const Eigen::VectorXd gaps = mechanism.gaps(q);
  for (Eigen::Index i = 0; i < gaps.size(); ++i)
    if (std::abs(gaps[i]) <= closedGap) closed.push_back(static_cast<int>(i));
  return closed;
}

namespace {

/// How a contact collides by its law; null where it reflects.
std::shared_ptr<const SingleCollision> collisionOf(const Mechanism& mechanism, int contact,
                                                   const Eigen::VectorXd& q) {
  const ContactPair& pair = mechanism.contacts()[static_cast<std::size_t>(contact)];
  if (!pair.law) return nullptr;
  auto collision = std::make_shared<SingleCollision>();
  collision->law = nameOf(*pair.law);
  // Along a tangent that nothing can slip along, balls on a line, say, there is no impulse.
  const Eigen::MatrixXd T = mechanism.tangents(contact, q);
  const double rounding = 1e-12 * mechanism.normal(contact, q).norm();
  std::vector<Eigen::Index> free;
  for (Eigen::Index a = 0; a < T.rows(); ++a)
    if (T.row(a).norm() > rounding) free.push_back(a);
  collision->tangents = T(free, Eigen::all);
  collision->impulse = [law = *pair.law, coefficients = pair.coefficients(), name = pair.name](
                           const Eigen::MatrixXd& W, const Eigen::VectorXd& V, double e) -> Eigen::VectorXd {
    LawCoefficients now = coefficients;
    now.restitution = e;
    try {
      return collide(law, {W, V}, now).P;
    } catch (const LawError& error) {
      throw ImpactError("law of contact '" + name + "': " + error.what());
    }
  };
  return collision;
}

}  // namespace

std::optional<ImpactProblem> impactAt(const Mechanism& mechanism, const Eigen::VectorXd& q,
                                      const Eigen::VectorXd& p) {
  const std::vector<int> closed = closedContacts(mechanism, q);
  if (closed.empty()) return std::nullopt;
  Eigen::MatrixXd normals(closed.size(), mechanism.dof());
  std::vector<ContactLabel> labels;
  for (std::size_t k = 0; k < closed.size(); ++k) {
    const ContactPair& pair = mechanism.contacts()[static_cast<std::size_t>(closed[k])];
    const auto name = [&](int body) { return mechanism.bodies()[static_cast<std::size_t>(body)].name; };
    normals.row(static_cast<Eigen::Index>(k)) = mechanism.normal(closed[k], q).transpose();
    labels.push_back({pair.name,
                      {name(pair.body[0]), name(pair.body[1])},
                      mechanism.gap(closed[k], q),
                      pair.restitution,
                      collisionOf(mechanism, closed[k], q)});
  }
  return ImpactProblem(mechanism.massMatrix(q), normals, p, std::move(labels));
}

}  // namespace carom
