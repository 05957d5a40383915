#pragma once

#include <array>
#include <type_traits>

#include "laws/split_impact.h"

namespace carom {

/// The differential equations of a slip that turns in space, over a parameter τ with dℓ = ‖V_t‖ dτ, which
/// keeps them regular as the slip gets slow. ℓ is the path length along the friction cone, P_n = a ℓ with its
/// ray (a, b):
///   V_t' = a ‖V_t‖ W_tn − b W_tt V_t,  ℓ' = ‖V_t‖,  P_t' = −b V_t,  w' = V_n ‖V_t‖.
/// w is the work of the normal impulse over a, ∫ V_n dℓ.
class SlipFlow {
 public:
  /// V_t, ℓ, P_t, w.
  using State = Eigen::Matrix<double, 6, 1>;

  /// w stays 0 where it is not asked for.
  SlipFlow(const SplitImpact& impact, const ConeRay& ray, bool withWork);

  static State start(const Tangent& Vt, double path, const Tangent& Pt, double work);
  static Eigen::Vector2d slip(const State& y) { return y.head<2>(); }
  static Eigen::Vector2d tangential(const State& y) { return y.segment<2>(3); }
  State derivative(const State& y) const;
  /// The rate at which the direction of the slip turns (rad).
  double turning(const State& y) const;
  /// An upper bound of the rates of the direction and of ln ‖V_t‖.
  double fastest() const { return m_fastest; }
  /// One step of Gragg's, Bulirsch's and Stoer's extrapolation of order 16, with its error in units of 1e-13:
  /// of ‖V_t‖, of ℓ, and of w or its change at the speeds that V_n is the sum of. So the impulses of a slow
  /// approach are as exact as those of a fast one. A slip that comes to rest is known as exactly as ℓ.
  struct Step {
    State end;
    double error;
  };
  Step step(const State& y, double length) const;

 private:
  /// V_n.
  template <typename Quantities>
  auto normal(const Quantities& y) const -> std::decay_t<decltype(y[0])> {
    return m_Vn + m_rise * y[2] + m_pull[0] * y[3] + m_pull[1] * y[4];
  }
  /// What errors of a step from y are measured by.
  State errorScale(const State& y, const State& end) const;
  static constexpr int columns = 8, lanes = 4;
  using Lanes = Eigen::Array<double, lanes, 1>;
  using Columns = std::array<State, columns>;
  /// The first `count` quantities at the end of a step by Gragg's midpoint rule in 2, 4, 6, … substeps, for
  /// `lanes` columns from `first` on. These advance together, in the time that the last one takes.
  template <int count>
  void midpointRules(const State& y, const State& rate, double length, int first, Columns& ends) const;

  double m_normal, m_tangential, m_fastest;
  bool m_withWork;
  double m_Vn, m_rise;            ///< V_in and a W_nn
  Eigen::Vector2d m_pull, m_Wtn;  ///< W_tn and a W_tn
  Eigen::Matrix2d m_Wt;
};

}  // namespace carom
