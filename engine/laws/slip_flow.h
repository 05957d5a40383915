#pragma once

#include <cmath>

#include "laws/split_impact.h"

namespace carom {

/// The differential equations of a slip that turns in space, V_t = s (cos φ, sin φ), over a parameter τ with
/// dℓ = s dτ, which keeps them regular at s → 0. ℓ is the path length along the friction cone, P_n = a ℓ with
/// its ray (a, b):
///   r(φ) = a W_tn − b W_tt (cos φ, sin φ),  φ' = r·(−sin φ, cos φ),  (ln s)' = r·(cos φ, sin φ),  ℓ' = s,
///   P_t' = −b s (cos φ, sin φ).
class SlipFlow {
 public:
  /// φ, ln s, ℓ, P_t.
  using State = Eigen::Matrix<double, 5, 1>;

  SlipFlow(const SplitImpact& impact, const ConeRay& ray) : m_impact(impact), m_ray(ray) {}

  static State start(const Tangent& Vt, double path, const Tangent& Pt);
  static Tangent direction(const State& y) { return Eigen::Vector2d(std::cos(y[0]), std::sin(y[0])); }
  static Tangent slip(const State& y) { return std::exp(y[1]) * direction(y); }
  State derivative(const State& y) const;
  /// An upper bound of the rates of φ and ln s.
  double fastest() const;
  /// One step of Gragg's, Bulirsch's and Stoer's extrapolation of order 14, with its error in units of 1e-13
  /// of each quantity.
  struct Step {
    State end;
    double error;
  };
  Step step(const State& y, double length) const;

 private:
  State midpointRule(const State& y, double length, int substeps) const;

  const SplitImpact& m_impact;
  ConeRay m_ray;
};

}  // namespace carom
