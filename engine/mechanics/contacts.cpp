// Gaps, normals and contact points of a mechanism, and the impact that its closed contacts make.
#include <cmath>
#include <stdexcept>

#include "mechanics/mechanism.h"

namespace carom {

namespace {

const Shape& shapeOf(const Mechanism& mechanism, const ContactPair& contact, std::size_t side) {
  const Body& body = mechanism.bodies()[static_cast<std::size_t>(contact.body[side])];
  return body.shapes[static_cast<std::size_t>(contact.shape[side])];
}

/// Two shapes in the world: φ and the unit vector e from the first to the second, so that Dφ = eᵀ(J₂ − J₁).
struct Separation {
  double gap;
  Eigen::Vector3d direction;
};

Separation separate(const Ball& a, const Eigen::Vector3d& xa, const Ball& b, const Eigen::Vector3d& xb) {
  const Eigen::Vector3d d = (xb + b.centre) - (xa + a.centre);
  const double distance = d.norm();
  // Concentric balls overlap whatever the direction; any will do.
  const Eigen::Vector3d e = distance > 0 ? Eigen::Vector3d(d / distance) : Eigen::Vector3d::UnitX();
  return {distance - (a.radius + b.radius), e};
}

Separation separate(const HalfSpace& wall, const Eigen::Vector3d& xw, const Ball& b,
                    const Eigen::Vector3d& xb) {
  return {wall.normal.dot(xb + b.centre - xw) - wall.offset - b.radius, wall.normal};
}

Separation separate(const Ball& a, const Eigen::Vector3d& xa, const HalfSpace& wall,
                    const Eigen::Vector3d& xw) {
  const Separation reversed = separate(wall, xw, a, xa);
  return {reversed.gap, -reversed.direction};
}

Separation separate(const HalfSpace&, const Eigen::Vector3d&, const HalfSpace&, const Eigen::Vector3d&) {
  throw std::logic_error("two half-spaces");  // Mechanism refuses such a contact
}

Separation separate(const Shape& first, const Eigen::Vector3d& x1, const Shape& second,
                    const Eigen::Vector3d& x2) {
  return std::visit([&](const auto& a, const auto& b) { return separate(a, x1, b, x2); }, first, second);
}

Separation separate(const Mechanism& mechanism, int contact, const Eigen::VectorXd& q) {
  const ContactPair& pair = mechanism.contacts()[static_cast<std::size_t>(contact)];
  return separate(shapeOf(mechanism, pair, 0), mechanism.position(pair.body[0], q),  //
                  shapeOf(mechanism, pair, 1), mechanism.position(pair.body[1], q));
}

}  // namespace

double Mechanism::gap(int contact, const Eigen::VectorXd& q) const {
  return separate(*this, contact, q).gap;
}

Eigen::VectorXd Mechanism::normal(int contact, const Eigen::VectorXd& q) const {
  const ContactPair& pair = m_contacts[static_cast<std::size_t>(contact)];
  const Eigen::Vector3d e = separate(*this, contact, q).direction;
  Eigen::VectorXd u = Eigen::VectorXd::Zero(dof());
  for (int i : chain(pair.body[1])) u[i] += e.dot(m_axis[static_cast<std::size_t>(i)]);
  for (int i : chain(pair.body[0])) u[i] -= e.dot(m_axis[static_cast<std::size_t>(i)]);
  return u;
}

Eigen::Vector3d Mechanism::contactPoint(int contact, const Eigen::VectorXd& q) const {
  const ContactPair& pair = m_contacts[static_cast<std::size_t>(contact)];
  const Shape& first = shapeOf(*this, pair, 0);
  const Separation s = separate(*this, contact, q);
  if (const auto* ball = std::get_if<Ball>(&first))
    return position(pair.body[0], q) + ball->centre + ball->radius * s.direction;
  const auto& ball = std::get<Ball>(shapeOf(*this, pair, 1));
  return position(pair.body[1], q) + ball.centre - (ball.radius + s.gap) * s.direction;
}

std::vector<int> closedContacts(const Mechanism& mechanism, const Eigen::VectorXd& q) {
  std::vector<int> closed;
  for (std::size_t i = 0; i < mechanism.contacts().size(); ++i)
    if (std::abs(mechanism.gap(static_cast<int>(i), q)) <= closedGap) closed.push_back(static_cast<int>(i));
  return closed;
}

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
    labels.push_back({pair.name, {name(pair.body[0]), name(pair.body[1])}, mechanism.gap(closed[k], q)});
  }
  return ImpactProblem(mechanism.massMatrix(q), normals, p, std::move(labels));
}

}  // namespace carom
