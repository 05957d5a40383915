#include "mechanics/tree/rest_energy.h"

#include <algorithm>
#include <cmath>

#include "mechanics/tree/midpoint_integrator.h"

namespace carom {

namespace {

/// Whether a spring acts on a body that a coordinate moves.
bool isHeld(const Mechanism& mechanism, int coordinate) {
  const JointForces& forces = mechanism.forces();
  const auto moves = [&](const BodyPoint& end) {
    return end.body >= 0 && std::ranges::binary_search(mechanism.chain(end.body), coordinate);
  };
  return std::ranges::any_of(forces.springs,
                             [&](const JointSpring& spring) {
                               return spring.coordinate == coordinate && spring.stiffness > 0;
                             }) ||
         std::ranges::any_of(forces.pointSprings, [&](const PointSpring& spring) {
           return spring.stiffness > 0 && moves(spring.ends[0]) != moves(spring.ends[1]);
         });
}

/// Whether gravity acts along a prismatic joint without a spring.
bool canFall(const Mechanism& mechanism, const Eigen::VectorXd& force) {
  for (int i = 0; i < mechanism.dof(); ++i)
    if (!mechanism.links()[static_cast<std::size_t>(i)].revolute && force[i] != 0 && !isHeld(mechanism, i))
      return true;
  return false;
}

}  // namespace

std::optional<double> restPotential(const Mechanism& mechanism, const Eigen::VectorXd& q0) {
  constexpr int mostSteps = 20'000;
  // The descent ends with steps that lower V by less than its rounding (1e-15 of V) or that have shrunk to
  // 1e-12 s². Larger values end above the minimum; V₀ only scales errors of energy, so that a few digits do.
  constexpr double leastLength = 1e-12, roundingOfV = 1e-15;
  const JointForces springs{mechanism.forces().springs, {}, {}, mechanism.forces().pointSprings, {}};
  const Mechanism still(mechanism.bodies(), {}, mechanism.gravity(), springs);
  MidpointIntegrator dynamics(still);
  const Eigen::VectorXd rest = Eigen::VectorXd::Zero(still.dof());
  if (canFall(still, dynamics.force(q0, rest, 0))) return std::nullopt;
  // Descends along M⁻¹f with steps of adaptive length, from a start pushed off any unstable balance.
  Eigen::VectorXd push(still.dof());
  for (int i = 0; i < still.dof(); ++i) push[i] = 1e-3 * (1 + i % 3);
  Eigen::VectorXd q = still.moved(q0, push, 1);
  double V = still.potentialEnergy(q), length = 1e-2;
  for (int k = 0; k < mostSteps && length > leastLength; ++k) {
    const Eigen::VectorXd f = dynamics.force(q, rest, 0), fall = dynamics.velocity(q, f);
    const Eigen::VectorXd next = still.moved(q, fall, length);
    const double there = still.potentialEnergy(next), least = roundingOfV * std::abs(V);
    if (f.dot(fall) * length < least) break;
    const bool lower = there < V;
    if (lower) {
      q = next;
      V = there;
    }
    length *= lower ? 1.3 : 0.3;
  }
  return V;
}

}  // namespace carom
