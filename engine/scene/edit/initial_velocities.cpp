#include "scene/edit/initial_velocities.h"

#include <cmath>

#include "scene/edit/entry.h"
#include "scene/edit/move_bodies.h"
#include "scene/edit/value.h"
#include "scene/initial_velocity.h"

namespace carom::edit {

namespace {

constexpr double velocityRounding = 1e-12;  // of the fastest; M⁻¹ leaves less between equal velocities

/// Whether an entry of initial.velocity is for all bodies of a repeat: it may hold for any coordinate.
bool hasPatterns(const Json& scene) {
  const Json* velocities = find(scene, "initial.velocity");
  if (!velocities) return false;
  for (const auto& [name, value] : velocities->items())
    if (name.find('{') != std::string::npos) return true;
  return false;
}

}  // namespace

Json setInitialVelocities(const Json& scene, const SceneInstance& instance, const Eigen::VectorXd& velocity) {
  const Mechanism& mechanism = *instance.mechanism;
  const Eigen::VectorXd before = initialVelocity(instance);
  const double fastest = std::max(before.lpNorm<Eigen::Infinity>(), velocity.lpNorm<Eigen::Infinity>());
  const bool areRepeated = hasPatterns(scene);
  Json result = scene;
  for (int i = 0; i < mechanism.dof(); ++i) {
    if (std::abs(velocity[i] - before[i]) <= velocityRounding * fastest) continue;
    const double value = std::abs(velocity[i]) <= velocityRounding * fastest ? 0 : velocity[i];
    const std::string& name = mechanism.coordinates()[static_cast<std::size_t>(i)].name;
    if (!areRepeated) {
      result = setInitialVelocity(result, name, value);
      continue;
    }
    Json& velocities = result["initial"]["velocity"];
    velocities.erase(name);  // the last entry for a coordinate holds
    velocities[name] = number(value);
  }
  return result;
}

}  // namespace carom::edit
