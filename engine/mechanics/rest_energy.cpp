#include "mechanics/rest_energy.h"

#include <algorithm>
#include <cmath>

#include "mechanics/midpoint.h"

namespace carom {

namespace {

/// Whether gravity pulls along a joint that has no end and no spring.
bool canFall(const Mechanism& mechanism, const Eigen::VectorXd& force) {
  const auto& springs = mechanism.forces().springs;
  for (int i = 0; i < mechanism.dof(); ++i) {
    const auto holds = [&](const JointSpring& spring) {
      return spring.coordinate == i && spring.stiffness > 0;
    };
    const bool revolute = mechanism.links()[static_cast<std::size_t>(i)].revolute;
    if (!revolute && force[i] != 0 && std::none_of(springs.begin(), springs.end(), holds)) return true;
  }
  return false;
}

}  // namespace

std::optional<double> restPotential(const Mechanism& mechanism, const Eigen::VectorXd& q0) {
  constexpr int mostSteps = 20'000;
  const Mechanism still(mechanism.bodies(), {}, mechanism.gravity(), {mechanism.forces().springs, {}, {}});
  MidpointIntegrator dynamics(still);
  const Eigen::VectorXd rest = Eigen::VectorXd::Zero(still.dof());
  if (canFall(still, dynamics.force(q0, rest, 0))) return std::nullopt;
  // Off any balance on top, then down along M⁻¹f with a length that adapts.
  Eigen::VectorXd q = q0;
  for (int i = 0; i < still.dof(); ++i) q[i] += 1e-3 * (1 + i % 3);
  double V = still.potentialEnergy(q), length = 1e-2;
  for (int k = 0; k < mostSteps && length > 1e-12; ++k) {
    const Eigen::VectorXd f = dynamics.force(q, rest, 0), fall = dynamics.velocity(q, f);
    const Eigen::VectorXd next = q + length * fall;
    const double there = still.potentialEnergy(next), least = 1e-15 * std::abs(V);
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
