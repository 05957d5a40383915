#pragma once

#include <Eigen/Geometry>
#include <cmath>
#include <random>

#include "mechanics/tree/midpoint_integrator.h"

namespace carom::examples {

/// Numbers in [−1, 1], the same on every platform.
class Random {
 public:
  explicit Random(unsigned seed) : m_engine(seed) {}
  double operator()() { return 2.0 * (static_cast<double>(m_engine()) / 4294967295.0) - 1.0; }
  Eigen::Vector3d vector() {
    const double x = (*this)(), y = (*this)();
    return {x, y, (*this)()};
  }
  Eigen::VectorXd vector(int n) {
    Eigen::VectorXd v(n);
    for (double& x : v) x = (*this)();
    return v;
  }

 private:
  std::mt19937 m_engine;
};

inline Joint slide(const Eigen::Vector3d& axis, const char* name) {
  return {Prismatic{axis}, name};
}
inline Joint turn(const Eigen::Vector3d& axis, const char* name) {
  return {Revolute{axis}, name};
}
inline Joint ballJoint(const char* name = "r") {
  return {Spherical{}, name};
}
inline std::vector<Joint> space() {
  return {slide(Eigen::Vector3d::UnitX(), "x"), slide(Eigen::Vector3d::UnitY(), "y"),
          slide(Eigen::Vector3d::UnitZ(), "z"), ballJoint()};
}
inline std::vector<Joint> plane() {
  return {slide(Eigen::Vector3d::UnitX(), "x"), slide(Eigen::Vector3d::UnitY(), "y"),
          turn(Eigen::Vector3d::UnitZ(), "angle")};
}

/// A uniform rod of length l that hangs from its joint along −y at angle 0.
inline Body hangingRod(const char* name, int parent, const Eigen::Vector3d& origin, double m = 1,
                       double l = 1) {
  Body rod{name, parent, origin, {turn(Eigen::Vector3d::UnitZ(), "angle")}, m, {}};
  rod.centreOfMass = {0, -l / 2, 0};
  rod.inertia = m * l * l / 12 * Eigen::Vector3d(1, 0, 1).asDiagonal().toDenseMatrix();
  return rod;
}

/// A chain of uniform rods of length 1 and mass 1 that hangs from the world.
inline Mechanism chain(int links, const Eigen::Vector3d& gravity = {0, -9.81, 0}) {
  std::vector<Body> bodies;
  for (int i = 0; i < links; ++i)
    bodies.push_back(hangingRod(("rod" + std::to_string(i)).c_str(), i - 1, {0, i > 0 ? -1.0 : 0.0, 0}));
  return {std::move(bodies), {}, gravity};
}

/// The same motion as in the plane z = 0, with the mechanism turned so that no axis lies along x, y or z.
inline Mechanism turned(const Mechanism& mechanism, const Eigen::Matrix3d& R) {
  std::vector<Body> bodies = mechanism.bodies();
  for (Body& body : bodies) {
    body.origin = R * body.origin;
    body.centreOfMass = R * body.centreOfMass;
    body.inertia = R * body.inertia * R.transpose();
    for (Joint& joint : body.joints)
      std::visit(
          [&](auto& kind) {
            if constexpr (requires { kind.axis; }) kind.axis = (R * kind.axis).normalized();
          },
          joint.kind);
  }
  return {std::move(bodies), {}, R * mechanism.gravity(), mechanism.forces()};
}

/// A floating body with two arms, one of them of two parts that also extend; planar or about random axes.
inline Mechanism walker(Random& random, bool planar, JointForces forces = {}) {
  const auto axis = [&] { return planar ? Eigen::Vector3d::UnitZ().eval() : random.vector().normalized(); };
  const auto place = [&] {
    Eigen::Vector3d x = random.vector();
    if (planar) x.z() = 0;
    return x;
  };
  std::vector<Body> bodies{
      {"base", -1, place(), plane(), 1.5, {}},
      {"left", 0, place(), {turn(axis(), "hip")}, 0.7, {}},
      {"right", 0, place(), {turn(axis(), "hip")}, 0.6, {}},
      {"shin", 2, place(), {turn(axis(), "knee"), slide(Eigen::Vector3d(0.6, 0.8, 0), "reach")}, 0.4, {}},
      {"load", 3, place(), {}, 0.2, {}}};
  for (Body& body : bodies) {
    body.centreOfMass = place();
    const Eigen::Vector3d a = random.vector(), b = random.vector(), c = random.vector();
    body.inertia = 0.1 * (a * a.transpose() + b * b.transpose() + c * c.transpose());
  }
  return {std::move(bodies), {}, Eigen::Vector3d(0.3, -9.81, planar ? 0 : 0.7), std::move(forces)};
}

/// A floating body with limbs on spherical and other joints, in space: 17 coordinates, the rotations at 3, 6,
/// 10 and 14.
inline Mechanism tumbler(Random& random, JointForces forces = {}) {
  std::vector<Body> bodies{
      {"base", -1, random.vector(), space(), 1.5, {}},
      {"left", 0, random.vector(), {ballJoint()}, 0.7, {}},
      {"right",
       0,
       random.vector(),
       {slide(random.vector().normalized(), "reach"), ballJoint("knee")},
       0.6,
       {}},
      {"shin", 2, random.vector(), {slide(random.vector().normalized(), "reach"), ballJoint()}, 0.4, {}},
      {"load", 3, random.vector(), {}, 0.2, {}}};
  for (Body& body : bodies) {
    body.centreOfMass = random.vector();
    const Eigen::Vector3d a = random.vector(), b = random.vector(), c = random.vector();
    body.inertia =
        0.1 * (Eigen::Matrix3d::Identity() + a * a.transpose() + b * b.transpose() + c * c.transpose());
  }
  return {std::move(bodies), {}, Eigen::Vector3d(0.3, -9.81, 0.7), std::move(forces)};
}

/// How far Newton's matrix is from the differences of the residual, relative: the worst column.
inline double jacobianError(MidpointIntegrator& integrator, const Eigen::VectorXd& q,
                            const Eigen::VectorXd& p, const Eigen::VectorXd& v) {
  const double h = 0.3, d = 1e-5;
  const Eigen::MatrixXd J = integrator.jacobian(q, p, v, 0, h);
  double worst = 0;
  for (int j = 0; j < J.cols(); ++j) {
    const Eigen::VectorXd e = d * Eigen::VectorXd::Unit(J.cols(), j);
    const Eigen::VectorXd column =
        (integrator.residual(q, p, v + e, 0, h) - integrator.residual(q, p, v - e, 0, h)) / (2 * d);
    worst = std::max(worst, (J.col(j) - column).norm());
  }
  return worst / J.norm();
}

/// Kinetic and potential energy of a state (J).
inline double energy(const Mechanism& mechanism, MidpointIntegrator& integrator, const Eigen::VectorXd& q,
                     const Eigen::VectorXd& p) {
  return 0.5 * p.dot(integrator.velocity(q, p)) + mechanism.potentialEnergy(q);
}

/// Momentum of all bodies: about the world's origin (kg·m²/s), and linear (kg·m/s).
inline Eigen::Matrix<double, 6, 1> momenta(const Mechanism& mechanism, const Eigen::VectorXd& q,
                                           const Eigen::VectorXd& v) {
  Eigen::Matrix<double, 6, 1> sum = Eigen::Matrix<double, 6, 1>::Zero();
  for (int b = 0; b < static_cast<int>(mechanism.bodies().size()); ++b) {
    const Body& body = mechanism.bodies()[static_cast<std::size_t>(b)];
    const Eigen::Matrix3d R = mechanism.pose(b, q).R;
    const Eigen::Vector3d omega = mechanism.angularVelocity(b, q, v), arm = R * body.centreOfMass;
    const Eigen::Vector3d linear = body.mass * (mechanism.bodyVelocity(b, q, v) + omega.cross(arm));
    sum.head<3>() += R * body.inertia * R.transpose() * omega + mechanism.centreOfMass(b, q).cross(linear);
    sum.tail<3>() += linear;
  }
  return sum;
}

}  // namespace carom::examples
