#include "mechanics/tree/mechanism.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "base/rotation.h"
#include "base/spectrum.h"
#include "mechanics/tree/contact_table.h"

namespace carom {

namespace {

/// Asymmetry and negative eigenvalues of an inertia, over its largest entry, that are rounding. A smaller
/// value refuses thin rods, whose least inertia is 0.
constexpr double inertiaTolerance = 1e-12;

void require(bool condition, const std::string& message) {
  if (!condition) throw std::invalid_argument(message);
}

void checkInertia(const Body& body) {
  const Eigen::Matrix3d& I = body.inertia;
  const double scale = I.cwiseAbs().maxCoeff();
  require(I.allFinite() && (I - I.transpose()).cwiseAbs().maxCoeff() <= inertiaTolerance * scale,
          body.name + ": the inertia is not symmetric");
  require(spatialSpectrumOf(I).values.minCoeff() >= -inertiaTolerance * scale,
          body.name + ": the inertia is negative");
}

void checkSides(const ContactPair& contact, const std::vector<Body>& bodies) {
  for (std::size_t side = 0; side < 2; ++side) {
    require(contact.body[side] >= 0 && contact.body[side] < static_cast<int>(bodies.size()),
            contact.name + ": no such body");
    const auto& shapes = bodies[static_cast<std::size_t>(contact.body[side])].shapes;
    require(contact.shape[side] >= 0 && contact.shape[side] < static_cast<int>(shapes.size()),
            contact.name + ": no such shape");
  }
}

void checkContact(const ContactPair& contact, const std::vector<Body>& bodies) {
  const auto side = [&](std::size_t k) {
    const Body& body = bodies[static_cast<std::size_t>(contact.body[k])];
    return &body.shapes[static_cast<std::size_t>(contact.shape[k])];
  };
  const std::array<const Shape*, 2> sides{side(0), side(1)};
  const auto parts = contactParts(*sides[0], *sides[1], contact.planar);
  require(!parts.empty(),
          contact.name + ": no contact: " + whyNoContact(*sides[0], *sides[1], contact.planar));
  require(std::find(parts.begin(), parts.end(), contact.part) != parts.end(),
          contact.name + ": no such end, corner or edge");
  for (const Coefficient& coefficient : lawCoefficients) {
    const double value = contact.coefficients.*coefficient.value;
    require(std::isfinite(value) && value >= coefficient.least && value <= coefficient.most,
            contact.name + ": " + std::string(coefficient.name) + " is out of its range");
  }
}

Eigen::Matrix3d rotation(double angle, const Eigen::Vector3d& axis) {
  return Eigen::AngleAxisd(angle, axis).toRotationMatrix();
}

}  // namespace

bool carriesMass(const std::vector<Body>& bodies, int body) {
  std::vector<bool> isOn(bodies.size());
  for (auto b = static_cast<std::size_t>(body); b < bodies.size(); ++b) {
    const int parent = bodies[b].parent;
    isOn[b] = static_cast<int>(b) == body || (parent >= 0 && isOn[static_cast<std::size_t>(parent)]);
    if (isOn[b] && bodies[b].mass > 0) return true;
  }
  return false;
}

Mechanism::Mechanism(std::vector<Body> bodies, std::vector<ContactPair> contacts,
                     const Eigen::Vector3d& gravity, JointForces forces, std::vector<Loop> loops)
    : m_bodies(std::move(bodies)),
      m_contacts(std::move(contacts)),
      m_gravity(gravity),
      m_forces(std::move(forces)),
      m_loops(std::move(loops)) {
  for (std::size_t b = 0; b < m_bodies.size(); ++b) {
    const Body& body = m_bodies[b];
    require(body.parent >= -1 && body.parent < static_cast<int>(b), body.name + ": its parent comes later");
    require(body.mass >= 0, body.name + ": mass < 0");
    require(body.joints.empty() || carriesMass(m_bodies, static_cast<int>(b)), body.name + ": mass ≤ 0");
    checkInertia(body);
    for (const Shape& shape : body.shapes)
      if (const std::string fault = faultOf(shape); !fault.empty()) require(false, body.name + ": " + fault);
    addLinks(body);
  }
  groupTrees();
  std::vector<int> firstShape{0};  // of each body
  for (const Body& body : m_bodies)
    firstShape.push_back(firstShape.back() + static_cast<int>(body.shapes.size()));
  for (ContactPair& contact : m_contacts) {
    ShapePair& pair = m_shapePairs.emplace_back();
    if (contact.limit) {
      checkLimit(contact);
      continue;
    }
    checkSides(contact, m_bodies);
    contact.planar = meetInPlane(*this, contact.body, contact.shape);
    checkContact(contact, m_bodies);
    for (const std::size_t side : {0U, 1U})
      pair.shape[side] = firstShape[static_cast<std::size_t>(contact.body[side])] + contact.shape[side];
    pair.planar = contact.planar;
  }
  checkForces();
  checkLoops();
}

void Mechanism::checkLimit(const ContactPair& contact) const {
  const JointLimit& limit = *contact.limit;
  require(limit.coordinate >= 0 && limit.coordinate < dof() &&
              m_links[static_cast<std::size_t>(limit.coordinate)].spherical < 0,
          contact.name + ": no such coordinate of a prismatic or revolute joint");
  require(std::isfinite(limit.bound) && std::abs(limit.sign) == 1, contact.name + ": no such limit");
  for (const int body : contact.body)
    require(body >= 0 && body < static_cast<int>(m_bodies.size()), contact.name + ": no such body");
  require(contact.coefficients.restitution >= 0 && contact.coefficients.restitution <= 1,
          contact.name + ": restitution is out of its range");
  require(contact.coefficients.friction == 0 && !contact.law, contact.name + ": a stop has no friction");
}

void Mechanism::checkLoops() const {
  for (const Loop& loop : m_loops) {
    if (const auto* ends = endsOf(loop))
      for (const BodyPoint& end : *ends)
        require(end.body >= -1 && end.body < static_cast<int>(m_bodies.size()), loop.name + ": no such body");
    if (const auto* hinge = std::get_if<HingeLoop>(&loop.kind))
      require(isUnit(hinge->axes[0]) && isUnit(hinge->axes[1]), loop.name + ": an axis is not a unit vector");
    if (const auto* slot = std::get_if<SlotLoop>(&loop.kind))
      require(isUnit(slot->axis), loop.name + ": an axis is not a unit vector");
    if (const auto* rod = std::get_if<RodLoop>(&loop.kind))
      require(rod->length > 0 && std::isfinite(rod->length), loop.name + ": length ≤ 0");
    const auto* tie = std::get_if<TieLoop>(&loop.kind);
    if (!tie) continue;
    for (const int i : {tie->coordinate, tie->to})
      require(i >= 0 && i < dof() && m_links[static_cast<std::size_t>(i)].spherical < 0,
              loop.name + ": no such coordinate of a prismatic or revolute joint");
    require(tie->coordinate != tie->to, loop.name + ": ties a coordinate to itself");
    require(std::isfinite(tie->ratio) && std::isfinite(tie->offset), loop.name + ": a number is not finite");
  }
}

void Mechanism::checkForces() const {
  const auto check = [&](int coordinate, double first, double second, const char* what) {
    require(coordinate >= 0 && coordinate < dof(), std::string("a ") + what + " at no coordinate");
    require(first >= 0 && second >= 0 && std::isfinite(first + second),
            m_coordinates[static_cast<std::size_t>(coordinate)].name + ": a " + what + " < 0");
  };
  const auto single = [&](int coordinate, const char* what) {
    require(
        m_links[static_cast<std::size_t>(coordinate)].spherical < 0,
        m_coordinates[static_cast<std::size_t>(coordinate)].name + ": a " + what + " on a spherical joint");
  };
  for (const JointSpring& spring : m_forces.springs) {
    check(spring.coordinate, spring.stiffness, 0, "spring");
    single(spring.coordinate, "spring");
  }
  for (const JointDamper& damper : m_forces.dampers) {
    check(damper.coordinate, damper.damping, damper.friction, "damper");
    // Of a spherical joint its first coordinate stands for all three.
    require(damper.friction == 0 || m_links[static_cast<std::size_t>(damper.coordinate)].spherical <= 0,
            m_coordinates[static_cast<std::size_t>(damper.coordinate)].name +
                ": dry friction on one axis of a spherical joint");
  }
  for (const Motor& motor : m_forces.motors) {
    check(motor.coordinate, motor.proportional, motor.derivative, "motor");
    require(motor.limit > 0,
            m_coordinates[static_cast<std::size_t>(motor.coordinate)].name + ": the limit of a motor ≤ 0");
    single(motor.coordinate, "motor");
  }
  const auto between = [&](const std::array<BodyPoint, 2>& ends, double first, double second,
                           const char* what) {
    for (const BodyPoint& end : ends) {
      require(end.body >= -1 && end.body < static_cast<int>(m_bodies.size()),
              std::string("a ") + what + " at no body");
      require(end.at.allFinite(), std::string("a ") + what + " at no point");
    }
    require(first >= 0 && second >= 0 && std::isfinite(first + second), std::string("a ") + what + " < 0");
  };
  for (const PointSpring& spring : m_forces.pointSprings)
    between(spring.ends, spring.stiffness, spring.rest, "spring");
  for (const PointDamper& damper : m_forces.pointDampers) between(damper.ends, damper.damping, 0, "damper");
}

/// Adds the joints of the next body, one link for each degree of freedom, and fixes its mass to the last
/// link.
void Mechanism::addLinks(const Body& body) {
  const auto parent = static_cast<std::size_t>(body.parent);
  std::vector<int> chain = body.parent < 0 ? std::vector<int>{} : m_chain[parent];
  Eigen::Vector3d offset = body.parent < 0 ? body.origin : m_rest[parent] + body.origin;
  for (const Joint& joint : body.joints) {
    addLink(body, joint, chain, offset);
    offset.setZero();
  }
  if (!chain.empty()) attach(body, chain.back(), offset);
  m_chain.push_back(std::move(chain));
  m_rest.push_back(offset);
}

void Mechanism::addLink(const Body& body, const Joint& joint, std::vector<int>& chain,
                        const Eigen::Vector3d& offset) {
  const auto* revolute = std::get_if<Revolute>(&joint.kind);
  const auto* prismatic = std::get_if<Prismatic>(&joint.kind);
  const bool spherical = !revolute && !prismatic;
  if (spherical) m_rotations.push_back(dof());
  Link link{chain.empty() ? -1 : chain.back(), !prismatic, Eigen::Vector3d::UnitX(), offset};
  if (!spherical) link.axis = revolute ? revolute->axis : prismatic->axis;
  require(isUnit(link.axis), body.name + ": the axis of a joint is not a unit vector");
  require(joint.armature >= 0 && std::isfinite(joint.armature) && (!spherical || joint.armature == 0),
          body.name + ": armature < 0, or of a spherical joint");
  link.armature = joint.armature;
  for (const std::string& name : coordinateNames(joint)) {
    if (spherical) link.axis = Eigen::Vector3d::Unit(++link.spherical);
    m_coordinates.push_back(
        {body.name + '.' + name, prismatic ? "m" : "rad", static_cast<int>(m_chain.size()), name});
    m_links.push_back(link);
    link.parent = dof() - 1;
    link.offset.setZero();
    chain.push_back(link.parent);
  }
}

void Mechanism::attach(const Body& body, int index, const Eigen::Vector3d& offset) {
  if (body.mass == 0) return;
  Link& link = m_links[static_cast<std::size_t>(index)];
  const Eigen::Vector3d centre = offset + body.centreOfMass;
  const double mass = link.mass + body.mass, reduced = link.mass * body.mass / mass;
  const Eigen::Vector3d d = centre - link.centre;
  link.inertia +=
      body.inertia + reduced * (d.squaredNorm() * Eigen::Matrix3d::Identity() - d * d.transpose());
  link.centre += body.mass / mass * d;
  link.mass = mass;
}

int Mechanism::bodyIndex(std::string_view name) const {
  for (std::size_t b = 0; b < m_bodies.size(); ++b)
    if (m_bodies[b].name == name) return static_cast<int>(b);
  return -1;
}

int Mechanism::coordinateIndex(std::string_view name) const {
  const auto found = std::ranges::find(m_coordinates, name, &Coordinate::name);
  return found == m_coordinates.end() ? -1 : static_cast<int>(found - m_coordinates.begin());
}

Eigen::VectorXd Mechanism::moved(const Eigen::VectorXd& q, const Eigen::VectorXd& v, double h) const {
  Eigen::VectorXd next;
  moved(q, v, h, next);
  return next;
}

void Mechanism::moved(const Eigen::VectorXd& q, const Eigen::VectorXd& v, double h,
                      Eigen::VectorXd& next) const {
  next = q + h * v;
  for (const int i : m_rotations) next.segment<3>(i) = composed(q.segment<3>(i), h * v.segment<3>(i));
}

Eigen::VectorXd Mechanism::difference(const Eigen::VectorXd& q0, const Eigen::VectorXd& q1) const {
  Eigen::VectorXd v = q1 - q0;
  for (const int i : m_rotations) v.segment<3>(i) = composed(-q0.segment<3>(i), q1.segment<3>(i));
  return v;
}

Eigen::VectorXd Mechanism::movedTangent(const Eigen::VectorXd& v, double h, const Eigen::VectorXd& x) const {
  Eigen::VectorXd y = x;
  applyMovedTangent(v, h, y);
  return y;
}

void Mechanism::applyMovedTangent(const Eigen::VectorXd& v, double h, Eigen::VectorXd& x,
                                  std::span<const int> coordinates) const {
  for (const int i : coordinates)
    if (m_links[static_cast<std::size_t>(i)].spherical == 0)
      x.segment<3>(i) = RightJacobian(h * v.segment<3>(i)) * Eigen::Vector3d(x.segment<3>(i));
}

bool Mechanism::isTranslational() const {
  return std::none_of(m_links.begin(), m_links.end(), [](const Link& link) { return link.revolute; });
}

bool Mechanism::isPlanar() const {
  return std::all_of(m_links.begin(), m_links.end(), [](const Link& link) {
    return link.revolute ? link.spherical < 0 && link.axis.head<2>().isZero(0) : link.axis.z() == 0;
  });
}

bool Mechanism::isBallistic() const {
  const auto shape = [&](const ContactPair& pair, std::size_t side) -> const Shape& {
    const Body& body = m_bodies[static_cast<std::size_t>(pair.body[side])];
    return body.shapes[static_cast<std::size_t>(pair.shape[side])];
  };
  const auto isFlat = [](const Shape& one) { return std::holds_alternative<HalfSpace>(one); };
  const auto isRound = [](const Shape& one) {
    return std::holds_alternative<Ball>(one) || std::holds_alternative<Point>(one);
  };
  return isTranslational() && m_forces.empty() && m_loops.empty() &&
         std::all_of(m_contacts.begin(), m_contacts.end(), [&](const ContactPair& pair) {
           if (pair.limit) return false;
           const Shape &a = shape(pair, 0), &b = shape(pair, 1);
           return isFlat(a) || isFlat(b) || (isRound(a) && isRound(b));
         });
}

/// Visits the axes from the world to a body and returns the pose of the body.
template <typename Visit>
Pose Mechanism::walk(int body, const Eigen::VectorXd& q, Visit&& visit) const {
  Pose pose;
  for (const int i : chain(body)) {
    const Link& link = m_links[static_cast<std::size_t>(i)];
    pose.x += pose.R * link.offset;
    if (link.spherical == 0) pose.R *= rotationMatrix(q.segment<3>(i));
    const Eigen::Vector3d axis = pose.R * link.axis;
    visit(i, Axis{axis, pose.x});
    if (!link.revolute)
      pose.x += q[i] * axis;
    else if (link.spherical < 0)
      pose.R *= rotation(q[i], link.axis);
  }
  pose.x += pose.R * m_rest[static_cast<std::size_t>(body)];
  return pose;
}

Pose Mechanism::pose(int body, const Eigen::VectorXd& q) const {
  return walk(body, q, [](int, const Axis&) {});
}

Eigen::Vector3d Mechanism::centreOfMass(int body, const Eigen::VectorXd& q) const {
  return pose(body, q) * m_bodies[static_cast<std::size_t>(body)].centreOfMass;
}

Eigen::Matrix3Xd Mechanism::positionJacobian(int body, const Eigen::VectorXd& q) const {
  return pointJacobian(body, q, position(body, q));
}

Eigen::Matrix3Xd Mechanism::pointJacobian(int body, const Eigen::VectorXd& q,
                                          const Eigen::Vector3d& point) const {
  Eigen::Matrix3Xd J = Eigen::Matrix3Xd::Zero(3, dof());
  walk(body, q, [&](int i, const Axis& axis) {
    const bool revolute = m_links[static_cast<std::size_t>(i)].revolute;
    J.col(i) = revolute ? axis.direction.cross(point - axis.through).eval() : axis.direction;
  });
  return J;
}

Eigen::Vector3d Mechanism::pointVelocity(int body, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                                         const Eigen::Vector3d& point) const {
  Eigen::Vector3d velocity = Eigen::Vector3d::Zero();
  walk(body, q, [&](int i, const Axis& axis) {
    const bool revolute = m_links[static_cast<std::size_t>(i)].revolute;
    velocity += v[i] * (revolute ? axis.direction.cross(point - axis.through).eval() : axis.direction);
  });
  return velocity;
}

Eigen::Matrix3Xd Mechanism::angularJacobian(int body, const Eigen::VectorXd& q) const {
  Eigen::Matrix3Xd W = Eigen::Matrix3Xd::Zero(3, dof());
  walk(body, q, [&](int i, const Axis& axis) {
    if (m_links[static_cast<std::size_t>(i)].revolute) W.col(i) = axis.direction;
  });
  return W;
}

Eigen::VectorXd Mechanism::pointForce(int body, const Eigen::VectorXd& q, const Eigen::Vector3d& point,
                                      const Eigen::Vector3d& force) const {
  Eigen::VectorXd Q = Eigen::VectorXd::Zero(dof());
  walk(body, q, [&](int i, const Axis& axis) {
    const bool revolute = m_links[static_cast<std::size_t>(i)].revolute;
    Q[i] = revolute ? axis.direction.dot((point - axis.through).cross(force)) : axis.direction.dot(force);
  });
  return Q;
}

Eigen::Vector3d Mechanism::bodyVelocity(int body, const Eigen::VectorXd& q, const Eigen::VectorXd& v) const {
  // ω and the velocity of the body's point at the origin of the world add up along the chain.
  Eigen::Vector3d moment = Eigen::Vector3d::Zero(), omega = Eigen::Vector3d::Zero();
  const Pose pose = walk(body, q, [&](int i, const Axis& axis) {
    if (m_links[static_cast<std::size_t>(i)].revolute) {
      omega += v[i] * axis.direction;
      moment += v[i] * axis.through.cross(axis.direction);
    } else {
      moment += v[i] * axis.direction;
    }
  });
  return moment + omega.cross(pose.x);
}

Eigen::Vector3d Mechanism::angularVelocity(int body, const Eigen::VectorXd& q,
                                           const Eigen::VectorXd& v) const {
  Eigen::Vector3d omega = Eigen::Vector3d::Zero();
  walk(body, q, [&](int i, const Axis& axis) {
    if (m_links[static_cast<std::size_t>(i)].revolute) omega += v[i] * axis.direction;
  });
  return omega;
}

double Mechanism::kineticEnergy(int index, const Eigen::VectorXd& q, const Eigen::VectorXd& v) const {
  const Body& body = m_bodies[static_cast<std::size_t>(index)];
  const Pose frame = pose(index, q);
  const Eigen::Vector3d omega = angularVelocity(index, q, v);
  const Eigen::Vector3d u = bodyVelocity(index, q, v) + omega.cross(frame.R * body.centreOfMass);
  const Eigen::Vector3d local = frame.R.transpose() * omega;
  double twice = body.mass * u.squaredNorm() + local.dot(body.inertia * local);
  std::size_t own = 0;
  for (const Joint& joint : body.joints) own += coordinateNames(joint).size();
  for (std::size_t k = 1; k <= own; ++k) {
    const int i = *(chain(index).end() - static_cast<std::ptrdiff_t>(k));
    twice += m_links[static_cast<std::size_t>(i)].armature * v[i] * v[i];
  }
  return 0.5 * twice;
}

/// Finds the trees that share no coordinate.
void Mechanism::groupTrees() {
  // With as few coordinates blocks cost more than the zeros between them.
  constexpr int few = 64;
  std::vector<std::vector<int>> trees;
  if (dof() > few) {
    std::vector<int> treeOf(static_cast<std::size_t>(dof()));
    for (int i = 0; i < dof(); ++i) {
      const int parent = m_links[static_cast<std::size_t>(i)].parent;
      int& tree = treeOf[static_cast<std::size_t>(i)];
      tree = parent < 0 ? static_cast<int>(trees.size()) : treeOf[static_cast<std::size_t>(parent)];
      if (parent < 0) trees.emplace_back();
      trees[static_cast<std::size_t>(tree)].push_back(i);
    }
  }
  m_trees =
      std::make_shared<const RowGroups>(trees.empty() ? RowGroups::one(dof()) : RowGroups(std::move(trees)));
  m_chainInTree = m_chain;
  for (std::vector<int>& chain : m_chainInTree)
    for (int& i : chain) i = m_trees->placeOf(i);
}

BlockMatrix Mechanism::massBlocks(const Eigen::VectorXd& q) const {
  BlockMatrix M(m_trees);
  const auto blockOf = [&](int i) -> Eigen::MatrixXd& {
    return M.blocks[static_cast<std::size_t>(m_trees->groupOf(i))];
  };
  for (int i = 0; i < dof(); ++i) {
    const int at = m_trees->placeOf(i);
    blockOf(i)(at, at) = m_links[static_cast<std::size_t>(i)].armature;
  }
  for (std::size_t b = 0; b < m_bodies.size(); ++b) {
    if (m_chain[b].empty() || m_bodies[b].mass == 0) continue;
    const std::vector<int>& chain = m_chainInTree[b];
    Eigen::MatrixXd& block = blockOf(m_chain[b].front());
    const auto n = static_cast<Eigen::Index>(chain.size());
    Eigen::Matrix3Xd J(3, n), W = Eigen::Matrix3Xd::Zero(3, n), through(3, n);
    Eigen::Index k = 0;
    const Pose frame = walk(static_cast<int>(b), q, [&](int i, const Axis& axis) {
      through.col(k) = axis.through;
      J.col(k) = axis.direction;
      if (m_links[static_cast<std::size_t>(i)].revolute) W.col(k) = axis.direction;
      ++k;
    });
    const Eigen::Vector3d centre = frame * m_bodies[b].centreOfMass;
    for (k = 0; k < n; ++k)
      if (!W.col(k).isZero(0)) J.col(k) = W.col(k).cross(centre - through.col(k));
    block(chain, chain) += m_bodies[b].mass * J.transpose() * J;
    if (!m_bodies[b].inertia.isZero(0) && !W.isZero(0))
      block(chain, chain) += W.transpose() * (frame.R * m_bodies[b].inertia * frame.R.transpose()) * W;
  }
  return M;
}

Eigen::VectorXd Mechanism::gravityForce(const Eigen::VectorXd& q) const {
  Eigen::VectorXd force = Eigen::VectorXd::Zero(dof());
  if (m_gravity.isZero(0)) return force;
  for (int b = 0; b < static_cast<int>(m_bodies.size()); ++b)
    if (const double mass = m_bodies[static_cast<std::size_t>(b)].mass; mass > 0 && !isFixed(b))
      force += pointForce(b, q, centreOfMass(b, q), mass * m_gravity);
  return force;
}

double Mechanism::potentialEnergy(const Eigen::VectorXd& q) const {
  double energy = 0;
  for (int b = 0; b < static_cast<int>(m_bodies.size()); ++b)
    if (const double mass = m_bodies[static_cast<std::size_t>(b)].mass; mass > 0)
      energy -= mass * m_gravity.dot(centreOfMass(b, q));
  return energy + springEnergy(q);
}

}  // namespace carom
