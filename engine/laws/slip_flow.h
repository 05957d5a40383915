#pragma once

#include "laws/split_impact.h"

namespace carom {

/// The differential equations of a slip that turns in space, over a parameter τ with dℓ = ‖V_t‖ dτ, which
/// keeps them regular as the slip gets slow. ℓ is the path length along the friction cone, P_n = a ℓ with its
/// ray (a, b):
///   V_t' = a ‖V_t‖ W_tn − b W_tt V_t,  ℓ' = ‖V_t‖,  P_t' = −b V_t.
class SlipFlow {
 public:
  /// V_t, ℓ, P_t.
  using State = Eigen::Matrix<double, 5, 1>;

  SlipFlow(const SplitImpact& impact, const ConeRay& ray);

  static State start(const Tangent& Vt, double path, const Tangent& Pt);
  static Eigen::Vector2d slip(const State& y) { return y.head<2>(); }
  State derivative(const State& y) const;
  /// The rate at which the direction of the slip turns (rad).
  double turning(const State& y) const;
  /// An upper bound of the rates of the direction and of ln ‖V_t‖.
  double fastest() const { return m_fastest; }
  /// One step of Gragg's, Bulirsch's and Stoer's extrapolation of order 14, with its error in units of 1e-13
  /// of each quantity.
  struct Step {
    State end;
    double error;
  };
  Step step(const State& y, double length) const;

 private:
  State midpointRule(const State& y, const State& rate, double length, int substeps) const;

  double m_normal, m_tangential, m_fastest;
  Eigen::Vector2d m_Wtn;
  Eigen::Matrix2d m_Wt;
};

}  // namespace carom
