#pragma once

#include <cmath>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "base/central_slope.h"
#include "mechanics/tree/midpoint_integrator.h"

namespace carom {

/// A parameter θ of a mechanism by which a run is derived: the mechanisms beside it, at θ ± ε and θ ± 2ε.
class ParameterSlope {
 public:
  struct Beside {
    double shift;  ///< its θ less that of the run
    std::shared_ptr<const Mechanism> mechanism;
    std::unique_ptr<MidpointIntegrator> integrator;
  };

  /// at(s): the mechanism at θ + s, with the coordinates and contacts of that of the run. `epsilon`: ε, a
  /// thousandth of the scale on which the motion changes with θ.
  ParameterSlope(std::function<std::shared_ptr<const Mechanism>(double)> at, double epsilon)
      : m_at(std::move(at)), m_epsilon(epsilon) {
    for (const int k : {-2, -1, 1, 2}) {
      std::shared_ptr<const Mechanism> mechanism = m_at(k * epsilon);
      auto integrator = std::make_unique<MidpointIntegrator>(*mechanism);
      m_beside.push_back({k * epsilon, std::move(mechanism), std::move(integrator)});
    }
  }

  /// ∂f/∂θ of a function of what is beside, by centralSlope.
  template <typename Function>
  auto of(const Function& f) {
    return centralSlope(
        [&](double s) {
          const auto k = std::lround(s / m_epsilon);  // −2, −1, 1, 2
          return f(m_beside[static_cast<std::size_t>(k < 0 ? k + 2 : k + 1)]);
        },
        m_epsilon);
  }
  const std::vector<Beside>& beside() const { return m_beside; }

  /// The same parameter with another ε, for what changes sooner with θ than the motion.
  ParameterSlope with(double epsilon) const { return {m_at, epsilon}; }
  double epsilon() const { return m_epsilon; }

 private:
  std::function<std::shared_ptr<const Mechanism>(double)> m_at;
  double m_epsilon;
  std::vector<Beside> m_beside;
};

}  // namespace carom
