#pragma once

#include <Eigen/Core>
#include <memory>
#include <vector>

namespace carom {

/// Energy that has left or entered a motion since its initial state (J). It accounts for the change of
/// kinetic plus potential energy up to the error of the steps. Each term is the work of forces and impulses
/// on the velocities that they act on, summed contact by contact, and independent of those energies.
struct EnergyFlow {
  double damper = 0;    ///< taken by dampers
  double motor = 0;     ///< given by motors
  double friction = 0;  ///< taken in lasting contact
  double impact = 0;    ///< taken by impacts
  double push = 0;      ///< given by pushes

  double given() const { return motor + push - damper - friction - impact; }
};

/// N ≥ 1 states at rising times along a flight without a closed form.
struct MotionNodes {
  Eigen::VectorXd time;          ///< N (s)
  Eigen::MatrixXd q;             ///< n×N
  Eigen::MatrixXd p;             ///< n×N, the discrete momenta
  Eigen::MatrixXd v;             ///< n×N, M(q)⁻¹p
  std::vector<EnergyFlow> flow;  ///< N
  std::vector<int> rotations{};  ///< Mechanism::rotations()
};

/// The motion between two impacts. Where M and the force are constant (trees of prismatic joints under
/// gravity) it is exact, q(t) = q + (t−t₀) v + ½ (t−t₀)² a. Otherwise it consists of nodes of the variational
/// integrator and, between them, of the cubic that fits q and q̇; for a rotation, of its vector relative to
/// the node before.
struct FreeFlight {
  double start = 0, end = 0;                   ///< s
  Eigen::VectorXd q, v, a;                     ///< n, at `start`; a is 0 with nodes
  std::shared_ptr<const MotionNodes> nodes{};  ///< null for an exact flight
  EnergyFlow flow{};                           ///< at `start`

  /// q(t) and its velocity v(t) (see Mechanism), t in [start, end].
  Eigen::VectorXd configuration(double t) const;
  Eigen::VectorXd velocity(double t) const;
  /// The flow at the last node at or before t.
  EnergyFlow flowAt(double t) const;
};

}  // namespace carom
