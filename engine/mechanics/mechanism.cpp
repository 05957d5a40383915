#include "mechanics/mechanism.h"

#include <cmath>
#include <stdexcept>

namespace carom {

namespace {

void require(bool condition, const std::string& message) {
  if (!condition) throw std::invalid_argument(message);
}

bool isUnit(const Eigen::Vector3d& v) {
  return std::abs(v.norm() - 1) <= 1e-9;
}

bool isHalfSpace(const Shape& shape) {
  return std::holds_alternative<HalfSpace>(shape);
}

void checkShapes(const Body& body) {
  for (const Shape& shape : body.shapes) {
    if (const auto* ball = std::get_if<Ball>(&shape)) require(ball->radius > 0, body.name + ": radius ≤ 0");
    if (const auto* wall = std::get_if<HalfSpace>(&shape))
      require(isUnit(wall->normal), body.name + ": the normal is not a unit vector");
  }
}

void checkContact(const ContactPair& contact, const std::vector<Body>& bodies) {
  int halfSpaces = 0;
  for (std::size_t side = 0; side < 2; ++side) {
    require(contact.body[side] >= 0 && contact.body[side] < static_cast<int>(bodies.size()),
            contact.name + ": no such body");
    const auto& shapes = bodies[static_cast<std::size_t>(contact.body[side])].shapes;
    require(contact.shape[side] >= 0 && contact.shape[side] < static_cast<int>(shapes.size()),
            contact.name + ": no such shape");
    halfSpaces += isHalfSpace(shapes[static_cast<std::size_t>(contact.shape[side])]);
  }
  require(halfSpaces < 2, contact.name + ": two half-spaces never touch");
}

}  // namespace

Mechanism::Mechanism(std::vector<Body> bodies, std::vector<ContactPair> contacts,
                     const Eigen::Vector3d& gravity)
    : m_bodies(std::move(bodies)), m_contacts(std::move(contacts)), m_gravity(gravity) {
  for (std::size_t b = 0; b < m_bodies.size(); ++b) {
    const Body& body = m_bodies[b];
    require(body.parent >= -1 && body.parent < static_cast<int>(b), body.name + ": its parent comes later");
    const auto parent = static_cast<std::size_t>(body.parent);
    m_rest.push_back(body.parent < 0 ? body.origin : m_rest[parent] + body.origin);
    m_chain.push_back(body.parent < 0 ? std::vector<int>{} : m_chain[parent]);
    for (const Joint& joint : body.joints) {
      const Eigen::Vector3d& axis = std::get<Prismatic>(joint.kind).axis;
      require(isUnit(axis), body.name + ": the axis of a joint is not a unit vector");
      m_chain.back().push_back(dof());
      m_axis.push_back(axis);
      m_coordinates.push_back({body.name + '.' + joint.coordinate, "m"});
    }
    require(body.joints.empty() ? body.mass >= 0 : body.mass > 0, body.name + ": mass ≤ 0");
    checkShapes(body);
  }
  for (const ContactPair& contact : m_contacts) checkContact(contact, m_bodies);
}

int Mechanism::bodyIndex(std::string_view name) const {
  for (std::size_t b = 0; b < m_bodies.size(); ++b)
    if (m_bodies[b].name == name) return static_cast<int>(b);
  return -1;
}

Eigen::Vector3d Mechanism::position(int body, const Eigen::VectorXd& q) const {
  Eigen::Vector3d x = m_rest[static_cast<std::size_t>(body)];
  for (int i : chain(body)) x += q[i] * m_axis[static_cast<std::size_t>(i)];
  return x;
}

Eigen::Matrix3Xd Mechanism::positionJacobian(int body, const Eigen::VectorXd&) const {
  Eigen::Matrix3Xd J = Eigen::Matrix3Xd::Zero(3, dof());
  for (int i : chain(body)) J.col(i) = m_axis[static_cast<std::size_t>(i)];
  return J;
}

Eigen::Vector3d Mechanism::bodyVelocity(int body, const Eigen::VectorXd&, const Eigen::VectorXd& v) const {
  Eigen::Vector3d velocity = Eigen::Vector3d::Zero();
  for (int i : chain(body)) velocity += v[i] * m_axis[static_cast<std::size_t>(i)];
  return velocity;
}

Eigen::MatrixXd Mechanism::massMatrix(const Eigen::VectorXd&) const {
  Eigen::MatrixXd M = Eigen::MatrixXd::Zero(dof(), dof());
  for (std::size_t b = 0; b < m_bodies.size(); ++b)
    for (int i : m_chain[b])
      for (int j : m_chain[b])
        M(i, j) +=
            m_bodies[b].mass * m_axis[static_cast<std::size_t>(i)].dot(m_axis[static_cast<std::size_t>(j)]);
  return M;
}

Eigen::VectorXd Mechanism::gravityForce(const Eigen::VectorXd&) const {
  Eigen::VectorXd force = Eigen::VectorXd::Zero(dof());
  for (std::size_t b = 0; b < m_bodies.size(); ++b)
    for (int i : m_chain[b])
      force[i] += m_bodies[b].mass * m_axis[static_cast<std::size_t>(i)].dot(m_gravity);
  return force;
}

double Mechanism::potentialEnergy(const Eigen::VectorXd& q) const {
  double energy = 0;
  for (std::size_t b = 0; b < m_bodies.size(); ++b)
    energy -= m_bodies[b].mass * m_gravity.dot(position(static_cast<int>(b), q));
  return energy;
}

}  // namespace carom
