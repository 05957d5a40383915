#pragma once

#include <Eigen/Core>
#include <array>
#include <stop_token>
#include <string>
#include <vector>

#include "scene/scene.h"

namespace carom {

/// How one parameter turns the normals of a pair of contacts against each other, and what that does to the
/// two orders of their reflections, to first order [SM12 (16)–(20)].
///
/// A parameter x changes the mass matrix M and the unit normals û, v̂. In a frame that follows M, a covector a
/// changes by Da = a' − ½ a M⁻¹ M', which keeps products: ⟨a,b⟩' = ⟨Da,b⟩ + ⟨a,Db⟩. Seen from û, v̂ turns by
/// Dv̂ + ⟨Dû,v̂⟩ û − G Dû = turn · w with a unit w ⟂ v̂: that is v̂ + εw of [SM12 (16)], ε = turn · dx. M, û and
/// the momentum p are held, as there.
struct OrderSensitivity {
  std::string parameter, unit;      ///< unit: as displayed; the numbers are per SI unit
  std::array<std::string, 2> pair;  ///< the contacts of û and v̂
  double gram = 0;                  ///< G = ⟨û,v̂⟩
  double gramSlope = 0;             ///< dG/dx, exact: turn · ⟨û,w⟩
  double turn = 0;                  ///< dε/dx (rad)
  Eigen::VectorXd w;                ///< n; empty where turn is 0
  /// A word of two reflections.
  struct Order {
    std::array<std::string, 2> contacts;  ///< the first one reflects first
    /// d(p⁺)/dε at ε = 0: n. Of pΓ(v̂ + εw)Γ(û) it is [SM12 (18)] with the sign corrected where û ⟂ v̂; this
    /// is exact for any G.
    Eigen::VectorXd slope;
    /// p*: of v̂ first, the projection of p on span{v̂,w}; of û first, of pΓ(û). n; ‖slope‖ = 2‖p*‖.
    Eigen::VectorXd projection;
    double projectionNorm = 0;  ///< ‖p*‖ (√J)
  };
  std::array<Order, 2> orders;  ///< v̂ first, û first; empty vectors where turn is 0
  /// ‖difference of both slopes‖ (√J): 4|⟨û,w⟩| √(⟨p,û⟩² + ⟨p,v̂⟩²) where û ⟂ v̂ [SM12 (20)].
  double difference = 0;
  double xiSlope = 0;  ///< turn · difference / ‖p‖: ξ over |dx| where û ⟂ v̂; 0 where p is 0
};

struct OrderSensitivities {
  std::vector<OrderSensitivity> all;  ///< by pair of closed contacts, then by parameter
  std::vector<std::string> refused;   ///< "name: reason" of parameters without an exact derivative
  std::string none;                   ///< why there are none
};

/// Those of every continuous parameter and of every pair of contacts that are closed at the initial state.
/// The derivatives are exact, see DesignModel. Where the scene moved parameters or coordinates to close
/// contacts, they are those at the moved values. A stop leaves out parameters and pairs.
OrderSensitivities orderSensitivities(const Scene& scene, const Assignments& assignments,
                                      const std::stop_token& stop = {});

}  // namespace carom
