#include "mechanics/tree/point_forces.h"

#include <Eigen/Geometry>
#include <cmath>

namespace carom {

namespace {

/// The force F of a spring or damper with its derivatives by the line D and its rate u.
struct Tension {
  Eigen::Vector3d F = Eigen::Vector3d::Zero();
  Eigen::Matrix3d byLine = Eigen::Matrix3d::Zero(), byRate = Eigen::Matrix3d::Zero();
};

/// F = −k (1 − L/d) D, without the term k L D/d at d = 0.
Tension spring(const PointSpring& spring, const Eigen::Vector3d& D) {
  const double d = D.norm(), slack = d > 0 ? spring.rest / d : 0;
  const Eigen::Vector3d e = d > 0 ? Eigen::Vector3d(D / d) : Eigen::Vector3d::Zero();
  Tension tension;
  tension.F = -spring.stiffness * (1 - slack) * D;
  tension.byLine =
      -spring.stiffness * ((1 - slack) * Eigen::Matrix3d::Identity() + slack * e * e.transpose());
  return tension;
}

/// F = −c ⟨e, u⟩ e, e = D/d.
Tension damper(const PointDamper& damper, const Eigen::Vector3d& D, const Eigen::Vector3d& u) {
  const double d = D.norm();
  Tension tension;
  if (!(d > 0)) return tension;
  const Eigen::Vector3d e = D / d;
  const Eigen::Matrix3d across = (Eigen::Matrix3d::Identity() - e * e.transpose()) / d;
  tension.F = -damper.damping * e.dot(u) * e;
  tension.byLine = -damper.damping * (e.dot(u) * across + e * (across * u).transpose());
  tension.byRate = -damper.damping * e * e.transpose();
  return tension;
}

/// The motion of one end of a line.
struct End {
  double sign;
  const Mechanism& mechanism;
  const std::vector<int>& chain;
  Eigen::Matrix3Xd J, axes;  ///< 3×n: of the point; axes of rotation, 0 for travel

  /// ∂J_i/∂q_j, for i and j in the chain of the point.
  Eigen::Vector3d bend(int i, int j) const {
    const bool together = mechanism.links()[static_cast<std::size_t>(i)].spherical >= 0 &&
                          i - mechanism.links()[static_cast<std::size_t>(i)].spherical ==
                              j - mechanism.links()[static_cast<std::size_t>(j)].spherical;
    const bool first = !together && i < j;
    return Eigen::Vector3d(axes.col(first ? i : j)).cross(Eigen::Vector3d(J.col(first ? j : i)));
  }
};

std::vector<End> movingEnds(const Mechanism& mechanism, const std::array<BodyPoint, 2>& ends,
                            const Eigen::VectorXd& q) {
  std::vector<End> list;
  for (std::size_t k = 0; k < 2; ++k) {
    const int body = ends[k].body;
    if (body < 0 || mechanism.isFixed(body)) continue;
    list.push_back({k == 0 ? -1.0 : 1.0, mechanism, mechanism.chain(body),
                    mechanism.pointJacobian(body, q, mechanism.worldPoint(ends[k], q)),
                    mechanism.angularJacobian(body, q)});
  }
  return list;
}

}  // namespace

PointForces::PointForces(const Mechanism& mechanism) {
  if (mechanism.forces().pointSprings.empty() && mechanism.forces().pointDampers.empty()) return;
  m_mechanism = mechanism;
  const int n = mechanism.dof();
  m_Q = Eigen::VectorXd::Zero(n);
  m_Qq = m_Qv = Eigen::MatrixXd::Zero(n, n);
}

/// Adds the force along a line between two points; tension(D, u) returns it.
template <typename Law>
void PointForces::add(const std::array<BodyPoint, 2>& ends, const Eigen::VectorXd& q,
                      const Eigen::VectorXd& v, Law&& tension) {
  const Eigen::Vector3d D = m_mechanism->worldPoint(ends[1], q) - m_mechanism->worldPoint(ends[0], q);
  const std::vector<End> moving = movingEnds(*m_mechanism, ends, q);
  Eigen::Matrix3Xd J = Eigen::Matrix3Xd::Zero(3, v.size()), bent = J;  // Σ_k v_k ∂J_k/∂q_j
  for (const End& end : moving) {
    J += end.sign * end.J;
    for (const int j : end.chain)
      for (const int k : end.chain) bent.col(j) += end.sign * v[k] * end.bend(k, j);
  }
  const Tension t = tension(D, J * v);
  m_Q += J.transpose() * t.F;
  m_Qv += J.transpose() * t.byRate * J;
  m_Qq += J.transpose() * (t.byLine * J + t.byRate * bent);
  for (const End& end : moving)
    for (const int j : end.chain)
      for (const int i : end.chain) m_Qq(i, j) += end.sign * t.F.dot(end.bend(i, j));
}

void PointForces::evaluate(const Eigen::VectorXd& q, const Eigen::VectorXd& v) {
  m_Q.setZero();
  m_Qq.setZero();
  m_Qv.setZero();
  for (const PointSpring& one : m_mechanism->forces().pointSprings)
    add(one.ends, q, v, [&](const auto& D, const auto&) { return spring(one, D); });
  for (const PointDamper& one : m_mechanism->forces().pointDampers)
    add(one.ends, q, v, [&](const auto& D, const auto& u) { return damper(one, D, u); });
}

Eigen::Vector3d Mechanism::worldPoint(const BodyPoint& point, const Eigen::VectorXd& q) const {
  return point.body < 0 ? point.at : pose(point.body, q) * point.at;
}

double Mechanism::springEnergy(const Eigen::VectorXd& q) const {
  double energy = 0;
  for (const JointSpring& spring : m_forces.springs)
    energy += 0.5 * spring.stiffness * std::pow(q[spring.coordinate] - spring.rest, 2);
  for (const PointSpring& spring : m_forces.pointSprings) {
    const double d = (worldPoint(spring.ends[1], q) - worldPoint(spring.ends[0], q)).norm();
    energy += 0.5 * spring.stiffness * std::pow(d - spring.rest, 2);
  }
  return energy;
}

double Mechanism::damperPower(const Eigen::VectorXd& q, const Eigen::VectorXd& v) const {
  double power = 0;
  for (const JointDamper& damper : m_forces.dampers)
    power += damper.damping * std::pow(v[damper.coordinate], 2);
  for (const PointDamper& one : m_forces.pointDampers) {
    const Eigen::Vector3d D = worldPoint(one.ends[1], q) - worldPoint(one.ends[0], q);
    Eigen::Vector3d u = Eigen::Vector3d::Zero();
    for (const End& end : movingEnds(*this, one.ends, q)) u += end.sign * end.J * v;
    power -= u.dot(damper(one, D, u).F);
  }
  return power;
}

}  // namespace carom
