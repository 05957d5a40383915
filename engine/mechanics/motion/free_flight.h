#pragma once

#include <Eigen/Core>
#include <memory>
#include <vector>

namespace carom {

/// Energy that has left or entered a motion since its initial state (J); with it the sum of kinetic and
/// potential energy is accounted for, up to the error of the steps. Each is the work of impulses and forces
/// on the velocities that they meet, summed up contact by contact: none is a difference of energies.
struct EnergyFlow {
  double damper = 0;    ///< taken by dampers
  double motor = 0;     ///< given by motors
  double friction = 0;  ///< taken in lasting contact
  double impact = 0;    ///< taken by impacts

  double given() const { return motor - damper - friction - impact; }
};

/// States along a stretch of motion that has no closed form, N ≥ 1 of them at rising times.
struct MotionNodes {
  Eigen::VectorXd time;          ///< N (s)
  Eigen::MatrixXd q;             ///< n×N
  Eigen::MatrixXd p;             ///< n×N, the discrete momenta
  Eigen::MatrixXd v;             ///< n×N, M(q)⁻¹p
  std::vector<EnergyFlow> flow;  ///< N
  std::vector<int> rotations{};  ///< Mechanism::rotations()
};

/// A stretch of motion without impact. Where M and the force are constant (trees of prismatic joints under
/// gravity) it is exact, q(t) = q + (t−t₀) v + ½ (t−t₀)² a; else it runs through nodes of the variational
/// integrator, with the cubic that fits q and q̇ between them; for a rotation, of its vector from the node
/// before.
struct FreeFlight {
  double start = 0, end = 0;                   ///< s
  Eigen::VectorXd q, v, a;                     ///< n, at `start`; a is 0 where there are nodes
  std::shared_ptr<const MotionNodes> nodes{};  ///< null for an exact flight
  EnergyFlow flow{};                           ///< at `start`

  /// q(t) and its velocity v(t) (see Mechanism), t in [start, end].
  Eigen::VectorXd configuration(double t) const;
  Eigen::VectorXd velocity(double t) const;
  /// At the last node that is not after t.
  EnergyFlow flowAt(double t) const;
};

}  // namespace carom
